const NOT_ASCII = /[^\0-\x7f]/
/**
 * Accents of Latin, Greek and Cyrillic letters, and points of Hebrew and Arabic ones. Other marks are vowels, which
 * are kept.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]/g
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

/** Removes case and accents from a text. Pages and queries are compared in this form. */
function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðþłħıς]/g, (letter) => LETTERS[letter] ?? letter)
}

/** A normalized word and its position in the text. */
export interface Token {
  word: string
  start: number
  end: number
  /** Adjacent words have consecutive numbers. */
  position: number
  /** Whether this is a pair of letters of a script without spaces between words, or the last letter. */
  kind: 'word' | 'pair' | 'last'
}

/** Longer words are keys and checksums, which users do not type. */
const LONGEST_WORD = 64

// Scripts without spaces between words, or with particles attached to them.
const UNDIVIDED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]'
const ASCII_WORDS = /[A-Za-z0-9]+/g
const WORDS = new RegExp(`(${UNDIVIDED}+)|(?:(?!${UNDIVIDED})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/**
 * The words of a text in order. In scripts without spaces between words, each pair of adjacent letters is a word,
 * so that any part of the text can be found.
 */
export function* tokensOf(text: string): Generator<Token> {
  let position = 0
  if (!NOT_ASCII.test(text)) {
    // The same, several times as fast.
    for (const { 0: run, index } of text.matchAll(ASCII_WORDS)) {
      position += 1
      const word = run.slice(0, LONGEST_WORD).toLowerCase()
      yield { word, start: index, end: index + run.length, position, kind: 'word' }
    }
    return
  }
  for (const match of text.matchAll(WORDS)) {
    const [run] = match
    if (match[1] === undefined) {
      const word = fold(run).slice(0, LONGEST_WORD)
      position += 1
      if (word !== '')
        yield { word, start: match.index, end: match.index + run.length, position, kind: 'word' }
      continue
    }
    for (const token of pairsOf(run)) {
      // The last letter has the number of the last pair, so that the next word still follows the pair.
      if (token.kind === 'pair' || token.isAlone) position += 1
      const { isAlone: _isAlone, ...rest } = token
      yield { ...rest, start: match.index + token.start, end: match.index + token.end, position }
    }
  }
}

function* pairsOf(run: string): Generator<Omit<Token, 'position'> & { isAlone: boolean }> {
  let start = 0
  const letters = [...run].map((letter) => {
    const at = { word: fold(letter), start, end: start + letter.length }
    start = at.end
    return at
  })
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1]
    yield next
      ? { word: letter.word + next.word, start: letter.start, end: next.end, kind: 'pair', isAlone: false }
      : { ...letter, kind: 'last', isAlone: index === 0 }
  }
}
