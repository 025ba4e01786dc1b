import type { Element, ElementContent, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type Handle, toMdast } from 'hast-util-to-mdast'
import type { ListItem, Parent, PhrasingContent } from 'mdast'
import { parseFragment } from 'parse5'
import { attributesText } from '../parsing/attributes.ts'
import type { Content } from '../parsing/pairs.ts'
import { splitContent } from '../parsing/split-paragraphs.ts'
import { markdownText } from '../writing/markdown-text.ts'

/** `<details>` inside of other HTML. */
interface Expandable extends Parent {
  type: 'expandable'
  isOpen: boolean
  summary: PhrasingContent[]
  children: Content[]
}

declare module 'mdast' {
  interface RootContentMap {
    expandable: Expandable
  }
  interface BlockContentMap {
    expandable: Expandable
  }
}

/** Parsing HTML can take quadratic time in its depth. Longer HTML is not parsed. */
export const maxHtml = 64 * 1024

/**
 * The elements at the top level of a fragment of HTML. Undefined if there is other content or it cannot be parsed.
 */
export function elementsOf(html: string): Element[] | undefined {
  const nodes = html.length > maxHtml ? undefined : nodesOf(html)
  return nodes && onlyElements(nodes)
}

/** The nodes at the top level of a fragment of HTML. Undefined if it cannot be parsed. */
export function nodesOf(html: string): ElementContent[] | undefined {
  try {
    const root = fromParse5(parseFragment(html))
    return root.type === 'root' ? (root.children as ElementContent[]) : undefined
  } catch {
    // Elements that are nested thousands of levels deep overflow the stack.
    return undefined
  }
}

/** The children, ignoring whitespace. Undefined unless all of them are elements. */
export function onlyElements(children: readonly Root['children'][number][]): Element[] | undefined {
  const elements: Element[] = []
  for (const child of children) {
    if (child.type === 'element') elements.push(child)
    else if (child.type !== 'text' || child.value.trim() !== '') return undefined
  }
  return elements
}

/** The value of an attribute. Undefined if it is missing. */
export function property({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  if (value === null || value === undefined || value === false) return undefined
  if (value === true) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

export function* elementsIn(element: Element, tagName: string): Generator<Element> {
  for (const child of element.children) {
    if (child.type !== 'element') continue
    if (child.tagName === tagName) yield child
    else yield* elementsIn(child, tagName)
  }
}

export function wordsIn(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value
      if (node.type !== 'element' || node.tagName === 'x-q') return ''
      if (node.tagName === 'br') return '\n'
      return apart.has(node.tagName) ? ` ${wordsIn(node.children)} ` : wordsIn(node.children)
    })
    .join('')
}

/** Elements whose words are not joined with those next to them. */
const apart = new Set('p div li ul ol dt dd h1 h2 h3 h4 h5 h6 blockquote summary details tr td th'.split(' '))

const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kbd: {},
  sup: {},
  sub: {},
  mark: { style: 'style' },
  i: { className: 'class' },
  code: { className: 'class' },
  a: { href: 'href', className: 'class', dataIcon: 'data-icon', dataMention: 'data-mention' },
  img: { src: 'src', alt: 'alt', dataSize: 'data-size' },
  picture: {},
  source: { srcSet: 'srcset', media: 'media' },
}

const startTag = (element: Element): string => {
  const names = Object.entries(kept[element.tagName] ?? {})
  const attributes = names.flatMap(([name, attribute]): [string, string][] => {
    const value = property(element, name)
    return value === undefined ? [] : [[attribute, value]]
  })
  return `<${element.tagName}${attributesText(attributes)}>`
}

/** The name marks inline content for the converter, which treats other HTML as a block and splits the paragraph. */
const inlineHtml = (value: string): PhrasingContent => ({ type: 'html', value, data: { hName: 'span' } })

const keep: Handle = (state, element: Element) => {
  const start = inlineHtml(startTag(element))
  if (element.tagName === 'img' || element.tagName === 'source') return start
  const end = inlineHtml(`</${element.tagName}>`)
  // Inline elements can contain only inline content.
  return [start, ...(state.all(element) as PhrasingContent[]), end]
}

const keepIf =
  (condition: (element: Element) => boolean, otherwise: Handle): Handle =>
  (state, element: Element, parent) =>
    condition(element) ? keep(state, element, parent) : otherwise(state, element, parent)

const hasClass = (element: Element, name: RegExp) => name.test(property(element, 'className') ?? '')

/** Frames and media are shown as cards that lead to them, because pages load nothing from other sites. */
const media: Handle = (_state, element: Element) => {
  const [source] = elementsIn(element, 'source')
  const url = property(element, 'src') ?? (source && property(source, 'src'))
  if (!url) return undefined
  const isComplete = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
  const attributes = attributesText([
    [isComplete ? 'url' : 'src', url.startsWith('//') ? `https:${url}` : url],
  ])
  return { type: 'tagLine', value: `{% ${isComplete ? 'embed' : 'file'}${attributes} %}` }
}

const list: Handle = (state, element: Element) => ({
  type: 'list',
  ordered: false,
  children: Array.from(elementsIn(element, 'option'), (option) => ({
    type: 'listItem' as const,
    children: state.toFlow(state.all(option)) as ListItem['children'],
  })),
})

const details: Handle = (state, element: Element) => {
  const summary = element.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'summary',
  )
  const body = { ...element, children: element.children.filter((child) => child !== summary) }
  return {
    type: 'expandable',
    isOpen: property(element, 'open') !== undefined,
    summary: summary ? (state.all(summary) as PhrasingContent[]) : [],
    children: state.toFlow(state.all(body)) as Content[],
  }
}

const handlers: Record<string, Handle> = {
  audio: media,
  video: media,
  iframe: media,
  select: list,
  details,
  ...Object.fromEntries(
    ['kbd', 'sup', 'sub', 'mark', 'img', 'picture', 'source'].map((name) => [name, keep]),
  ),
  i: keepIf(
    (element) => hasClass(element, /(^|\s)fa-/),
    (state, element: Element) => ({
      type: 'emphasis',
      children: state.all(element) as PhrasingContent[],
    }),
  ),
  code: keepIf(
    (element) => hasClass(element, /(^|\s)expression(\s|$)/),
    (_state, element: Element) => ({ type: 'inlineCode', value: wordsIn(element.children) }),
  ),
  a: keepIf(
    (element) => hasClass(element, /(^|\s)button(\s|$)/) || property(element, 'dataMention') !== undefined,
    (state, element: Element) => {
      const children = state.all(element) as PhrasingContent[]
      const url = property(element, 'href')
      return url === undefined ? children : { type: 'link', url, title: null, children }
    },
  ),
}

type TakeNode = (index: number) => Content | PhrasingContent | undefined

/**
 * Converts the content of elements to the equivalent Markdown. `take` has the nodes that are Markdown already; see
 * `MixedHtml`.
 */
export function contentOf(children: ElementContent[], take: TakeNode = () => undefined): Content[] {
  const taken: Handle = (_state, element: Element) => take(Number(property(element, 'n')))
  const root = toMdast(
    { type: 'root', children },
    { document: true, handlers: { ...handlers, pre: preformatted(take), 'x-q': taken } },
  )
  // A document consists of blocks; the types are wider.
  return root.type === 'root' ? (root.children as Content[]).map(imageAlone).flatMap(splitContent) : []
}

/** Code, whose marks are part of it. */
const preformatted =
  (take: TakeNode): Handle =>
  (_state, element: Element) => {
    const words = (nodes: readonly ElementContent[]): string =>
      nodes
        .map((node) => {
          if (node.type !== 'element') return node.type === 'text' ? node.value : ''
          const own = node.tagName === 'x-q' ? take(Number(property(node, 'n'))) : undefined
          if (own) return own.type === 'html' && /^<br\b/i.test(own.value) ? '\n' : markdownText(own)
          if (node.tagName === 'x-q') return ''
          return node.tagName === 'br' ? '\n' : words(node.children)
        })
        .join('')
    const [code] = elementsIn(element, 'code')
    const lang = code && /(?:^|\s)lang(?:uage)?-(\S+)/.exec(property(code, 'className') ?? '')?.[1]
    return { type: 'code', lang: lang ?? null, value: words(element.children).replace(/\n$/, '') }
  }

const imageTag = /^<\/?(?:img|picture|source)\b/

/** A paragraph that contains only an image is an HTML block. */
function imageAlone(block: Content): Content {
  if (block.type !== 'paragraph') return block
  const isImage = (node: PhrasingContent) => node.type === 'html' && imageTag.test(node.value)
  const isSpace = (node: PhrasingContent) => node.type === 'text' && node.value.trim() === ''
  if (!block.children.some(isImage) || !block.children.every((node) => isImage(node) || isSpace(node))) {
    return block
  }
  return { type: 'html', value: block.children.map((node) => ('value' in node ? node.value : '')).join('') }
}
