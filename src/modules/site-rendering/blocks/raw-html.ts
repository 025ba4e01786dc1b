import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { parseFragment } from 'parse5'
import { type AttributeValue, attributes, escaped, Html, html } from '../../../core/html.ts'
import { embedFrameOf, refFrom } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'
import { imageElement } from './image.ts'
import { embedCard } from './link-cards.ts'

/** Parsing HTML can take quadratic time in its depth. Of longer HTML only the text is shown. */
const MAX_CHARACTERS = 64 * 1024

const align: [string, ...string[]] = ['align', 'left', 'center', 'right']
const blocks = 'p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr figure figcaption details summary'
const phrases =
  'a b strong i em u s del ins sub sup kbd code samp var mark small abbr cite q dfn span br wbr time bdi'
const tables = 'table caption colgroup col thead tbody tfoot tr th td'

const schema: Schema = {
  strip: 'script style template noscript title svg math'.split(' '),
  clobberPrefix: '',
  tagNames: [...blocks.split(' '), ...phrases.split(' '), ...tables.split(' '), 'img'],
  attributes: {
    '*': ['dir', 'lang', 'title', 'id'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    p: [align],
    div: [align],
    h1: [align],
    h2: [align],
    h3: [align],
    h4: [align],
    td: [align, 'colSpan', 'rowSpan'],
    th: [align, 'colSpan', 'rowSpan', 'scope'],
    ol: ['start'],
    details: ['open'],
    time: ['dateTime'],
  },
  // Addresses are checked and resolved when they are written.
  protocols: {},
  required: {},
}

/** HTML of the text: known elements and attributes, with the links and images of the site. */
export function renderRawHtml(source: string, context: Context): Html {
  if (source.length > MAX_CHARACTERS) return wordsOf(source)
  try {
    const root = fromParse5(parseFragment(source)) as Root
    const clean = sanitize({ ...root, children: linked(root.children) }, schema)
    return clean.type === 'root' ? new Writer(context).nodes(clean.children) : new Html('')
  } catch (error) {
    // Elements that are nested thousands of levels deep overflow the stack.
    if (error instanceof RangeError) return wordsOf(source)
    throw error
  }
}

const wordsOf = (source: string): Html => html`<p>${source.replaceAll(/<[^<>]*>/g, ' ')}</p>`

const media = new Set(['iframe', 'video', 'audio', 'embed'])
/** Elements that readers cannot use, as those that show the same text. */
const shownAs: Readonly<Record<string, string>> = {
  select: 'ul',
  option: 'li',
  optgroup: 'li',
  textarea: 'pre',
}

/** Frames and media become links, because pages load nothing from other sites by themselves. */
function linked<Node extends RootContent | ElementContent>(nodes: readonly Node[]): Node[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node
    const { src } = node.properties
    const tagName = shownAs[node.tagName] ?? node.tagName
    if (!media.has(node.tagName) || typeof src !== 'string')
      return { ...node, tagName, children: linked(node.children) }
    const address = src.startsWith('//') ? `https:${src}` : src
    return {
      ...node,
      tagName: 'a',
      properties: { href: address },
      children: [{ type: 'text', value: address }],
    }
  })
}

const empty = new Set(['br', 'hr', 'wbr', 'img', 'col'])
const names: Readonly<Record<string, string>> = {
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  dateTime: 'datetime',
}

class Writer {
  readonly #context: Context
  #isInLink = false

  constructor(context: Context) {
    this.#context = context
  }

  nodes(nodes: readonly (RootContent | ElementContent)[]): Html {
    let text = ''
    for (const node of nodes) {
      if (node.type === 'text') text += escaped(node.value)
      else if (node.type === 'element') text += this.#element(node).text
    }
    return new Html(text)
  }

  #element(element: Element): Html {
    if (element.tagName === 'img') return this.#image(element)
    if (element.tagName === 'a') return this.#link(element)
    // The title of the page is the only heading of the first level.
    const name = element.tagName === 'h1' ? 'h2' : element.tagName
    const values = attributes(valuesOf(element)).text
    if (empty.has(name)) return new Html(`<${name}${values}>`)
    return new Html(`<${name}${values}>${this.nodes(element.children).text}</${name}>`)
  }

  #link(element: Element): Html {
    const { href } = element.properties
    const target = this.#isInLink || typeof href !== 'string' ? null : this.#context.resolve(refFrom(href))
    const { id } = valuesOf(element)
    const [only] = element.children
    // What `linked` has made of a frame: an address that leads to itself.
    const isBare = only?.type === 'text' && only.value === href
    if (target && isBare && embedFrameOf(target.href))
      return embedCard(target, refFrom(only.value), this.#context)
    if (target === null) {
      const inside = this.nodes(element.children)
      return id === undefined ? inside : html`<span${attributes({ id })}>${inside}</span>`
    }
    this.#isInLink = true
    const inside = this.nodes(element.children)
    this.#isInLink = false
    return html`<a${attributes({ id, href: target.href, ...this.#context.windowOf(target.href) })}>${inside}</a>`
  }

  #image({ properties }: Element): Html {
    const { src, alt, width, height } = properties
    const light = typeof src === 'string' ? this.#context.image(refFrom(src)) : null
    const words = typeof alt === 'string' ? alt : ''
    if (light === null) return html`${words}`
    const size = { width: textOf(width), height: textOf(height) }
    return imageElement({ light, alt: words, isLazy: true, ...size }, 'inline-image')
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const anchor = /^[\w.-]{1,200}$/

function valuesOf({ properties }: Element): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, AttributeValue][] => {
      if (name === 'id' && !(typeof value === 'string' && anchor.test(value))) return []
      const shown = Array.isArray(value) ? value.join(' ') : value
      if (name === 'align') return [['class', `to-${shown}`]]
      return [[names[name] ?? name, shown]]
    }),
  )
}
