import { createHash } from 'node:crypto'
import { lineOf, type Mutant } from './mutants.ts'

/**
 * The given number of mutants, in an order that the seed determines. Each has its place by a hash of itself, so a
 * sample stays the same when other lines of the sources change, and can be continued.
 */
export function sampleOf(
  mutants: readonly Mutant[],
  texts: ReadonlyMap<string, string>,
  { count, seed }: { count: number; seed: number },
): Mutant[] {
  const seen = new Map<string, number>()
  const placed = mutants.map((mutant) => {
    const { path, before, after } = mutant
    const key = [path, lineOf(mutant, texts.get(path) ?? ''), before, after].join('\n')
    const earlier = seen.get(key) ?? 0
    seen.set(key, earlier + 1)
    const place = createHash('sha256').update(`${seed}\n${earlier}\n${key}`).digest('hex')
    return { mutant, place }
  })
  placed.sort((one, other) => (one.place < other.place ? -1 : 1))
  return placed.slice(0, count).map(({ mutant }) => mutant)
}
