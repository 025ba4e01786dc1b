import { areaOf } from './areas.ts'
import { type Equivalent, equivalents } from './equivalent.ts'
import { lineOf, type Mutant } from './mutants.ts'
import type { Result } from './results.ts'

/** The share of non-equivalent mutants that have to be detected; in the areas of areas.ts, all of them. */
const LEAST_SHARE = 0.95

const placeOf = ({ path, line }: Mutant) => `${path}:${line}`
const changeOf = ({ before, after }: Mutant) => `${short(before)} → ${short(after)}`
const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)

export const lineFor = ({ mutant, caughtBy }: Result) =>
  `${caughtBy === null ? 'SURVIVED' : 'caught  '} ${placeOf(mutant)} ${changeOf(mutant)}${caughtBy === null ? '' : `  (${caughtBy})`}`

const isSame = (one: Equivalent, { path, before, after }: Mutant, line: string) =>
  one.path === path && one.line === line && one.before === before && one.after === after

/** The entry of a mutant in equivalent.ts, if it has one. */
export function equivalentOf(mutant: Mutant, texts: ReadonlyMap<string, string>): Equivalent | undefined {
  const line = lineOf(mutant, texts.get(mutant.path) ?? '')
  return equivalents.find((one) => isSame(one, mutant, line))
}

/** Prints the share of detected mutants by area, and the survivors; returns false if there are too many. */
export function report(results: readonly Result[], texts: ReadonlyMap<string, string>): boolean {
  const counted = results.map((result) => ({ ...result, equivalent: equivalentOf(result.mutant, texts) }))
  const real = counted.filter(({ equivalent, caughtBy }) => caughtBy !== null || !equivalent)
  const survivors = real.filter(({ caughtBy }) => caughtBy === null)
  const lines = [`${real.length - survivors.length} of ${real.length} changes are caught (${share(real)} %)`]
  const areas = new Set(real.map(({ mutant }) => areaOf(mutant.path) ?? 'elsewhere'))
  for (const area of [...areas].sort()) {
    const here = real.filter(({ mutant }) => (areaOf(mutant.path) ?? 'elsewhere') === area)
    lines.push(`  ${area}: ${here.filter(({ caughtBy }) => caughtBy !== null).length} of ${here.length}`)
  }
  if (survivors.length > 0)
    lines.push('Not caught:', ...survivors.map(({ mutant }) => `  ${placeOf(mutant)} ${changeOf(mutant)}`))
  const same = counted.filter(({ equivalent, caughtBy }) => equivalent && caughtBy === null)
  if (same.length > 0) lines.push('Without effect, and not counted:')
  for (const { mutant, equivalent } of same)
    lines.push(`  ${placeOf(mutant)} ${changeOf(mutant)}: ${equivalent?.reason}`)
  process.stdout.write(`\n${lines.join('\n')}\n`)
  return (
    survivors.every(({ mutant }) => !areaOf(mutant.path)) &&
    survivors.length <= (1 - LEAST_SHARE) * real.length
  )
}

const share = (results: readonly Result[]) =>
  ((100 * results.filter(({ caughtBy }) => caughtBy !== null).length) / Math.max(1, results.length)).toFixed(
    1,
  )
