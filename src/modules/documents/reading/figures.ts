import type { Element } from 'hast'
import { elementsIn, onlyElements, property } from './html.ts'

/** An image from an HTML element. */
interface Figure {
  image: Element
  dark: string | undefined
  /** The target of the link around the image. */
  link: string | undefined
  caption: Element | undefined
}

export interface Figures {
  figures: Figure[]
  align: string | undefined
  isFullWidth: boolean
}

/** The images of elements that contain only images. Undefined for all other elements. */
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
  if (element.tagName === 'a') {
    const [only, second] = onlyElements(element.children) ?? []
    const figure = only && second === undefined ? figureOf(only) : undefined
    return figure && { ...figure, link: figure.link ?? property(element, 'href') }
  }
  if (element.tagName === 'img') return shown({ image: element })
  if (element.tagName !== 'figure' && element.tagName !== 'picture') return undefined
  const [found, second] = imagesIn(element)
  if (found === undefined || second !== undefined) return undefined
  const [source] = elementsIn(element, 'source')
  const [caption] = elementsIn(element, 'figcaption')
  return shown({ ...found, dark: source && property(source, 'srcSet'), caption })
}

/** Images with the URL of the link around them. */
function* imagesIn(element: Element, link?: string): Generator<{ image: Element; link: string | undefined }> {
  for (const child of element.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'img') yield { image: child, link }
    else yield* imagesIn(child, child.tagName === 'a' ? property(child, 'href') : link)
  }
}

const shown = ({ image, dark, link, caption }: Partial<Figure> & Pick<Figure, 'image'>) =>
  property(image, 'src') === undefined ? undefined : { image, dark, link, caption }
