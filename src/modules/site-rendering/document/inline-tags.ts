import { attributes, escaped, Html } from '../../../core/html.ts'
import { attributesIn, isHtmlName, refFrom } from '../../documents/index.ts'
import type { Context } from './context.ts'

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi
/** Elements without attributes, as they are. */
const plain = new Set(
  'u ins del s small abbr q samp var dfn cite bdi b strong i em sub sup kbd code mark span'.split(' '),
)

/** Renders HTML tags that a text contains. Tags that a run of text leaves open are closed at its end. */
export class InlineTags {
  readonly #context: Context
  readonly #open: string[] = []

  constructor(context: Context) {
    this.#context = context
  }

  render(text: string, rendered: (plain: string) => string): Html {
    let result = ''
    let from = 0
    for (const found of text.matchAll(tag)) {
      const [all, end, name = '', values = ''] = found
      const shown = this.#tag(name.toLowerCase(), end === '/', values)
      // Text that looks like a tag, such as `<your-name>`.
      if (shown === null) continue
      result += rendered(text.slice(from, found.index)) + shown
      from = found.index + all.length
    }
    return new Html(result + rendered(text.slice(from)))
  }

  /** The end tags of all open elements. */
  close(): Html {
    const ends = this.#open.reverse().map((name) => `</${name}>`)
    this.#open.length = 0
    return new Html(ends.join(''))
  }

  #tag(name: string, isEnd: boolean, values: string): string | null {
    if (name === 'br' || name === 'wbr') return isEnd ? '' : `<${name}>`
    // The tags of other elements are left out, and their text is kept.
    if (name !== 'a' && !plain.has(name)) return isHtmlName(name) ? '' : null
    if (isEnd) return this.#end(name)
    if (values.endsWith('/')) return ''
    const shown = name === 'a' ? this.#anchor(values) : ''
    if (shown === null) return ''
    this.#open.push(name)
    return `<${name}${shown}>`
  }

  #end(name: string): string {
    const at = this.#open.lastIndexOf(name)
    if (at === -1) return ''
    return this.#open
      .splice(at)
      .reverse()
      .map((open) => `</${open}>`)
      .join('')
  }

  /** The attributes of a link or anchor. Null if it is neither, so that its tags are left out. */
  #anchor(values: string): string | null {
    const given = attributesIn(values)
    const isNested = this.#open.includes('a')
    const target = isNested ? null : this.#context.resolve(refFrom(given.get('href') ?? ''))
    const id = given.get('id') || given.get('name') || ''
    const isAnchor = /^[\w.-]{1,200}$/.test(id)
    if (target === null && !isAnchor) return null
    return attributes({ id: isAnchor && id, href: target?.href }).text
  }
}

/** Text with line breaks. */
export const withBreaks = (text: string): string => escaped(text).replaceAll('\n', '<br>')
