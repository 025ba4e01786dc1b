import { logoBox } from '../cover-logo.ts'
import { gapRow, heightOf, paint, type Row, stack } from '../rows/rows.ts'
import type { Destinations } from './destinations.ts'
import type { Frame } from './frame.ts'
import type { Layout } from './layout.ts'
import { breakLines, plainSpan } from './lines.ts'
import type { Pen } from './pen.ts'
import type { Picture } from './pictures.ts'
import { bodyWidth, colour, leading, sheet, size } from './theme.ts'
import type { PdfBook, PdfPage } from './types.ts'

export const bodyFrame: Frame = {
  x: sheet.left,
  width: bodyWidth,
  size: size.body,
  leading: leading.body,
  ink: colour.ink,
  align: 'left',
  listLevel: 0,
}

const maxIndent = 6

/**
 * The table of contents. Page numbers are looked up when it is drawn, so it can be measured before they are known.
 */
export function contentsRows(
  pages: readonly PdfPage[],
  startOf: (page: PdfPage) => number | undefined,
  layout: Layout,
  destinations: Destinations,
): Row[] {
  const heading = { ...bodyFrame, size: size.title, leading: leading.heading, ink: colour.heading }
  const rows: Row[] = [
    ...layout.text([{ ...plainSpan, text: 'Contents', isBold: true }], heading),
    gapRow(14),
  ]
  const numberWidth = 34
  for (const page of pages) {
    const indent = Math.min(page.depth, maxIndent) * 15
    const isTop = page.depth === 0
    const frame = { ...bodyFrame, x: sheet.left + indent, width: bodyWidth - indent - numberWidth }
    const height = frame.size * 1.62
    const lines = breakLines(
      [{ ...plainSpan, text: page.title, isBold: isTop }],
      frame.width,
      frame.size,
      layout.fonts,
    )
    if (isTop && rows.length > 2) rows.push(gapRow(5))
    for (const [at, line] of lines.entries()) {
      rows.push({
        height,
        draw: (pen, top) => {
          const ink = isTop ? colour.heading : colour.ink
          pen.line(line, frame.x, top, { height, ink })
          const start = startOf(page)
          if (start === undefined) return
          pen.link(frame.x, top, bodyWidth - indent, height, { dest: destinations.target(page.id) })
          if (at === lines.length - 1)
            drawNumber(pen, start, frame.x + line.width, top, height, isTop, layout)
        },
      })
    }
  }
  return rows
}

function drawNumber(
  pen: Pen,
  number: number,
  from: number,
  top: number,
  height: number,
  isBold: boolean,
  layout: Layout,
): void {
  const [line] = breakLines([{ ...plainSpan, text: String(number), isBold }], 100, size.body, layout.fonts)
  if (line === undefined) return
  const left = sheet.left + bodyWidth - line.width
  pen.line(line, left, top, { height, ink: isBold ? colour.heading : colour.muted })
  if (!isBold) pen.dots(from + 6, top + height * 0.68, left - from - 12)
}

export function drawCover(
  pen: Pen,
  book: PdfBook,
  layout: Layout,
  { createdAt, logo }: { createdAt: Date; logo: Picture | null },
): void {
  if (logo) {
    const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height)
    pen.picture(logo, sheet.left, sheet.top, logo.width * scale, logo.height * scale)
  }
  const wide = { ...bodyFrame, width: bodyWidth * 0.92 }
  const title = { ...wide, size: size.cover, leading: 1.18, ink: colour.heading }
  const rows: Row[] = layout.text([{ ...plainSpan, text: book.title, isBold: true }], title)
  if (book.description !== undefined && book.description !== '') {
    const under = { ...wide, size: 14, leading: 1.45, ink: colour.muted }
    rows.push({ height: 14 }, ...layout.text([{ ...plainSpan, text: book.description }], under))
  }
  const date = createdAt.toISOString().slice(0, 10)
  const small = { ...wide, ink: colour.muted }
  const foot = layout.text([{ ...plainSpan, text: date }], small)
  const top = Math.max(sheet.top, sheet.height * 0.36 - heightOf(rows) / 3)
  pen.box(sheet.left, top - 26, 56, 5, colour.accent, 2.5)
  const room = sheet.height - sheet.bottom - 40 - top
  paint(
    pen,
    stack(rows).filter((placed) => placed.top + placed.row.height <= room),
    top,
  )
  paint(pen, stack(foot), sheet.height - sheet.bottom - 14)
}

/** The header of a page: its ancestors, title and description. */
export function titleRows(page: PdfPage, path: readonly string[], layout: Layout): Row[] {
  const above =
    path.length === 0
      ? []
      : layout.text([{ ...plainSpan, text: path.join('  /  ') }], {
          ...bodyFrame,
          size: size.small,
          ink: colour.muted,
        })
  const title = { ...bodyFrame, size: size.title, leading: leading.heading, ink: colour.heading }
  const rows = [...above, ...layout.text([{ ...plainSpan, text: page.title, isBold: true }], title)]
  if (page.description !== undefined && page.description !== '') {
    const under = { ...bodyFrame, size: 11.5, ink: colour.muted }
    rows.push({ height: 4 }, ...layout.text([{ ...plainSpan, text: page.description }], under))
  }
  rows.push({ height: 12, draw: (pen, top) => pen.rule(sheet.left, top + 8, bodyWidth) })
  return [...rows.map((row) => ({ ...row, keepsNext: true })), gapRow(8)]
}

export function drawFooter(pen: Pen, title: string, number: number, layout: Layout): void {
  const y = sheet.height - sheet.bottom + 30
  const height = size.small * 1.4
  const style = { height, ink: colour.muted }
  const [name] = breakLines([{ ...plainSpan, text: title }], bodyWidth - 60, size.small, layout.fonts)
  const [count] = breakLines([{ ...plainSpan, text: String(number) }], 60, size.small, layout.fonts)
  if (name !== undefined) pen.line(name, sheet.left, y, style)
  if (count !== undefined) pen.line(count, sheet.left + bodyWidth - count.width, y, style)
}
