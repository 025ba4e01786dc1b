import type { SearchResult } from '../site-rendering/index.ts'
import type { DescribedOperation } from './described-operations.ts'

const MAX_RESULTS = 20
const MAX_WORDS = 10

/** The operations that have every word of a query in their ID, path, summary or tag: the nearest ones first. */
export function findOperations(
  operations: readonly DescribedOperation[],
  query: string,
  base: string,
): SearchResult[] {
  const whole = query.trim().toLowerCase()
  const words = wordsOf(query)
  if (words.length === 0) return []
  return operations
    .map((operation, at) => ({ operation, at, score: scoreOf(operation, whole, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MAX_RESULTS)
    .map(({ operation: { summary, address, tag, method, path, id } }) => ({
      title: summary,
      titleParts: marked(summary, words),
      href: `${base}/${address}`,
      path: [tag],
      passages: [{ title: method, parts: marked(path === id ? path : `${path} · ${id}`, words) }],
    }))
}

const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)

/** Zero if a word is missing. The beginning of a word counts more than what is inside of one. */
function scoreOf({ id, path, summary, tag, method }: DescribedOperation, whole: string, words: string[]) {
  if ([id, path, `${method} ${path}`].some((name) => name.toLowerCase() === whole)) return 1_000
  const separated = id.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  const fields = [
    { text: `${summary} ${separated}`.toLowerCase(), weight: 4 },
    { text: `${tag} ${method} ${path}`.toLowerCase(), weight: 2 },
    { text: id.toLowerCase(), weight: 1 },
  ]
  let score = 0
  for (const word of words) {
    const best = Math.max(...fields.map(({ text, weight }) => weight * nearness(text, word)))
    if (best === 0) return 0
    score += best
  }
  return score
}

function nearness(text: string, word: string): number {
  let nearest = 0
  for (let at = text.indexOf(word); at >= 0 && nearest < 2; at = text.indexOf(word, at + 1)) {
    nearest = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 1
  }
  return nearest
}

/** A text with the words marked. */
function marked(text: string, words: readonly string[]): { text: string; marked: boolean }[] {
  const longestFirst = [...words].sort((one, other) => other.length - one.length)
  const lower = text.toLowerCase()
  const parts: { text: string; marked: boolean }[] = []
  let end = 0
  for (let at = 0; at < text.length; at += 1) {
    const word = longestFirst.find((each) => lower.startsWith(each, at))
    if (word === undefined) continue
    parts.push({ text: text.slice(end, at), marked: false })
    end = at + word.length
    parts.push({ text: text.slice(at, end), marked: true })
    at = end - 1
  }
  parts.push({ text: text.slice(end), marked: false })
  return parts.filter((part) => part.text !== '')
}
