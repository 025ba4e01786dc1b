import type { PhrasingContent, TableRow } from 'mdast'
import { decode } from '../parsing/attributes.ts'
import { type Content, type Tag, tagIn, tagOf } from '../parsing/pairs.ts'

/** A range of a text that is replaced. */
export interface Edit {
  start: number
  end: number
  insert: string
}

/** A tag in a text. Only conditions have an edit, which removes the tag. */
export interface Mark {
  tag: Tag
  edit?: Edit
}

/** The tags of a block. HTML can contain conditions. */
export function marksOf(node: Content, body: string): Mark[] {
  const tag = tagOf(node)
  const own = tag === undefined ? [] : [tag.name === 'if' ? { tag, edit: lineOf(node, body) } : { tag }]
  return node.type === 'html' ? [...own, ...conditionsIn(node, body)] : own
}

/** The conditions of a text, in its order. */
export function marksInText(content: readonly PhrasingContent[], body: string): Mark[] {
  return content.flatMap((node): Mark[] => {
    if ('children' in node) return marksInText(node.children, body)
    return node.type === 'inlineCode' || node.type === 'formula' ? [] : conditionsIn(node, body)
  })
}

/**
 * The conditions of a row of a table, whose cells do not contain whole tags: `{% if a || b %}` has the characters that
 * divide cells.
 */
export function marksInRow(row: TableRow, body: string): Mark[] {
  const isDivided = row.children.some((cell) => {
    const { start, end } = placeOf(cell)
    return body.lastIndexOf('{%', end - 1) >= Math.max(start, body.lastIndexOf('%}', end - 1) + 1)
  })
  return isDivided ? conditionsIn(row, body) : []
}

/**
 * The conditions in the source of a node. Also a tag has some in its attributes, an image in its description, and so
 * has a text that is too long for the parser to find tags in.
 */
function conditionsIn(node: Content | PhrasingContent | TableRow, body: string): Mark[] {
  const { start, end } = placeOf(node)
  const written = body.slice(start, end)
  const marks: Mark[] = []
  for (let from = written.indexOf('{%'); from !== -1; from = written.indexOf('{%', from)) {
    const close = written.indexOf('%}', from + 2)
    if (close === -1) break
    const tag = tagIn(written.slice(from, close + 2))
    if (tag?.name === 'if' && written[from - 1] !== '\\') {
      const edit = { start: start + from, end: start + close + 2, insert: '' }
      // In HTML, characters can be written as references, and in tables, some are escaped.
      marks.push({ tag: { ...tag, source: decode(tag.source).replaceAll('\\|', '|') }, edit })
    }
    from = close + 2
  }
  return marks
}

/** Ranges of a text in the order in which they begin, none inside another. */
export class Ranges {
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  add(start: number, end: number): void {
    this.#starts.push(start)
    this.#ends.push(end)
  }

  has(offset: number): boolean {
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low > 0 && offset < (this.#ends[low - 1] ?? 0)
  }
}

export function placeOf(node: { position?: Content['position'] }): { start: number; end: number } {
  const start = node.position?.start.offset ?? 0
  return { start, end: node.position?.end.offset ?? start }
}

/** A tag including the end of its line, if it is the only content of the line. */
function lineOf(node: Content, body: string): Edit {
  const { start, end } = placeOf(node)
  const isAlone = start === 0 || body[start - 1] === '\n'
  const ending = isAlone ? (/^[ \t]*\r?\n/.exec(body.slice(end, end + 200))?.[0].length ?? 0) : 0
  return { start, end: end + ending, insert: '' }
}
