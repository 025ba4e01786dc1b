import type { Node } from 'prosemirror-model'
import { tagIn } from '../../../../../modules/documents/parsing/pairs.ts'
import { endOf } from '../../blanks.ts'
import type { BlockPrinter } from './block-printer.ts'
import { canonical, isBlank } from './canonical.ts'
import { isUnchanged, originOf } from './origin.ts'
import { printList } from './print-list.ts'
import { printTable } from './print-table.ts'
import { printText } from './print-text.ts'
import { read } from './read.ts'
import { itemTags, nodeName } from './tags.ts'

const items = new Set(itemTags.map(nodeName))
/** What can stand behind the last line end of a head. */
const BLANKS = '\r\n\t >'

/** A text up to the start of its last line. */
const lineStart = (text: string): string =>
  text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)

/** Writes documents as Markdown. What was printed once is kept, so that an edit prints the nodes that it changed. */
export class Printer implements BlockPrinter {
  readonly eol: string
  readonly #definitions: string
  readonly #printed = new WeakMap<Node, { prefix: string; text: string }>()

  constructor({ attrs }: Node) {
    this.eol = attrs.eol as string
    this.#definitions = attrs.definitions as string
  }

  page(doc: Node): string {
    const origin = originOf(doc)
    if (isUnchanged(doc)) return origin?.text ?? ''
    const body = this.blocks(doc, '')
    const head = origin?.head ?? ''
    const isLineStart = /(?:^|[\r\n\uFEFF])[ \t]*$/.test(head)
    const tail = origin?.text === '' ? this.eol : (origin?.tail ?? '')
    return `${head}${body === '' || isLineStart ? '' : this.eol}${body}${tail}`
  }

  blocks(container: Node, prefix: string, isTight = false): string {
    let text = ''
    let previous: Node | undefined
    container.forEach((block) => {
      if (block.type.name === 'summary' || (block.type.name === 'paragraph' && isBlank(block))) return
      const gap = previous === undefined ? '' : this.#gap(previous, block, prefix, isTight)
      text += gap + this.print(block, prefix)
      previous = block
    })
    return text
  }

  print(node: Node, prefix: string): string {
    const origin = originOf(node)
    if (origin?.prefix === prefix && isUnchanged(node)) return origin.text
    const known = this.#printed.get(node)
    if (known?.prefix === prefix) return known.text
    const text = this.#moved(node, prefix) ?? this.#print(node, prefix)
    this.#printed.set(node, { prefix, text })
    return text
  }

  /** The source of a block that stands in another container than before. */
  #moved(node: Node, prefix: string): string | undefined {
    const origin = originOf(node)
    if (origin === undefined || !isUnchanged(node)) return undefined
    const [first = '', ...lines] = origin.text.split('\n')
    const isRegular = lines.every((line) => line.startsWith(origin.prefix) || line.trim() === '')
    if (!isRegular) return undefined
    const moved = lines.map((line) => (line.trim() === '' ? line : prefix + line.slice(origin.prefix.length)))
    return [first, ...moved].join('\n')
  }

  #print(node: Node, prefix: string): string {
    switch (node.type.name) {
      case 'island':
        return this.lines(node.attrs.source as string, prefix)
      case 'bullet_list':
      case 'ordered_list':
        return printList(this, node, prefix)
      case 'blockquote': {
        const origin = originOf(node)
        const head = origin?.prefix === prefix ? origin.head : '> '
        const body = this.blocks(node, `${prefix}> `)
        return body === '' ? head.trimEnd() : head + body
      }
      case 'table':
        return printTable(this, node, prefix)
      case 'expandable':
        return this.#expandable(node, prefix)
      default:
        return node.isTextblock ? this.lines(this.text(node), prefix) : this.#tagged(node, prefix)
    }
  }

  /** A text block, without the prefixes of its containers. */
  text(node: Node): string {
    return printText(node, this.#definitions)
  }

  lines(text: string, prefix: string): string {
    return text
      .split(/\r\n|\r|\n/)
      .map((line, at) => (at === 0 ? line : line === '' ? prefix.trimEnd() : prefix + line))
      .join(this.eol)
  }

  nextLine(prefix: string): string {
    return this.eol + prefix
  }

  blankLine(prefix: string): string {
    return this.eol + prefix.trimEnd() + this.eol + prefix
  }

  #gap(previous: Node, next: Node, prefix: string, isTight: boolean): string {
    const isList = next.type.name.endsWith('_list')
    const isItem = items.has(next.type.name)
    const blank = this.blankLine(prefix)
    const origin = originOf(next)
    if (origin?.gap === undefined || origin.prefix !== prefix) {
      if (isItem) return this.nextLine(prefix)
      return isList && isTight && this.#standTogether(previous, next) ? this.nextLine(prefix) : blank
    }
    const before = originOf(previous)
    const isSame = before === origin.previous && before?.node?.type === previous.type
    if (isSame && isUnchanged(previous) && isUnchanged(next)) return origin.gap
    const ends = origin.gap.match(/\r\n|\r|\n/g)?.length ?? 0
    // The next line can be indented. Below another block, that could mean something else.
    const gap = isSame ? origin.gap : lineStart(origin.gap) + prefix
    if (ends > 1 || isItem) return gap
    return this.#standTogether(previous, next) ? gap : blank
  }

  /** Whether two blocks are still two, and the same, without a blank line between them. */
  #standTogether(previous: Node, next: Node): boolean {
    const doc = read(`${this.print(previous, '')}\n${this.print(next, '')}`)
    if (doc.childCount !== 2) return false
    return canonical(doc.child(0)) === canonical(previous) && canonical(doc.child(1)) === canonical(next)
  }

  #tagged(node: Node, prefix: string): string {
    const origin = originOf(node)?.prefix === prefix ? originOf(node) : undefined
    const tag = node.attrs.tag as string
    const before = origin?.node?.attrs.tag as string | undefined
    const head = before === undefined ? tag : tag + (origin?.head ?? '').slice(before.length)
    const isLineEnded = /[\r\n]/.test(head.slice(endOf(head, BLANKS)))
    const body = this.blocks(node, prefix)
    const tail = origin?.tail || `${this.nextLine(prefix)}{% end${tagIn(tag)?.name ?? ''} %}`
    return `${head}${isLineEnded ? '' : this.nextLine(prefix)}${body}${tail}`
  }

  #expandable(node: Node, prefix: string): string {
    const origin = originOf(node)?.prefix === prefix ? originOf(node) : undefined
    const tag = node.attrs.tag as string
    const blank = this.blankLine(prefix)
    const before = origin?.node?.attrs.tag as string | undefined
    const head =
      before === undefined ? `${tag}${blank}<summary>` : tag + (origin?.head ?? '').slice(before.length)
    const summary = node.child(0)
    const title = originOf(summary)
    const below = title?.prefix === prefix && title.tail !== '' ? title.tail : `</summary>${blank}`
    const body = this.blocks(node, prefix)
    const tail = origin?.tail ?? `${blank}</details>`
    const isApart = body === '' || /^[ \t]*[\r\n]/.test(tail)
    return `${head}${this.print(summary, prefix)}${below}${body}${isApart ? '' : blank}${tail}`
  }
}

export const print = (doc: Node): string => new Printer(doc).page(doc)
