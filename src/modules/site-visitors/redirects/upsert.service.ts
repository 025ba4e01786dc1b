import { DomainError } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { Turns } from '../../../platform/turns/turns.ts'
import { emitAbout, getWritable, lockSite, type SiteRow } from '../../sites/index.ts'
import { destinationsFor } from './destinations.ts'
import { type Step, stepsOf } from './loops.ts'
import { destinationOf, redirectById } from './redirects.loaders.ts'
import { type Destination, type GivenDestination, UpsertRedirects } from './redirects.model.ts'
import { columnsOf } from './redirects.service.ts'
import { eventsOf, Upserting, type UpsertResult } from './upserting.ts'

const UPDATE = statement({
  name: 'siteRedirectsUpdate',
  text: `UPDATE "SiteRedirect" r SET "captureWildcard" = u."captureWildcard", "draft" = u."draft", "permanent" = u."permanent",
      "kind" = u."kind", "sectionId" = u."sectionId", "siteSpaceId" = u."siteSpaceId", "pageId" = u."pageId", "url" = u."url",
      "updatedAt" = $10
    FROM unnest($1::text[], $2::bool[], $3::bool[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
      AS u("id", "captureWildcard", "draft", "permanent", "kind", "sectionId", "siteSpaceId", "pageId", "url")
    WHERE r."id" = u."id"`,
})

/**
 * Creates, changes, deletes and publishes many redirects. Each change succeeds or fails by itself; those that succeed are
 * written together, in as many statements as a single one.
 */
export const upsertRedirects = operation({
  id: 'siteRedirects.upsert',
  input: UpsertRedirects,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  run: async (ctx, { redirects: items }, site): Promise<{ site: SiteRow; results: UpsertResult[] }> => {
    await lockSite(ctx, site.id)
    const siteRows = await ctx.tx.siteRedirect.findMany({ where: { siteId: site.id } })
    const given = items.flatMap(({ destination }): GivenDestination[] => (destination ? [destination] : []))
    const found = await destinationsFor(ctx, site, given)
    let next = 0
    const destinations = items.map(({ destination }) => (destination ? (found[next++] ?? null) : null))
    const { stepOf, steps } = await stepsFor(ctx, site, siteRows, items, destinations)
    const seen = await Promise.all(siteRows.map(({ id }) => ctx.reads.load(redirectById, id)))
    const upserting = new Upserting({
      siteRows,
      visible: new Set(seen.flatMap((row) => row?.id ?? [])),
      stepOf,
      columnsOf: ({ source, intent, captureWildcard, permanent }, destination, before) =>
        columnsOf({
          source,
          destination,
          captureWildcard,
          draft: intent === 'draft',
          permanent: permanent ?? before?.permanent ?? false,
        }),
    })
    const results: UpsertResult[] = []
    const turns = new Turns()
    for (const [index, item] of items.entries()) {
      results.push(upserting.apply(item, destinations[index] ?? null, steps[index] ?? null))
      if (turns.isOver()) await turns.next()
    }
    await write(ctx, site, upserting.changes())
    return { site, results }
  },
})

type Row = Parameters<typeof destinationOf>[0]

/** Where the redirects of a site and the changes lead, read together. */
async function stepsFor(
  ctx: WriteContext,
  site: SiteRow,
  rows: readonly Row[],
  items: readonly { source: string; captureWildcard: boolean }[],
  destinations: readonly (Destination | DomainError | null)[],
): Promise<{ stepOf: Map<string, Step>; steps: (Step | null)[] }> {
  const isPlace = (each: Destination | DomainError | null): each is Destination =>
    each !== null && !(each instanceof DomainError)
  const wanted = items.flatMap(({ source, captureWildcard }, index) => {
    const destination = destinations[index] ?? null
    return isPlace(destination) ? [{ source, captureWildcard, destination }] : []
  })
  const all = await stepsOf(ctx, site, [
    ...rows.map((row) => ({ ...row, destination: destinationOf(row) })),
    ...wanted,
  ])
  let next = rows.length
  return {
    stepOf: new Map(
      rows.flatMap(({ id, draft }, index): [string, Step][] => {
        const step = all[index]
        return step ? [[draft ? `draft ${id}` : id, step]] : []
      }),
    ),
    steps: destinations.map((destination) => (isPlace(destination) ? (all[next++] ?? null) : null)),
  }
}

async function write(
  ctx: WriteContext,
  site: SiteRow,
  changes: ReturnType<Upserting['changes']>,
): Promise<void> {
  const { created, updated, deleted } = changes
  const now = ctx.now()
  // First, because a source has one redirect of each kind.
  if (deleted.length > 0) await ctx.tx.siteRedirect.deleteMany({ where: { id: { in: deleted } } })
  if (updated.length > 0) {
    await ctx.reads.db.query(UPDATE, [
      updated.map(({ id }) => id),
      updated.map(({ captureWildcard }) => captureWildcard),
      updated.map(({ draft }) => draft),
      updated.map(({ permanent }) => permanent),
      updated.map(({ kind }) => kind),
      updated.map(({ sectionId }) => sectionId),
      updated.map(({ siteSpaceId }) => siteSpaceId),
      updated.map(({ pageId }) => pageId),
      updated.map(({ url }) => url),
      now,
    ])
  }
  if (created.length > 0) {
    await ctx.tx.siteRedirect.createMany({
      data: created.map((row) => ({ ...row, siteId: site.id, createdAt: now, updatedAt: now })),
    })
  }
  for (const { type, id } of eventsOf(changes)) emitAbout(ctx, site, type, id)
}
