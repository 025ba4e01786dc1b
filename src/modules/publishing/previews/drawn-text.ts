import type { Font } from 'fontkit'
import { isRightToLeft, visualOrder } from '../../../platform/fonts/directions.ts'
import { type FontStyle, fontFor } from './font-for.ts'

/** A part of a text that a line can end after. */
interface Piece {
  text: string
  runs: readonly { font: Font; text: string }[]
  width: number
}

export interface TextLook extends FontStyle {
  size: number
  /** The most lines. What is longer ends with an ellipsis. */
  most: number
  width: number
  ink: string
  language: string
}

/** Letters of scripts without spaces between words, with their marks: a line can end between them. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。！？ー]\p{M}*|\s+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\S)+/gu
const LETTERS = /\P{M}\p{M}*/gu
const MARK = /^(?:\p{M}|\p{Cf}|\p{Emoji_Modifier})$/u

async function pieceOf(text: string, look: TextLook): Promise<Piece> {
  const runs: { font: Font; text: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    if (MARK.test(character)) {
      // A mark belongs to the letter before it, as far as its font has it.
      if (last?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) last.text += character
      continue
    }
    const font = await fontFor(character, look.language, look)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return { text, runs, width: widthOf(runs, look.size) }
}

const widthOf = (runs: Piece['runs'], size: number): number =>
  runs.reduce((sum, { font, text }) => sum + (font.layout(text).advanceWidth * size) / font.unitsPerEm, 0)

/** The lines of a text, each as pieces in the order in which they are read. */
async function linesOf(text: string, look: TextLook): Promise<Piece[][]> {
  const lines: Piece[][] = [[]]
  let left = look.width
  const pieces: Piece[] = []
  for (const [part] of text.trim().matchAll(PIECES)) {
    const piece = await pieceOf(/^\s+$/.test(part) ? ' ' : part, look)
    // What is wider than a line is divided where it is full.
    if (piece.width <= look.width) pieces.push(piece)
    else for (const [letter] of part.matchAll(LETTERS)) pieces.push(await pieceOf(letter, look))
  }
  for (const piece of pieces) {
    const isSpace = piece.text === ' '
    if (piece.width > left && !isSpace) {
      lines.push([])
      left = look.width
    }
    const line = lines.at(-1)
    if (!line || (isSpace && line.length === 0)) continue
    line.push(piece)
    left -= piece.width
  }
  if (lines.length <= look.most) return lines
  const kept = lines.slice(0, look.most)
  const dots = await pieceOf('…', look)
  const last = kept.at(-1) ?? []
  while (last.length > 1 && sum(last) + dots.width > look.width) last.pop()
  if (last.at(-1)?.text === ' ') last.pop()
  last.push(dots)
  return kept
}

const sum = (pieces: readonly Piece[]) => pieces.reduce((width, piece) => width + piece.width, 0)

/** A text as SVG, shaped and drawn as paths, so that what draws the image needs no fonts. `bottom` is where it ends. */
export async function drawnText(
  text: string,
  at: { x: number; y: number },
  look: TextLook,
): Promise<{ svg: string; bottom: number }> {
  const lineHeight = look.size * 1.25
  const isRight = isRightToLeft(text)
  const lines = await linesOf(text, look)
  const drawn = lines.map((line, index) => {
    const width = sum(line)
    const baseline = at.y + lineHeight * index + look.size
    let x = isRight ? at.x + look.width - width : at.x
    return visualOrder(line, isRight)
      .map((piece) => {
        const svg = drawnPiece(piece, x, baseline, look.size)
        x += piece.width
        return svg
      })
      .join('')
  })
  return {
    svg: `<g fill="${look.ink}">${drawn.join('')}</g>`,
    bottom: at.y + lineHeight * lines.length,
  }
}

function drawnPiece({ text: whole, runs }: Piece, left: number, baseline: number, size: number): string {
  let x = left
  let svg = ''
  for (const { font, text } of visualOrder(runs, isRightToLeft(whole))) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions, advanceWidth } = font.layout(text)
    let at = 0
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
      const path = glyph.path.toSVG()
      const [dx, dy] = [x + (at + xOffset) * scale, baseline - yOffset * scale]
      if (path !== '')
        svg += `<path transform="translate(${round(dx)} ${round(dy)}) scale(${scale} ${-scale})" d="${path}"/>`
      at += xAdvance
    }
    x += advanceWidth * scale
  }
  return svg
}

const round = (value: number) => Math.round(value * 100) / 100
