import { formulaKey } from '../fonts/fonts.ts'
import type { Formula, FormulaMark } from '../formulas/marks.ts'

interface FormulaPosition {
  /** The left end of its baseline. */
  x: number
  y: number
  /** The size of an em. */
  size: number
  ink: string
}

/** Draws a formula on the current page of a document. */
export function drawFormula(doc: PDFKit.PDFDocument, { marks }: Formula, place: FormulaPosition): void {
  for (const mark of marks) drawMark(doc, mark, place)
}

function drawMark(doc: PDFKit.PDFDocument, mark: FormulaMark, { x, y, size, ink }: FormulaPosition): void {
  const left = x + mark.x * size
  const top = y + mark.y * size
  const colour = mark.ink ?? ink
  switch (mark.type) {
    case 'text':
      doc.font(formulaKey(mark.font), mark.size * size).fillColor(colour)
      doc.text(mark.text, left, top, { lineBreak: false, baseline: 'alphabetic' })
      break
    case 'bar':
      doc.rect(left, top, mark.width * size, mark.height * size).fill(colour)
      break
    case 'frame':
      doc.rect(left, top, mark.width * size, mark.height * size)
      doc.lineWidth(mark.thickness * size).stroke(colour)
      break
    case 'line':
      doc.moveTo(left, top).lineTo(x + mark.toX * size, y + mark.toY * size)
      doc.lineWidth(mark.thickness * size).stroke(colour)
      break
    case 'path': {
      const { area } = mark
      doc.save()
      doc.rect(x + area.x * size, y + area.y * size, area.width * size, area.height * size).clip()
      doc
        .translate(left, top)
        .scale(mark.scaleX * size, mark.scaleY * size)
        .path(mark.d)
        .fill(colour)
      doc.restore()
    }
  }
}
