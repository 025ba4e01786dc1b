import type { CodeLine, Shown } from '../blocks/shown.ts'
import type { BlockLayout, Frame } from '../drawing/frame.ts'
import { breakLines, type Line, plainSpan } from '../drawing/lines.ts'
import { colour, leading, size } from '../drawing/theme.ts'
import { type Backdrop, behind, padded, type Row } from './rows.ts'

const tabWidth = 4
const wrapIndent = 8
/** The space between the number of a line and its text. */
const numberGap = 10

/** Code line by line. A long line is wrapped and indented. */
export function codeRows(
  { title, hasNumbers, lines }: Extract<Shown, { type: 'code' }>,
  frame: Frame,
  layout: BlockLayout,
): Row[] {
  const inner: Frame = { ...frame, x: frame.x + 10, width: Math.max(20, frame.width - 20), align: 'left' }
  const own = size.code * (frame.size / size.body)
  const height = own * leading.code
  const head =
    title === undefined
      ? []
      : layout
          .text([{ ...plainSpan, text: title, isBold: true }], { ...inner, size: own, ink: colour.muted })
          .map((row) => ({ ...row, keepsNext: true }))
  // The font size is set here; inline code is scaled when lines are broken.
  const linesOf = (text: string, width: number) =>
    breakLines([{ ...plainSpan, isCode: true, text }], width, own / 0.9, layout.fonts)
  const numbers = hasNumbers ? lines.map((_line, at) => linesOf(String(at + 1), Infinity)[0]) : []
  // All digits have the same width, so the last number is the widest.
  const margin = hasNumbers ? (numbers.at(-1)?.width ?? 0) + numberGap : 0
  const left = inner.x + margin
  const room = Math.max(20, inner.width - margin - wrapIndent)
  const numbered = (rows: Row[], number: Line | undefined): Row[] => {
    const [first, ...rest] = rows
    if (first === undefined || number === undefined) return rows
    const draw: Row['draw'] = (pen, top) => {
      pen.code(number, left - numberGap - number.width, top, { height, ink: colour.muted })
      first.draw?.(pen, top)
    }
    return [{ ...first, draw }, ...rest]
  }
  const marks = marksOf(lines, frame)
  const body = lines.flatMap(({ text }, at): Row[] => {
    const shown = expandTabs(text)
    const broken = shown.trim() === '' ? [] : linesOf(shown, room)
    const rows: Row[] = broken.map((line, part) => ({
      height,
      draw: (pen, top) =>
        pen.code(line, left + (part === 0 ? 0 : wrapIndent), top, { height, ink: colour.ink }),
    }))
    const complete = numbered(rows.length === 0 ? [{ height }] : rows, numbers[at])
    const mark = marks[at]
    return mark === undefined ? complete : behind(complete, mark)
  })
  const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { fill: colour.code } }
  const between: Row[] = head.length === 0 ? [] : [{ height: 4, keepsNext: true }]
  return padded([...head, ...between, ...body], 7, backdrop)
}

/** The background of each highlighted line. Consecutive ones share it. */
function marksOf(lines: readonly CodeLine[], { x, width }: Frame): (Backdrop | undefined)[] {
  let current: Backdrop | undefined
  return lines.map(({ isMarked }) => {
    current = isMarked
      ? (current ?? { x, width, look: { fill: colour.marked, bar: colour.accent } })
      : undefined
    return current
  })
}

function expandTabs(text: string): string {
  let shown = ''
  for (const character of text) {
    shown += character === '\t' ? ' '.repeat(tabWidth - (shown.length % tabWidth)) : character
  }
  return shown
}
