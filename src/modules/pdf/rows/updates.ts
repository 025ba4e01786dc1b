import type { Shown } from '../blocks/shown.ts'
import type { BlockLayout, Frame } from '../drawing/frame.ts'
import { plainSpan, type Span } from '../drawing/lines.ts'
import { colour, gap, size } from '../drawing/theme.ts'
import { gapRow, heightOf, paint, type Row, stack } from './rows.ts'

/** The width of the dates, which are beside the texts if there is room. */
const dateWidth = 96
const leastText = 200

/** Entries of a changelog, each with its date and its tags. */
export function updateRows(
  { updates }: Extract<Shown, { type: 'updates' }>,
  frame: Frame,
  layout: BlockLayout,
): Row[] {
  const isBeside = frame.width - dateWidth >= leastText
  return updates.flatMap(({ date, tags, blocks }, at) => {
    const small: Frame = { ...frame, size: size.small, ink: colour.muted, align: 'left' }
    const inset = isBeside ? dateWidth : 0
    const words = date === '' ? [] : [{ ...plainSpan, text: layout.references.date(date) }]
    const head = [
      ...(words.length === 0 ? [] : layout.text(words, { ...small, width: (inset || frame.width) - 12 })),
      ...tagRows(tags, { ...small, width: (inset || frame.width) - 12 }, layout),
    ]
    const body = layout.blocks(blocks, { ...frame, x: frame.x + inset, width: frame.width - inset })
    const own = isBeside ? beside(head, body) : [...head.map((row) => ({ ...row, keepsNext: true })), ...body]
    return at === 0 ? own : [gapRow(gap.section), ...own]
  })
}

/** The first row of the text draws the head next to it. */
function beside(head: readonly Row[], body: readonly Row[]): Row[] {
  const missing = heightOf(head) - heightOf(body)
  const rows = missing > 0 ? [...body, { height: missing }] : body
  const [first, ...rest] = rows
  if (first === undefined) return []
  const draw: Row['draw'] = (pen, top) => {
    paint(pen, stack(head), top)
    first.draw?.(pen, top)
  }
  let left = heightOf(head)
  return [{ ...first, draw }, ...rest].map((row) => {
    left -= row.height
    return left > 0 ? { ...row, keepsNext: true } : row
  })
}

/** Labels on a background. */
export function tagRows(tags: readonly string[], frame: Frame, layout: BlockLayout): Row[] {
  if (tags.length === 0) return []
  const style: Span = { ...plainSpan, fill: colour.chip, ink: colour.muted }
  const spans = tags.flatMap((tag, at): Span[] => [
    ...(at === 0 ? [] : [{ ...plainSpan, text: '  ' }]),
    // The spaces are part of the label.
    { ...style, text: `\u00a0${tag}\u00a0` },
  ])
  return layout.text(spans, frame)
}
