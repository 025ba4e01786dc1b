import type { Shown } from '../blocks/shown.ts'
import type { BlockLayout, Frame } from './frame.ts'
import { breakLines, plainSpan } from './lines.ts'
import { type Backdrop, padded, type Row } from './rows.ts'
import { colour, leading, size } from './theme.ts'

const tabWidth = 4

/** Code line by line. A long line is wrapped and indented. */
export function codeRows(
  { title, lines }: Extract<Shown, { type: 'code' }>,
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
  const style = { ...plainSpan, isCode: true }
  const body = lines.flatMap((text): Row[] => {
    const shown = expandTabs(text)
    if (shown.trim() === '') return [{ height }]
    const broken = breakLines([{ ...style, text: shown }], inner.width - 8, own / 0.9, layout.fonts)
    return broken.map((line, at) => ({
      height,
      draw: (pen, top) => pen.code(line, inner.x + (at === 0 ? 0 : 8), top, { height, ink: colour.ink }),
    }))
  })
  const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { fill: colour.code } }
  const between: Row[] = head.length === 0 ? [] : [{ height: 4, keepsNext: true }]
  return padded([...head, ...between, ...body], 7, backdrop)
}

function expandTabs(text: string): string {
  let shown = ''
  for (const character of text) {
    shown += character === '\t' ? ' '.repeat(tabWidth - (shown.length % tabWidth)) : character
  }
  return shown
}
