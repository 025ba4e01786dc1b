import type { Element } from 'hast'
import { elementsIn, onlyElements, property } from './html.ts'

/** An image as an element shows it. */
export interface Figure {
  image: Element
  dark: string | undefined
  caption: Element | undefined
}

export interface Figures {
  figures: Figure[]
  align: string | undefined
  isFullWidth: boolean
}

/** Elements that show images and nothing else; undefined for all others. */
export function figuresIn(elements: readonly Element[]): Figures | undefined {
  const [only] = elements
  if (elements.length === 1 && only?.tagName === 'div') {
    const inner = onlyElements(only.children)
    const found = inner && figuresIn(inner)
    if (!found || inner.some(({ tagName }) => tagName === 'div')) return undefined
    return {
      ...found,
      align: property(only, 'align') ?? found.align,
      isFullWidth: property(only, 'dataFullWidth') === 'true' || found.isFullWidth,
    }
  }
  const figures: Figure[] = []
  for (const element of elements) {
    const figure = figureOf(element)
    if (figure === undefined) return undefined
    figures.push(figure)
  }
  if (figures.length === 0) return undefined
  return {
    figures,
    align: undefined,
    isFullWidth: elements.some((element) => property(element, 'dataFullWidth') === 'true'),
  }
}

function figureOf(element: Element): Figure | undefined {
  if (element.tagName === 'img') return shown(element, undefined, undefined)
  if (element.tagName !== 'figure' && element.tagName !== 'picture') return undefined
  const [image, second] = elementsIn(element, 'img')
  if (image === undefined || second !== undefined) return undefined
  const [source] = elementsIn(element, 'source')
  const [caption] = elementsIn(element, 'figcaption')
  return shown(image, source && property(source, 'srcSet'), caption)
}

const shown = (image: Element, dark: string | undefined, caption: Element | undefined) =>
  property(image, 'src') === undefined ? undefined : { image, dark, caption }
