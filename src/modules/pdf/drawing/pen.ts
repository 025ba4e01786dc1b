import { namedIcon } from '../../documents/index.ts'
import type { BookFile, PagePosition } from './book-file.ts'
import { drawFormula } from './formulas.ts'
import { formulaScale, iconScale, type Line, type Piece, type Target } from './lines.ts'
import type { Picture } from './pictures.ts'
import { baseline, colour, type Look } from './theme.ts'

/** The size of the grid on which icons are drawn. */
const iconGrid = 24

interface LineStyle {
  height: number
  ink: string
}

/** Draws on the current page of a document. */
export class Pen {
  #file: BookFile
  #doc: PDFKit.PDFDocument

  constructor(file: BookFile) {
    this.#file = file
    this.#doc = file.doc
  }

  /** A position on the current page. */
  placeAt(y: number): PagePosition {
    return this.#file.placeAt(y)
  }

  line({ pieces }: Line, left: number, top: number, { height, ink }: LineStyle): void {
    let x = left
    const places = pieces.map((piece) => {
      const place = { piece, x }
      x += piece.width
      return place
    })
    this.#chips(places, top, height)
    for (const { piece, x: at } of places) this.#piece(piece, at, top, height, ink)
    this.#links(places, top, height)
  }

  /** A line of a code block, whose background is already drawn. */
  code({ pieces }: Line, left: number, top: number, { height, ink }: LineStyle): void {
    let x = left
    for (const piece of pieces) {
      this.#piece({ ...piece, span: { ...piece.span, isCode: false } }, x, top, height, ink)
      x += piece.width
    }
  }

  box(x: number, y: number, width: number, height: number, fill: string, radius = 0): void {
    if (radius > 0) this.#doc.roundedRect(x, y, width, height, Math.min(radius, height / 2)).fill(fill)
    else this.#doc.rect(x, y, width, height).fill(fill)
  }

  frame(x: number, y: number, width: number, height: number, ink: string): void {
    this.#doc.roundedRect(x, y, width, height, 3).lineWidth(0.6).stroke(ink)
  }

  rule(x: number, y: number, width: number, ink: string = colour.faint, thickness = 0.6): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .stroke(ink)
  }

  dots(x: number, y: number, width: number): void {
    if (width < 8) return
    this.#doc
      .save()
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .dash(0.6, { space: 3 })
      .stroke(colour.quote)
    this.#doc.restore()
  }

  bullet(x: number, y: number, level: number): void {
    if (level % 3 === 0) this.#doc.circle(x, y, 1.5).fill(colour.ink)
    else if (level % 3 === 1) this.#doc.circle(x, y, 1.5).lineWidth(0.6).stroke(colour.ink)
    else this.#doc.rect(x - 1.3, y - 1.3, 2.6, 2.6).fill(colour.ink)
  }

  checkbox(x: number, y: number, isChecked: boolean): void {
    if (!isChecked) {
      this.#doc.roundedRect(x, y, 8, 8, 1.5).lineWidth(0.7).stroke(colour.muted)
      return
    }
    this.#doc.roundedRect(x, y, 8, 8, 1.5).fill(colour.accent)
    this.#doc
      .moveTo(x + 1.9, y + 4.2)
      .lineTo(x + 3.4, y + 5.7)
      .lineTo(x + 6.2, y + 2.5)
    this.#doc.lineWidth(1).stroke('#ffffff')
  }

  disc(x: number, y: number, radius: number, fill: string): void {
    this.#doc.circle(x, y, radius).fill(fill)
  }

  backdrop(x: number, y: number, width: number, height: number, { fill, bar }: Partial<Look>): void {
    if (fill !== undefined) this.box(x, y, width, height, fill, 3)
    if (bar !== undefined) this.box(x, y, 2.6, height, bar, 1.3)
  }

  picture({ image }: Picture, x: number, y: number, width: number, height: number): void {
    this.#doc.image(image, x, y, { width, height })
  }

  /** An image that fills a box. What is beyond it is cut off. */
  cover({ image }: Picture, x: number, y: number, width: number, height: number): void {
    this.#doc.save().roundedRect(x, y, width, height, 3).clip()
    this.#doc.image(image, x, y, { cover: [width, height], align: 'center', valign: 'center' })
    this.#doc.restore()
  }

  /** A line icon. */
  icon(name: string, x: number, y: number, size: number, ink: string): void {
    const path = namedIcon(name)
    if (path === undefined) return
    this.#doc
      .save()
      .translate(x, y)
      .scale(size / iconGrid)
    this.#doc.path(path).lineWidth(1.75).lineCap('round').lineJoin('round').stroke(ink)
    this.#doc.restore()
  }

  link(x: number, y: number, width: number, height: number, target: Target): void {
    if ('url' in target) this.#doc.link(x, y, width, height, target.url)
    else this.#doc.goTo(x, y, width, height, target.dest)
  }

  #piece(piece: Piece, x: number, top: number, height: number, ink: string): void {
    const { span, size, width } = piece
    const middle = top + height / 2
    if (span.picture !== undefined) this.picture(span.picture, x, middle - size / 2, width, size)
    else if (span.icon !== undefined)
      this.icon(span.icon, x, middle - size / 2, size, span.ink ?? (span.target ? colour.link : ink))
    else if (span.formula !== undefined)
      // Its baseline is that of the text around it.
      drawFormula(this.#doc, span.formula, { x, y: middle + (size / formulaScale) * baseline, size, ink })
    else this.#words(piece, x, middle, ink)
  }

  #words({ span, face, text, size, width }: Piece, x: number, middle: number, ink: string): void {
    if (face === undefined || text.trim() === '') return
    const base = middle + size * baseline + (span.isRaised ? -size * 0.5 : span.isLowered ? size * 0.3 : 0)
    const shown = span.ink ?? (span.target !== undefined ? colour.link : (inkOfCode(span) ?? ink))
    this.#doc.font(face.name, size).fillColor(shown)
    const oblique = face.isSlanted ? { oblique: true } : {}
    this.#doc.text(text, x, base, {
      lineBreak: false,
      baseline: 'alphabetic',
      textWidth: width,
      ...oblique,
    } as object)
    if (span.isUnderlined) this.rule(x, base + size * 0.12, width, shown, 0.6)
    if (span.isStruck) this.rule(x, middle + size * 0.08, width, shown, 0.6)
  }

  #chips(places: readonly { piece: Piece; x: number }[], top: number, height: number): void {
    const chips = stretches(places, ({ span }) => (span.isCode || span.fill ? span : undefined))
    for (const { from, to, size, key } of chips) {
      const [x, y, width, own] = [from - 1.5, top + height / 2 - size * 0.68, to - from + 3, size * 1.42]
      this.box(x, y, width, own, key.fill ?? colour.chip, 2)
      if (key.isKey) this.frame(x, y, width, own, colour.quote)
    }
  }

  #links(places: readonly { piece: Piece; x: number }[], top: number, height: number): void {
    for (const { from, to, key } of stretches(places, ({ span }) => span.target)) {
      this.link(from, top, to - from, height, key)
    }
  }
}

/** The colour of code. A key has that of the text. */
const inkOfCode = ({ isCode, isKey }: Piece['span']) => (isCode && !isKey ? colour.chipInk : undefined)

interface Stretch<Key> {
  from: number
  to: number
  size: number
  key: Key
}

/** The size of the text around an icon. */
const textSize = ({ span, size }: Piece): number => (span.icon === undefined ? size : size / iconScale)

function stretches<Key>(
  places: readonly { piece: Piece; x: number }[],
  keyOf: (piece: Piece) => Key | undefined,
): Stretch<Key>[] {
  const found: Stretch<Key>[] = []
  let before: Key | undefined
  for (const { piece, x } of places) {
    const key = keyOf(piece)
    const last = found.at(-1)
    if (key !== undefined) {
      if (key === before && last !== undefined) last.to = x + piece.width
      else found.push({ from: x, to: x + piece.width, size: textSize(piece), key })
    }
    before = key
  }
  return found
}
