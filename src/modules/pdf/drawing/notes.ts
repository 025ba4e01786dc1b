import { blocksInside, type Shown } from '../blocks/shown.ts'
import { gapRow, type Row } from '../rows/rows.ts'
import type { Destinations } from './destinations.ts'
import type { Frame } from './frame.ts'
import type { Layout } from './layout.ts'
import { plainSpan, type Target } from './lines.ts'
import { colour, size } from './theme.ts'

type Note = Extract<Shown, { type: 'note' }>

/** The footnotes of a page, numbered by their first reference. */
export class Notes {
  #notes = new Map<string, Note>()
  #numbers = new Map<string, number>()
  #page: string
  #destinations: Destinations

  constructor(blocks: readonly Shown[], page: string, destinations: Destinations) {
    this.#page = page
    this.#destinations = destinations
    for (const note of notesIn(blocks)) if (!this.#notes.has(note.label)) this.#notes.set(note.label, note)
  }

  refer(label: string): { number: number; target: Target } | null {
    if (!this.#notes.has(label)) return null
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1
    this.#numbers.set(label, number)
    return { number, target: { dest: this.#destinations.target(this.#page, anchorOf(label)) } }
  }

  /** Call this after the text was laid out. Footnotes without a reference come last. */
  rows(layout: Layout, frame: Frame): Row[] {
    for (const label of this.#notes.keys()) this.refer(label)
    if (this.#notes.size === 0) return []
    const small: Frame = { ...frame, size: size.small, ink: colour.muted }
    const rule: Row = {
      height: 8,
      keepsNext: true,
      draw: (pen, top) => pen.rule(frame.x, top + 2, 90, colour.quote),
    }
    // A footnote can refer to another one, so the list can grow during the layout.
    const texts = Array.from(this.#numbers, ([label, number]) => {
      const spans = layout.spans(this.#notes.get(label)?.inlines ?? [])
      const rows = layout.text([{ ...plainSpan, text: `${number}. `, isBold: true }, ...spans], small)
      const [first, ...rest] = rows
      if (first === undefined) return []
      const draw: Row['draw'] = (pen, top) => {
        this.#destinations.draw(pen.placeAt(top - 12), this.#page, anchorOf(label))
        first.draw?.(pen, top)
      }
      return [{ ...first, draw }, ...rest]
    })
    return [gapRow(20), rule, ...texts.flat()]
  }
}

const anchorOf = (label: string) => `note:${label}`

const notesIn = (blocks: readonly Shown[]): Note[] =>
  blocks.flatMap((block) => (block.type === 'note' ? [block] : notesIn(blocksInside(block))))
