import { z } from 'zod'
import type { JobContext, PeriodicContext } from '../../../core/operations/module.ts'
import type { OpenAPISpec } from '../../../generated/prisma/client.ts'
import type { Database } from '../../../platform/database.ts'
import { enqueue } from '../../../platform/queue.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { percentDecoded } from '../../documents/index.ts'
import { processingJob } from '../processing-job.ts'
import { shownUrl } from '../shown-url.ts'
import type { Entry } from './collect.ts'
import { fetchSource } from './fetch-source.ts'
import { failure } from './problems.ts'
import { specThreads } from './spec-threads.ts'
import { type Outcome, storeOutcome } from './store.ts'

const Payload = z.object({ specId: z.string() })

const SOURCE = statement<Sourced>({
  name: 'openAPISource',
  text: `SELECT x.*, octet_length(s."bytes") AS "size" FROM "OpenAPISpec" x
    LEFT JOIN "OpenAPISource" s ON s."specId" = x."id" AND x."sealedUrl" IS NULL WHERE x."id" = $1`,
})

// Only while the source is the one that is processed.
const PIECE = statement<{ piece: Buffer }>({
  name: 'openAPISourcePiece',
  text: `SELECT substring(s."bytes" FROM $3::int FOR $4::int) AS "piece" FROM "OpenAPISource" s
    JOIN "OpenAPISpec" x ON x."id" = s."specId" AND x."sourceNumber" = $2::int WHERE s."specId" = $1`,
})
/** Decoding more at once would block the event loop. */
const PIECE_BYTES = 512 * 1024

type Sourced = OpenAPISpec & { size: number | null }

/** The text of a source; null if it was replaced meanwhile. */
async function readText(database: Database, { id, sourceNumber, size }: Sourced): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for (let offset = 0; offset < (size ?? 0); offset += PIECE_BYTES) {
    const [row] = await database.query(PIECE, [id, sourceNumber, offset + 1, PIECE_BYTES])
    if (!row) return null
    pieces.push(row.piece)
  }
  return Buffer.concat(pieces)
}

/** The job: fetches and reads the source of a spec, and stores the result. Safe to run again at any point. */
export async function processSpec(payload: unknown, ctx: JobContext): Promise<void> {
  const { specId } = Payload.parse(payload)
  const [spec] = await ctx.database.query(SOURCE, [specId])
  if (!spec) return
  await ctx.database.prisma.openAPISpec.updateMany({
    where: { id: specId, sourceNumber: spec.sourceNumber },
    data: { processingState: 'progress' },
  })
  const outcome = await outcomeOf(ctx, spec)
  if (outcome) await storeOutcome(ctx, spec, outcome)
}

/** Null if the source was replaced: the job of the new one follows. */
async function outcomeOf(ctx: JobContext, spec: Sourced): Promise<Outcome | null> {
  const { outbound, signal } = ctx
  if (spec.sealedUrl === null) {
    const text = await readText(ctx.database, spec)
    return text && processed(ctx, spec, textEntry(text), null)
  }
  const url = await ctx.secrets.open(spec.sealedUrl).catch(() => null)
  if (url === null)
    return fetchError(
      'The URL of the source cannot be decrypted with the current SECRET_KEY. Set the source again.',
    )
  const fetched = await fetchSource(outbound, url, { tag: spec.sourceTag, signal })
  if (fetched === 'unchanged') return 'unchanged'
  if ('code' in fetched) return { failure: failure(fetched.code, [{ message: fetched.message, line: 1 }]) }
  return processed(ctx, spec, { name: entryName(url), url, bytes: fetched.body }, fetched.tag)
}

const fetchError = (message: string): Outcome => ({ failure: failure('FETCH_ERROR', [{ message, line: 1 }]) })

async function processed(
  { outbound, signal }: JobContext,
  { organizationId }: OpenAPISpec,
  entry: Entry,
  tag: string | null,
): Promise<Outcome> {
  const result = await specThreads.process(entry, { outbound, signal, organizationId })
  if ('failure' in result) return result
  // The tag says nothing about the other files.
  return { processed: result, tag: result.files.length === 1 ? tag : null }
}

const textEntry = (bytes: Buffer): Entry => ({
  name: bytes.subarray(0, 100).toString().trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml',
  url: null,
  bytes,
})

const entryName = (url: string): string =>
  percentDecoded(new URL(shownUrl(url)).pathname.split('/').at(-1) ?? '') || 'openapi'

/** The number of specs that one run of the periodic work enqueues. */
const BATCH = 1_000

const DUE = statement<{ id: string; organizationId: string }>({
  name: 'openAPISpecsDue',
  text: `SELECT "id", "organizationId" FROM "OpenAPISpec" WHERE "lastProcessedAt" <= $1 AND "sealedUrl" IS NOT NULL
    AND "processingState" = 'complete' ORDER BY "lastProcessedAt" LIMIT ${BATCH}`,
})

/** Enqueues specs whose URL was fetched long ago. */
export async function refreshSpecs({ database, now, settings }: PeriodicContext): Promise<void> {
  const { refreshHours } = settings.openapiSpecs
  if (refreshHours === 0) return
  const before = new Date(now.getTime() - refreshHours * 60 * 60 * 1000)
  const due = await database.query(DUE, [before])
  for (const { id, organizationId } of due) {
    await database.transaction((tx) => enqueue(tx, ...processingJob(id, organizationId)))
  }
}
