import { appendEvents } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import { partsWithin } from '../../../core/lists/long-values.ts'
import type { JobContext } from '../../../core/operations/module.ts'
import type { OpenAPISpec, Prisma } from '../../../generated/prisma/client.ts'
import { sentBytes, withBytes } from '../../../platform/byte-pieces.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { enqueueFollowers } from '../followers.ts'
import type { SpecPage } from './pages.ts'
import type { Failure } from './problems.ts'
import type { Processed } from './specs.tasks.ts'

/** Older versions are removed. */
const MAX_VERSIONS = 100

/** The result of a processing: a version, the same content as before, or a failure. */
export type Outcome = { processed: Processed; tag: string | null } | 'unchanged' | { failure: Failure }

/**
 * Stores the result of a processing, unless the spec has a newer source or is gone. Documents are stored before the
 * transaction that locks the spec; what a dead node leaves is removed with the next version.
 */
export async function storeOutcome(ctx: JobContext, spec: OpenAPISpec, outcome: Outcome): Promise<void> {
  const { database, now } = ctx
  const version = await newVersion(database, spec, outcome)
  await database.transaction(async (tx, db) => {
    const at = now()
    const failed = typeof outcome === 'object' && 'failure' in outcome ? outcome.failure : null
    const tag = typeof outcome === 'object' && 'tag' in outcome ? outcome.tag : undefined
    const isNews = spec.processedNumber < spec.sourceNumber
    const { count } = await tx.openAPISpec.updateMany({
      where: { id: spec.id, sourceNumber: spec.sourceNumber },
      data: {
        processingState: 'complete',
        processedNumber: spec.sourceNumber,
        lastProcessedAt: at,
        lastProcessErrorCode: failed?.code ?? null,
        lastProcessedErrors: (failed?.errors ?? []) as unknown as Prisma.InputJsonValue,
        lastProcessedErrorCount: failed?.count ?? 0,
        ...(failed ? { sourceTag: null } : tag === undefined ? {} : { sourceTag: tag }),
        ...(version ? { lastVersionId: version.id } : {}),
      },
    })
    if (count === 0) return
    if (version) {
      await insertVersion(tx, db, spec, version, at)
      await enqueueFollowers(tx, spec.organizationId)
    }
    const isOtherFailure = failed !== null && failed.code !== spec.lastProcessErrorCode
    if (!isNews && !version && !isOtherFailure) return
    const type = failed ? 'openapi.failed' : 'openapi.processed'
    const event = { organizationId: spec.organizationId, type, subject: { openAPISpec: spec.id } } as const
    await appendEvents(tx, [event], null, at)
  })
}

interface NewVersion {
  id: string
  processed: Processed
  size: number
}

const STORE = statement({
  name: 'openAPIDocumentStore',
  text: `INSERT INTO "OpenAPIDocument" ("specId", "hash", "bytes", "size")
    SELECT $1, $2, ${sentBytes('$3', '$4')}, $5::int WHERE EXISTS (SELECT 1 FROM "OpenAPISpec" WHERE "id" = $1)
    ON CONFLICT DO NOTHING`,
})

/** A version, with its documents stored; null if the content is that of the last one. */
async function newVersion(
  database: Database,
  spec: OpenAPISpec,
  outcome: Outcome,
): Promise<NewVersion | null> {
  if (typeof outcome === 'string' || 'failure' in outcome) return null
  const { processed } = outcome
  const last =
    spec.lastVersionId === null
      ? null
      : await database.prisma.openAPISpecVersion.findUnique({ where: { id: spec.lastVersionId } })
  if (last?.hash === processed.hash) return null
  const known = await database.prisma.openAPIDocument.findMany({
    where: { specId: spec.id, hash: { in: processed.documents.map(({ hash }) => hash) } },
    select: { hash: true },
  })
  const isKnown = new Set(known.map(({ hash }) => hash))
  for (const { hash, bytes } of processed.documents) {
    if (isKnown.has(hash)) continue
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    await withBytes(database, stored, (whole, upload) =>
      database.query(STORE, [spec.id, hash, whole, upload, stored.length]),
    )
  }
  const sizeOf = new Map(processed.documents.map(({ hash, bytes }) => [hash, bytes.byteLength]))
  const size = processed.files.reduce((sum, { hash }) => sum + (sizeOf.get(hash) ?? 0), 0)
  return { id: newId('OpenAPISpecVersion'), processed, size }
}

const OLD = statement({
  name: 'openAPIVersionsRemove',
  text: `DELETE FROM "OpenAPISpecVersion" WHERE "specId" = $1 AND "id" <= (SELECT "id" FROM "OpenAPISpecVersion"
    WHERE "specId" = $1 ORDER BY "id" DESC OFFSET ${MAX_VERSIONS} LIMIT 1)`,
})
const STRAY = statement({
  name: 'openAPIDocumentsRemove',
  text: `DELETE FROM "OpenAPIDocument" d WHERE d."specId" = $1 AND NOT EXISTS (SELECT 1 FROM "OpenAPISpecVersion" v
    WHERE v."specId" = $1 AND (v."bundle" = d."hash" OR v."files" @> jsonb_build_array(jsonb_build_object('hash', d."hash"))))`,
})

/** Characters of pages that one statement stores, unless one page alone has more. */
const STATEMENT_CHARACTERS = 128 * 1024

const INSERT_PAGES = statement({
  name: 'openAPIPagesInsert',
  text: `INSERT INTO "OpenAPIPage"
      ("versionId", "position", "key", "doc", "title", "slug", "description", "markdown", "entries")
    SELECT $1, p.* FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::int[]) p`,
})

const insertPages = (db: Queryable, versionId: string, pages: readonly (SpecPage & { position: number })[]) =>
  db.query(INSERT_PAGES, [
    versionId,
    pages.map(({ position }) => position),
    pages.map(({ key }) => key),
    pages.map(({ doc }) => doc),
    pages.map(({ title }) => title),
    pages.map(({ slug }) => slug),
    pages.map(({ description }) => description),
    pages.map(({ markdown }) => markdown),
    pages.map(({ entries }) => entries),
  ])

async function insertVersion(
  tx: Prisma.TransactionClient,
  db: Queryable,
  { id: specId }: OpenAPISpec,
  { id, processed: { files, hash, bundle, pages }, size }: NewVersion,
  createdAt: Date,
): Promise<void> {
  await tx.openAPISpecVersion.create({ data: { id, specId, hash, files, bundle, size, createdAt } })
  const positioned = pages.map((page, position) => ({ ...page, position, bytes: page.markdown.length }))
  // A few at a time: encoding all pages of a large spec at once would block the event loop.
  for (const part of partsWithin(positioned, STATEMENT_CHARACTERS)) await insertPages(db, id, part)
  await db.query(OLD, [specId])
  await db.query(STRAY, [specId])
}
