import { DomainError } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import type { SiteRow } from '../../sites/index.ts'
import { partsOf, segmentsTo } from './destinations.ts'
import { destinationOf } from './redirects.loaders.ts'
import type { Destination } from './redirects.model.ts'
import { bySpecificity, capturedBy, means, pathFrom, prefixOf } from './sources.ts'

/** A redirect as it is written. */
export type WrittenRedirect = Pick<SiteRedirect, 'source' | 'captureWildcard' | 'draft' | 'permanent'> & {
  destination: Destination
}

/** A redirect as far as it matters for loops. */
export interface Step {
  source: string
  /** Null if it leaves the site. */
  target: readonly string[] | null
  captures: boolean
}

/** Browsers give up after about as many. */
const MAX_CHAIN = 20
/** As many take about 20 ms. A loop that is not found by then is the browser's to end. */
export const MAX_COMPARISONS = 25_000

/** A segment that no source names, in place of what a wildcard matches. */
const ANYTHING = '~anything'

/**
 * Rejects a redirect that leads back to itself, directly or through others. The site is locked, so that two
 * redirects at the same time do not form a loop.
 */
export async function requireNoLoop(
  ctx: WriteContext,
  site: SiteRow,
  written: WrittenRedirect,
  others: readonly SiteRedirect[],
): Promise<void> {
  if (written.draft) return
  const redirects: WrittenRedirect[] = others
    .filter(({ draft }) => !draft)
    .map((row) => ({ ...row, destination: destinationOf(row) }))
  const steps = await stepsOf(ctx, site, [...redirects, written])
  const back = loopThrough(steps, { left: MAX_COMPARISONS })
  if (back !== null) throw loopFrom(written.source, back)
}

export const loopFrom = (source: string, back: string): DomainError =>
  new DomainError(
    'conflict',
    `The redirect from ${source} would lead back to ${back}, or there through more than ${MAX_CHAIN} redirects. Choose another destination.`,
  )

/** Where redirects lead on their site, in as many statements for many as for one. */
export async function stepsOf(
  ctx: WriteContext,
  site: SiteRow,
  redirects: readonly Pick<WrittenRedirect, 'source' | 'destination' | 'captureWildcard'>[],
): Promise<Step[]> {
  const parts = await partsOf(
    ctx,
    site.id,
    redirects.map(({ destination }) => destination),
  )
  return Promise.all(
    redirects.map(async ({ source, destination, captureWildcard }) => ({
      source,
      target: await segmentsTo(ctx, site, destination, parts),
      captures: captureWildcard && prefixOf(source) !== null,
    })),
  )
}

/**
 * A path from where the last of the redirects leads back to itself. It is followed from its own source and, if that has a
 * wildcard, from each fixed path that others lead to: what such a path ends with can lead from one wildcard to another.
 */
export function loopThrough(steps: readonly Step[], comparisons: { left: number }): string | null {
  const written = steps.at(-1)
  if (!written) return null
  const exact = new Map(steps.map((step) => [step.source, step]))
  const open = steps
    .filter(({ source }) => prefixOf(source) !== null)
    .sort((one, other) => bySpecificity(one.source, other.source))
  const next = (path: string) => {
    comparisons.left -= open.length
    return exact.get(path) ?? open.find(({ source }) => means(source, path))
  }
  const prefix = prefixOf(written.source)
  const fixed =
    prefix === null ? [] : steps.flatMap(({ target, captures }) => (captures || !target ? [] : [target]))
  const starts = [prefix === null ? written.source : `${prefix}${ANYTHING}`, ...fixed.map(pathFrom)]
  for (const start of starts) {
    let path = start
    let isThrough = false
    for (let taken = 0; comparisons.left >= 0; taken += 1) {
      const step = next(path)
      if (!step?.target) break
      const to = pathFrom([...step.target, ...(step.captures ? capturedBy(step.source, path) : [])])
      // Where a wildcard includes its own destination, the page there is shown.
      if (to === path && prefixOf(step.source) !== null) break
      isThrough ||= step === written
      if (taken === MAX_CHAIN && isThrough) return path
      if (taken === MAX_CHAIN) break
      path = to
    }
  }
  return null
}
