import { tokensOf } from './tokens-of.ts'
import { inNames, inTitle, SHORTEST_TYPO } from './words.ts'

/** A part of a query: one word, or a phrase. */
interface Term {
  words: string[]
  isExcluded: boolean
  /** Whether the last word can be a prefix. */
  isOpen: boolean
  /** Whether it was quoted. */
  isQuoted: boolean
}

/** A parsed query, in the forms that the statements need. Each is a tsquery as text. */
interface SearchQuery {
  /** The query as the caller wrote it. */
  text: string
  /** All required and excluded words. */
  all: string
  /** The same, with the last word complete. */
  whole: string
  /**
   * All words in the title, with the last word complete; the same with the last word as a prefix; all words in
   * titles and headings.
   */
  titleWhole: string
  title: string
  names: string
  /** The same by terms of their own: all words in the title, and all in titles and headings, in any order. */
  titleTerms: string
  namesTerms: string
  /** Any of the words. */
  any: string
  /** The number of words. */
  size: number
  /** Words that can be misspelled. */
  words: string[]
  /** All others: anywhere, in the title, and in titles and headings. */
  rest: string
  restTitle: string
  restNames: string
}

const PARTS = /(-?)"([^"]*)"?|(\S+)/g
/** Shorter words are the prefix of too many words. */
const SHORTEST_OPEN = 2

/** Required words, "phrases" in quotes, and excluded -words. The last word can be a prefix. */
export function parseQuery(text: string): SearchQuery {
  const terms = termsOf(text)
  const sought = terms.filter(({ isExcluded }) => !isExcluded)
  const excluded = terms.filter(({ isExcluded }) => isExcluded).map((term) => `!(${textOfTerm(term)})`)
  const every = (weights: string, isOpen: boolean) =>
    sought.map((term) => textOfTerm({ ...term, isOpen: term.isOpen && isOpen }, weights))
  const isWord = ({ words: [word = ''], ...term }: Term) =>
    !term.isQuoted && word.length >= SHORTEST_TYPO && tokenKind(word) === 'word'
  const mistypable = sought.filter((term) => term.words.length === 1 && isWord(term))
  const others = sought.filter((term) => !mistypable.includes(term))
  const rest = (weights: string) => others.map((term) => textOfTerm(term, weights))
  const and = (parts: string[]) => parts.join(' & ')
  return {
    text,
    all: and([...every('', true), ...excluded]),
    whole: and([...every('', false), ...excluded]),
    titleWhole: and(every('A', false)),
    title: and(every('A', true)),
    names: and(every('AB', true)),
    titleTerms: and([...sought.map((term) => termsOfTerm(term, inTitle)), ...excluded]),
    namesTerms: and([...sought.map((term) => termsOfTerm(term, inNames)), ...excluded]),
    any: every('', true).join(' | '),
    size: sought.reduce((count, term) => count + term.words.length, 0),
    words: mistypable.flatMap(({ words }) => words),
    rest: and([...rest(''), ...excluded]),
    restTitle: and(rest('A')),
    restNames: and(rest('AB')),
  }
}

/** Whether a query contains anything to search for. */
export const looksForSomething = (text: string): boolean =>
  termsOf(text).some(({ isExcluded }) => !isExcluded)

const tokenKind = (word: string) => tokensOf(word).next().value?.kind

function termsOf(text: string): Term[] {
  const terms: Term[] = []
  let lastEnd = 0
  for (const { index, 0: part, 1: minus, 2: quoted, 3: plain } of text.matchAll(PARTS)) {
    const isExcluded = minus === '-' || (plain?.startsWith('-') ?? false)
    const tokens = [...tokensOf(quoted ?? plain ?? '')]
    // The last letter of a text without spaces is part of the previous pair, unless it is alone.
    const sought = tokens.filter(
      ({ kind, position }, at) => kind !== 'last' || position !== tokens[at - 1]?.position,
    )
    const last = sought.at(-1)
    if (!last) continue
    lastEnd = index + part.length
    const mayGoOn = last.kind === 'last' || (last.kind === 'word' && last.word.length >= SHORTEST_OPEN)
    const isQuoted = quoted !== undefined
    terms.push({ words: sought.map(({ word }) => word), isExcluded, isQuoted, isOpen: !isQuoted && mayGoOn })
  }
  // Only the last word is still being typed. A single letter of a text without spaces is part of a pair.
  return terms.map((term, at) => {
    const isEnd = at === terms.length - 1 && !term.isExcluded && text.trimEnd().length <= lastEnd
    return { ...term, isOpen: term.isOpen && (isEnd || isAlone(term)) }
  })
}

const isAlone = ({ words: [word = ''], words }: Term) => words.length === 1 && tokenKind(word) === 'last'

function textOfTerm({ words, isOpen }: Term, weights = ''): string {
  const parts = words.map((word, at) => {
    const labels = (isOpen && at === words.length - 1 ? '*' : '') + weights
    return labels === '' ? `'${word}'` : `'${word}':${labels}`
  })
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' <-> ')})`
}

const termsOfTerm = ({ words, isOpen }: Term, term: (word: string) => string): string =>
  words.map((word, at) => `'${term(word)}'${isOpen && at === words.length - 1 ? ':*' : ''}`).join(' & ')

/** Whether a word of a text matches a query, or is the correct spelling of one of its words. */
export function matcherOf(text: string, meant: readonly string[]): (word: string) => boolean {
  const words = new Set(meant)
  const openings: string[] = []
  for (const term of termsOf(text)) {
    if (term.isExcluded) continue
    for (const word of term.words) words.add(word)
    if (term.isOpen) openings.push(term.words.at(-1) ?? '')
  }
  return (word) => words.has(word) || openings.some((opening) => word.startsWith(opening))
}
