import type { InlineNode, Leaf, Mark, MarkType } from '../tree/types.ts'
import { textNode } from './paragraphs.ts'

export type Marks = readonly Mark[]

const markOrder: readonly MarkType[] = [
  'bold',
  'italic',
  'strikethrough',
  'color',
  'superscript',
  'subscript',
  'keyboard',
  'code',
]

export function withMark(marks: Marks, added: Mark): Marks {
  return sortedMarks([...marks.filter(({ type }) => type !== added.type), added])
}

/** The order of marks in the output, independent of the order in the text. */
export const sortedMarks = (marks: Marks): Mark[] =>
  [...marks].sort((one, other) => markOrder.indexOf(one.type) - markOrder.indexOf(other.type))

export const sameMark = (one: Mark, other: Mark | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Collects texts and other inline nodes. Neighbouring texts with the same marks are one. */
export class InlineRun {
  #nodes: InlineNode[] = []
  #leaves: Leaf[] = []

  /** The leaf that contains the text. */
  text(text: string, marks: Marks): Leaf | undefined {
    if (text === '') return undefined
    const last = this.#leaves.at(-1)
    const continuesLast =
      last?.marks.length === marks.length && last.marks.every((mark, at) => sameMark(mark, marks[at]))
    if (last !== undefined && continuesLast) {
      last.text += text
      return last
    }
    const leaf: Leaf = { object: 'leaf', text, marks: [...marks] }
    this.#leaves.push(leaf)
    return leaf
  }

  inline(node: Exclude<InlineNode, { object: 'text' }>): void {
    this.#closeText()
    this.#nodes.push(node)
  }

  finish(): InlineNode[] {
    this.#closeText()
    return this.#nodes.length === 0 ? [textNode('')] : this.#nodes
  }

  #closeText(): void {
    if (this.#leaves.length === 0) return
    this.#nodes.push({ object: 'text', leaves: this.#leaves })
    this.#leaves = []
  }
}
