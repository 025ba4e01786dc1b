import { isRightToLeft, visualOrder } from '../../../platform/fonts/directions.ts'
import type { Face, Fonts, TextStyle } from '../fonts/fonts.ts'
import type { Formula } from '../formulas/marks.ts'
import type { Picture } from './pictures.ts'

export type Target = { dest: string } | { url: string }

/** A text in one style. */
export interface Span extends TextStyle {
  text: string
  isStruck: boolean
  isRaised: boolean
  isLowered?: boolean
  isUnderlined?: boolean
  /** A key of a keyboard. */
  isKey?: boolean
  /** The colours of the text and behind it. */
  ink?: string
  fill?: string
  target?: Target
  picture?: Picture
  formula?: Formula
  /** The name of an icon. */
  icon?: string
}

export const plainSpan: Span = {
  text: '',
  isBold: false,
  isItalic: false,
  isCode: false,
  isStruck: false,
  isRaised: false,
}

export interface Piece {
  span: Span
  face?: Face
  text: string
  size: number
  width: number
}

export interface Line {
  pieces: Piece[]
  width: number
  /** The extent of its formulas above and below the baseline. */
  above: number
  below: number
  isRightToLeft: boolean
}

interface Fragment extends Piece {
  kind: 'space' | 'break' | 'word'
  /** Whether a line can break before it. */
  mayStart: boolean
}

const han = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60'
const fragments = new RegExp(`\\n|[ \\t]+|[${han}]|[^\\s${han}]+|\\s`, 'gu')
const isHan = new RegExp(`[${han}]`, 'u')
const isThai = /\p{Script=Thai}/u
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
// Han text can break anywhere except before closing and after opening punctuation.
const neverStarts =
  /^[、。，．・：；？！）」』】〕〉》｝］ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.:;?!)\]}]/u
const neverEnds = /[（「『【〔〈《｛［([{]$/u
/** Letters of formulas are smaller than those of texts. */
export const formulaScale = 1.12
/** Icons are a little higher than letters. */
export const iconScale = 1.25
const goodCut = /[/\-_.?&=,;:]/

export function breakLines(spans: readonly Span[], width: number, size: number, fonts: Fonts): Line[] {
  const direction = isRightToLeft(spans.map(({ text }) => text).join(''))
  const lines: Line[] = []
  let line: Fragment[] = []
  let used = 0
  const end = () => {
    while (line.at(-1)?.kind === 'space') line.pop()
    const ordered = visualOrder(line, direction)
    const formulas = line.flatMap(({ span, size: own }) => (span.formula ? [{ ...span.formula, own }] : []))
    lines.push({
      pieces: merged(ordered),
      width: widthOf(line),
      above: Math.max(0, ...formulas.map(({ height, own }) => height * own)),
      below: Math.max(0, ...formulas.map(({ depth, own }) => depth * own)),
      isRightToLeft: direction,
    })
    line = []
    used = 0
  }
  const put = (fragment: Fragment) => {
    line.push(fragment)
    used += fragment.width
  }

  let word: Fragment[] = []
  const placeWord = () => {
    const needed = widthOf(word)
    if (used > 0 && used + needed > width) end()
    for (const fragment of word) {
      let rest = fragment
      // The first part has at least one character, so that this ends for a narrow column too.
      while (used + rest.width > width && rest.text.length > 1 && rest.face !== undefined) {
        const [fitting, remaining] = cut(rest, width - used, used === 0)
        if (fitting !== undefined) put(fitting)
        end()
        rest = remaining
      }
      if (used > 0 && used + rest.width > width) end()
      put(rest)
    }
    word = []
  }

  for (const fragment of fragmentsOf(spans, width, size, fonts)) {
    if (fragment.kind === 'break') {
      placeWord()
      end()
    } else if (fragment.kind === 'space') {
      placeWord()
      if (line.length > 0 || lines.length === 0) put(fragment)
    } else {
      if (fragment.mayStart) placeWord()
      word.push(fragment)
    }
  }
  placeWord()
  if (line.length > 0 || lines.length === 0) end()
  return lines
}

/** The width of the longest word. */
export function longestWord(spans: readonly Span[], size: number, fonts: Fonts): number {
  let longest = 0
  let word = 0
  for (const { kind, mayStart, width } of fragmentsOf(spans, Infinity, size, fonts)) {
    word = kind !== 'word' ? 0 : mayStart ? width : word + width
    longest = Math.max(longest, word)
  }
  return longest
}

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + piece.width, 0)

function fragmentsOf(spans: readonly Span[], width: number, size: number, fonts: Fonts): Fragment[] {
  const found: Fragment[] = []
  let before = ''
  for (const span of spans) {
    if (span.picture !== undefined) {
      const height = Math.min(span.picture.height, size * 1.3)
      const own = (span.picture.width / span.picture.height) * height
      found.push({ kind: 'word', mayStart: true, span, text: '', size: height, width: own })
      before = ''
      continue
    }
    if (span.icon !== undefined) {
      const own = size * iconScale
      found.push({ kind: 'word', mayStart: before.trim() === '', span, text: '', size: own, width: own })
      before = 'x'
      continue
    }
    if (span.formula !== undefined) {
      const own = Math.min(size * formulaScale, width / span.formula.width)
      const mayStart = before === '' || before.trim() === ''
      found.push({ kind: 'word', mayStart, span, text: '', size: own, width: span.formula.width * own })
      before = 'x'
      continue
    }
    // The font for code is wider, so a smaller size makes it look equally large.
    const own = size * (span.isRaised || span.isLowered ? 0.7 : span.isCode ? 0.9 : 1)
    for (const text of span.text.match(fragments)?.flatMap(wordsOf) ?? []) {
      const kind = text === '\n' ? 'break' : text.trim() === '' && text !== '\u00a0' ? 'space' : 'word'
      const isFree = isHan.test(text) || isHan.test(before) || (isThai.test(text) && isThai.test(before))
      let mayStart =
        kind === 'word' &&
        (before === '' ||
          before.trim() === '' ||
          (isFree && !neverStarts.test(text) && !neverEnds.test(before)))
      for (const run of kind === 'break' ? [{ face: undefined, text }] : fonts.runs(text, span)) {
        const advance = run.face === undefined ? 0 : run.face.width(run.text) * own
        found.push({
          kind,
          mayStart,
          span,
          text: run.text,
          size: own,
          width: advance,
          ...(run.face && { face: run.face }),
        })
        mayStart = false
      }
      before = text
    }
  }
  return found
}

function wordsOf(text: string): string[] {
  return isThai.test(text) ? Array.from(thaiWords.segment(text), ({ segment }) => segment) : [text]
}

function cut(fragment: Fragment, room: number, isForced: boolean): [Fragment | undefined, Fragment] {
  const { face, text, size } = fragment
  if (face === undefined) return [undefined, fragment]
  const letters = Array.from(text)
  let low = isForced ? 1 : 0
  let high = letters.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (face.width(letters.slice(0, middle).join('')) * size <= room) low = middle
    else high = middle - 1
  }
  let at = low
  while (at > low / 2 && !goodCut.test(letters[at - 1] ?? '')) at -= 1
  if (at <= low / 2) at = isForced || fragment.span.isCode ? low : 0
  const part = (own: string): Fragment => ({ ...fragment, text: own, width: face.width(own) * size })
  const rest = part(letters.slice(at).join(''))
  return [at === 0 ? undefined : part(letters.slice(0, at).join('')), rest]
}

/** Adjacent texts in one style are drawn as one, so that words stay whole when they are copied. */
function merged(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const { span, face, text, size, width } of pieces) {
    const last = result.at(-1)
    const isSame = last !== undefined && face !== undefined && last.face === face && last.span === span
    if (isSame && !isRightToLeft(last.text) && !isRightToLeft(text)) {
      last.text += text
      last.width += width
    } else {
      result.push({ span, text, size, width, ...(face && { face }) })
    }
  }
  return result
}
