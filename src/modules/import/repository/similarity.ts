/** A text with a name. */
export interface NamedText {
  key: string
  text: string
}

/** The lowest similarity of two texts that are taken for versions of one. */
const THRESHOLD = 0.5
/** Comparing each with each: more texts than this have no common history worth finding. */
export const MAX_PAIRS = 250_000

/** The texts of one list that became texts of another, by how many of their lines they share. Most similar first. */
export function similarTexts(gone: readonly NamedText[], added: readonly NamedText[]): [string, string][] {
  if (gone.length * added.length > MAX_PAIRS) return []
  const before = gone.map(({ key, text }) => ({ key, ...linesOf(text) }))
  const after = added.map(({ key, text }) => ({ key, ...linesOf(text) }))
  const pairs = before.flatMap((one) =>
    after.flatMap((other) => {
      const size = Math.max(one.size, other.size)
      // Texts of very different length cannot be similar enough.
      if (Math.min(one.size, other.size) < size * THRESHOLD) return []
      const score = shared(one.lines, other.lines) / size
      return score >= THRESHOLD ? [{ from: one.key, to: other.key, score }] : []
    }),
  )
  const used = new Set<string>()
  return pairs
    .sort((one, other) => other.score - one.score || (one.from < other.from ? -1 : 1))
    .flatMap(({ from, to }): [string, string][] => {
      if (used.has(`< ${from}`) || used.has(`> ${to}`)) return []
      used.add(`< ${from}`).add(`> ${to}`)
      return [[from, to]]
    })
}

function linesOf(text: string): { lines: Map<string, number>; size: number } {
  const lines = new Map<string, number>()
  let size = 0
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    lines.set(trimmed, (lines.get(trimmed) ?? 0) + 1)
    size += trimmed.length
  }
  return { lines, size }
}

function shared(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [line, count] of one) sum += line.length * Math.min(count, other.get(line) ?? 0)
  return sum
}
