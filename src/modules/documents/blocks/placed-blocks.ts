import { lineCounter } from '../reading/block-lines.ts'
import { type ReadMarkdown, readMarkdown } from '../reading/from-markdown.ts'
import type { TextPosition } from '../reading/text-ranges.ts'
import { splitSource } from '../source/split-source.ts'
import { below, type Worded, wordsOf } from '../tree/words.ts'

/** A range of lines of a source, counted from 1. The last line is included. */
export interface LineRange {
  first: number
  last: number
}

/** A node of a document, which has a type if it is a block. */
type Node = Worded & { type?: string }

/** A marker of a list, whose number changes with the items above it. */
const MARKER = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/

/** A block of a source, and the part of the source that it is written in. */
export class PlacedBlock {
  readonly key: string
  readonly type: string
  readonly lines: LineRange
  readonly range: TextPosition
  /** The blocks inside of it. */
  readonly blocks: PlacedBlock[]
  readonly #read: () => string
  #markdown: string | undefined
  #content: string | undefined

  constructor(
    { key = '', type = '' }: Node,
    { lines, range }: Pick<PlacedBlock, 'lines' | 'range'>,
    blocks: PlacedBlock[],
    read: () => string,
  ) {
    this.key = key
    this.type = type
    this.lines = lines
    this.range = range
    this.blocks = blocks
    this.#read = read
  }

  /** Its Markdown, without the prefixes that lists and quotes around it add to lines. */
  get markdown(): string {
    this.#markdown ??= this.#read().replaceAll('\r\n', '\n').trim()
    return this.#markdown
  }

  /** What it is and says, to be compared: the number of an item of a list is not part of it. */
  get content(): string {
    this.#content ??= `${this.type}\n${this.markdown.replace(this.type === 'list-item' ? MARKER : '', '')}`
    return this.#content
  }
}

/** The blocks of a source, each with the blocks inside of it. `read` is its parsed body, if it was parsed before. */
export function placedBlocks(source: string, read?: Omit<ReadMarkdown, 'extras'>): PlacedBlock[] {
  const { body, bodyStart } = splitSource(source)
  const { document, places } = read ?? readMarkdown(body)
  const lineAt = lineCounter(source)
  const whole = { start: 0, end: body.length }

  const placed = (nodes: readonly Node[], outer: TextPosition): PlacedBlock[] => {
    const blocks: PlacedBlock[] = []
    for (const node of nodes) {
      if (node.object !== 'block') {
        blocks.push(...placed(below(node), outer))
        continue
      }
      const own = places.of(node)
      const range = own ?? outer
      const [start, end] = [range.start + bodyStart, range.end + bodyStart]
      const lines = { first: lineAt(start) + 1, last: lineAt(Math.max(start, end - 1)) + 1 }
      // Several blocks can come from one paragraph, which then is not the text of any of them.
      const isShared = nodes.length > 1 && blocks.at(-1)?.range.start === range.start
      const read = () => (own && !isShared ? markdownAt(body, own) : wordsOf(node))
      blocks.push(new PlacedBlock(node, { lines, range }, placed(below(node), range), read))
    }
    return blocks
  }
  return placed(document.nodes, whole)
}

/** A part of a text, whose lines have the prefix of the first one. */
function markdownAt(body: string, { start, end }: TextPosition): string {
  const line = body.lastIndexOf('\n', start - 1) + 1
  const prefix = body.slice(line, start)
  const [first = '', ...others] = body.slice(start, end).split('\n')
  if (prefix === '' || others.length === 0) return body.slice(start, end)
  return [first, ...others.map((each) => each.slice(prefixLength(each, prefix)))].join('\n')
}

/** How much of the prefix a line has: quotes and spaces, which stand below the markers of lists too. */
function prefixLength(line: string, prefix: string): number {
  let at = 0
  while (at < prefix.length && (prefix[at] === '>' ? line[at] === '>' : /[ \t]/.test(line[at] ?? ''))) at += 1
  return at
}
