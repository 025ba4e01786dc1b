import type { Shown } from '../blocks/shown.ts'
import type { BlockLayout, Frame } from '../drawing/frame.ts'
import { breakLines, longestWord, type Span } from '../drawing/lines.ts'
import { bodyHeight, colour, leading } from '../drawing/theme.ts'
import { type Backdrop, behind, type Row, sideBySide } from './rows.ts'

const padding = { side: 6, top: 4 } as const
const maxWordWidth = 150

type Table = Extract<Shown, { type: 'table' }>

/** A table with the width of its frame. Its header is repeated on each page. */
export function tableRows({ head, align, rows }: Table, frame: Frame, layout: BlockLayout): Row[] {
  if (head.length === 0) return []
  const cell: Frame = { ...frame, size: frame.size * 0.9, leading: leading.table }
  const titles = head.map((inlines) => layout.spans(inlines).map((span) => ({ ...span, isBold: true })))
  const widths = columnWidths(titles, rows, cell, layout)
  const frames = widths.map((width, at): Frame => {
    const x = frame.x + widths.slice(0, at).reduce((sum, own) => sum + own, 0)
    const inner = Math.max(4, width - 2 * padding.side)
    return { ...cell, x: x + padding.side, width: inner, align: align[at] ?? 'left' }
  })

  const hasTitles = titles.some((spans) => spans.some(({ text }) => text.trim() !== ''))
  const titleRows = hasTitles
    ? framed(
        sideBySide(
          frames.map((own, at) => layout.text(titles[at] ?? [], own)),
          bodyHeight * 0.3,
        ),
        frame,
        true,
      )
    : []
  const backdrop: Backdrop = { x: frame.x, width: frame.width, look: { fill: colour.head } }
  const header = behind(titleRows, backdrop).map((row) => ({ ...row, keepsNext: true }))
  const again = header.map((row) => ({ ...row, backdrops: [{ ...backdrop }] }))
  const body = rows.flatMap((cells) => {
    const columns = frames.map((own, at) => layout.blocks(cells[at] ?? [], own, 4))
    return framed(sideBySide(columns, bodyHeight * 0.4), frame, false)
  })
  return [...header, ...body.map((row) => ({ ...row, head: again }))]
}

/** Padding, and a line below the table. */
function framed(rows: readonly Row[], { x, width, size }: Frame, isHead: boolean): Row[] {
  const own: readonly Row[] = rows.length > 0 ? rows : [{ height: size }]
  return own.map((row, at) => {
    const above = at === 0 ? padding.top : 0
    const isLast = at === own.length - 1
    const height = row.height + above + (isLast ? padding.top : 0)
    return {
      height,
      draw: (pen, top) => {
        row.draw?.(pen, top + above)
        if (isLast) pen.rule(x, top + height, width, isHead ? colour.quote : colour.faint)
      },
    }
  })
}

function columnWidths(titles: Span[][], rows: Shown[][][], cell: Frame, layout: BlockLayout): number[] {
  const wanted = titles.map((title, at) => {
    const texts = rows.flatMap((cells) => (cells[at] ?? []).map((block) => spansIn(block, layout)))
    let least = 0
    let most = 0
    for (const spans of [title, ...texts]) {
      least = Math.max(least, Math.min(maxWordWidth, longestWord(spans, cell.size, layout.fonts)))
      for (const line of breakLines(spans, Infinity, cell.size, layout.fonts))
        most = Math.max(most, line.width)
    }
    const room = 2 * padding.side + 1
    return { least: least + room, most: Math.max(least, most) + room }
  })
  const least = wanted.reduce((sum, column) => sum + column.least, 0)
  const most = wanted.reduce((sum, column) => sum + column.most, 0)
  if (most <= cell.width) return wanted.map((column) => (column.most / most) * cell.width)
  if (least >= cell.width) return wanted.map((column) => (column.least / least) * cell.width)
  // Long texts would take almost all of the width; the square root leaves space for the others.
  const share = wanted.map((column) => Math.sqrt(column.most - column.least))
  const shares = share.reduce((sum, own) => sum + own, 0)
  return wanted.map((column, at) => column.least + ((share[at] ?? 0) / shares) * (cell.width - least))
}

function spansIn(block: Shown, layout: BlockLayout): Span[] {
  return block.type === 'text' ? layout.spans(block.inlines) : []
}
