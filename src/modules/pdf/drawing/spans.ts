import { type InlineNode, isHtmlName, namedIcon, urlOf } from '../../documents/index.ts'
import type { Fonts } from '../fonts/fonts.ts'
import { plainSpan, type Span, type Target } from './lines.ts'
import type { Picture } from './pictures.ts'
import { colour, markColours } from './theme.ts'

/** The resources that the text of a page refers to. */
export interface References {
  link(href: string): Target | null
  picture(ref: string): Picture | null
  note(label: string): { number: number; target: Target } | null
  /** The title of the page that a link leads to, if it is part of the document. */
  title(href: string): string | null
}

type State = Omit<Span, 'text'>

const key: Partial<State> = { isCode: true, isKey: true }
const buttons = {
  primary: { isBold: true, ink: '#ffffff', fill: colour.accent },
  secondary: { isBold: true, ink: colour.accent, fill: colour.chip },
} as const

const special = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|\[\^([^[\]\s]+)\]/gi

/** Converts inline content to styled text, including HTML and footnotes that the document has as plain text. */
export function spansFrom(inlines: readonly InlineNode[], references: References, fonts: Fonts): Span[] {
  const writer = new SpanWriter(references, fonts)
  writer.nodes(inlines, plainSpan)
  return writer.spans
}

class SpanWriter {
  spans: Span[] = []
  #references: References
  #fonts: Fonts
  #html: { name: string; change: Partial<State> }[] = []

  constructor(references: References, fonts: Fonts) {
    this.#references = references
    this.#fonts = fonts
  }

  nodes(inlines: readonly InlineNode[], state: State): void {
    for (const node of inlines) {
      if (node.object === 'text') {
        for (const { text, marks } of node.leaves) {
          const has = (type: string) => marks.some((mark) => mark.type === type)
          const style: State = {
            ...state,
            isBold: state.isBold || has('bold'),
            isItalic: state.isItalic || has('italic'),
            isCode: state.isCode || has('code'),
            isStruck: state.isStruck || has('strikethrough'),
            ...(has('superscript') ? { isRaised: true } : {}),
            ...(has('subscript') ? { isLowered: true } : {}),
            ...(has('keyboard') ? key : {}),
            ...Object.assign({}, ...marks.map((mark) => (mark.type === 'color' ? coloured(mark.data) : {}))),
          }
          if (has('code') || has('keyboard')) this.#write(text, style)
          else this.#words(text, style)
        }
      } else {
        this.#inline(node, state)
      }
    }
  }

  #inline(node: Exclude<InlineNode, { object: 'text' }>, state: State): void {
    switch (node.type) {
      case 'link':
        this.nodes(node.nodes, this.#leading(urlOf(node.data.ref), state))
        break
      case 'mention': {
        const url = urlOf(node.data.ref)
        this.#write(this.#references.title(url) ?? node.data.label ?? url, this.#leading(url, state))
        break
      }
      case 'button': {
        const style = {
          ...(node.data.ref ? this.#leading(urlOf(node.data.ref), state) : state),
          ...(node.data.kind === 'secondary' ? buttons.secondary : buttons.primary),
        }
        // The spaces are part of the button.
        this.#write('\u00a0\u00a0', style)
        if (node.data.icon && this.#icon(node.data.icon, style)) this.#write('\u00a0', style)
        this.#write(`${node.data.label}\u00a0\u00a0`, style)
        break
      }
      case 'annotation':
        this.nodes(node.nodes, state)
        this.#note(node.data.label, `[^${node.data.label}]`, state)
        break
      case 'inline-image':
        this.#picture(urlOf(node.data.ref), node.data.caption ?? '', state)
        break
      case 'inline-math':
        this.#formula(node.data.formula, state)
        break
      case 'expression':
        this.#write(node.data.expression, { ...state, isCode: true })
        break
      case 'icon':
        this.#icon(node.data.icon, state)
        break
    }
  }

  #leading(href: string, state: State): State {
    const target = this.#references.link(href)
    return target === null ? state : { ...state, target }
  }

  #words(text: string, state: State): void {
    let from = 0
    for (const found of text.matchAll(special)) {
      const [all, end, tag, attributes, note] = found
      const before = text.slice(from, found.index)
      if (tag !== undefined && !isHtmlName(tag)) continue
      this.#write(before, state)
      from = found.index + all.length
      if (tag !== undefined) this.#tag(tag.toLowerCase(), end === '/', attributes ?? '', state)
      else this.#note(note ?? '', all, state)
    }
    this.#write(text.slice(from), state)
  }

  #tag(name: string, isEnd: boolean, attributes: string, state: State): void {
    if (isEnd) {
      const at = this.#html.findLastIndex((open) => open.name === name)
      if (at >= 0) this.#html.splice(at)
      return
    }
    if (name === 'br') this.#write('\n', state)
    else if (name === 'img') this.#picture(attribute(attributes, 'src'), attribute(attributes, 'alt'), state)
    else if (!attributes.endsWith('/')) this.#html.push({ name, change: this.#changeOf(name, attributes) })
  }

  #changeOf(name: string, attributes: string): Partial<State> {
    if (name === 'a') {
      const href = attribute(attributes, 'href')
      const target = href === '' ? null : this.#references.link(href)
      return target === null ? {} : { target }
    }
    if (['b', 'strong'].includes(name)) return { isBold: true }
    if (['i', 'em', 'var'].includes(name)) return { isItalic: true }
    if (['code', 'samp'].includes(name)) return { isCode: true }
    if (['s', 'del'].includes(name)) return { isStruck: true }
    if (['u', 'ins'].includes(name)) return { isUnderlined: true }
    if (name === 'kbd') return key
    if (name === 'sub') return { isLowered: true }
    return name === 'sup' ? { isRaised: true } : {}
  }

  #note(label: string, written: string, state: State): void {
    const note = this.#references.note(label)
    if (note === null) this.#write(written, state)
    else this.#write(String(note.number), { ...state, isRaised: true, target: note.target })
  }

  #picture(ref: string, alt: string, state: State): void {
    const picture = this.#references.picture(ref)
    if (picture === null) this.#write(alt === '' ? '[image]' : `[${alt}]`, { ...state, isItalic: true })
    else this.spans.push({ ...this.#styled(state), text: '', picture })
  }

  /** Returns whether there is an icon with this name. */
  #icon(name: string, state: State): boolean {
    const isKnown = namedIcon(name) !== undefined
    if (isKnown) this.spans.push({ ...this.#styled(state), text: '', icon: name })
    return isKnown
  }

  /** Its source if it is not valid. */
  #formula(source: string, state: State): void {
    const formula = this.#fonts.formula(source, false)
    if (formula === null) this.#write(source, { ...state, isCode: true })
    else this.spans.push({ ...this.#styled(state), text: '', formula })
  }

  #write(text: string, state: State): void {
    if (text !== '') this.spans.push({ ...this.#styled(state), text })
  }

  #styled(state: State): State {
    return Object.assign({}, state, ...this.#html.map(({ change }) => change))
  }
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}

/** The colours of a mark by their names. Others could be hard to read, so they are left out. */
function coloured({ text, background }: { text?: string; background?: string }): Partial<State> {
  const ink = markColours[colourName(text)]?.ink
  const fill = markColours[colourName(background)]?.fill
  return { ...(ink === undefined ? {} : { ink }), ...(fill === undefined ? {} : { fill }) }
}

const colourName = (value = ''): string => /^(?:\$?[a-z]+-)?([a-z]+)$/.exec(value.toLowerCase())?.[1] ?? ''

/** The name of a link. Words that only repeat the address are replaced by the title of the page. */
export function linkName(words: string, href: string, { title }: Pick<References, 'title'>): string {
  const isAddress = words === href || href.endsWith(`/${words}`) || href.startsWith(`${words}#`)
  return (isAddress ? title(href) : null) ?? words
}
