import { z } from 'zod'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { JobContext } from '../../../core/operations/module.ts'
import type { ChangeRequest } from '../../../generated/prisma/client.ts'
import { type ParsedPage, parsedInBackground } from '../../documents/index.ts'
import { type ContentEdits, diffRevisions, Snapshot } from '../../revisions/index.ts'
import { findParsedTexts, storeParsedTexts, unparsedTexts } from './parsed-texts.ts'

/** The job that parses the texts of a change request before they are merged. */
export const PARSE_TEXTS = 'content.parseTexts'

const Payload = z.object({ spaceId: z.string(), changeRequestId: z.string() })

/** A merge parses fewer texts itself. */
const FEW_TEXTS = 10

/** Texts that are parsed and stored at once. */
const CHUNK = 20

/** Has the texts of an edit of a change request parsed in the background, if they are many. */
export async function parseLater(
  ctx: WriteContext,
  { id, spaceId, organizationId }: Pick<ChangeRequest, 'id' | 'spaceId' | 'organizationId'>,
  { documents }: Pick<ContentEdits, 'documents'>,
): Promise<void> {
  if (documents.size <= FEW_TEXTS) return
  await ctx.enqueue(PARSE_TEXTS, { spaceId, changeRequestId: id }, { jobKey: id, organizationId })
}

/** The texts among these that were parsed in the background. A few are not looked for. */
export async function parsedBefore(
  main: Snapshot,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ParsedPage>> {
  return hashes.length > FEW_TEXTS ? findParsedTexts(main, main.roots.spaceId, hashes) : new Map()
}

/** Parses the texts that a change request adds, as far as this was not done before. */
export async function parseTexts(payload: unknown, { database, now, signal }: JobContext): Promise<void> {
  const { spaceId, changeRequestId: id } = Payload.parse(payload)
  const { prisma } = database
  const row = await prisma.changeRequest.findUnique({ where: { id } })
  if (!row || row.spaceId !== spaceId || row.mergedAt) return
  const [base, revision] = await Promise.all(
    [row.revisionMergedAncestorId ?? row.revisionInitialId, row.revisionId].map((each) =>
      prisma.revision.findUnique({ where: { id: each } }),
    ),
  )
  if (!base || !revision) return
  const { pages } = await diffRevisions(database, base, revision)
  const hashes = new Set(
    [...pages.values()].flatMap(({ before, after }) =>
      after?.document !== undefined && after.document !== before?.document ? [after.document] : [],
    ),
  )
  const left = await unparsedTexts(database, spaceId, [...hashes])
  const snapshot = new Snapshot(database, revision)
  for (let at = 0; at < left.length; at += CHUNK) {
    signal.throwIfAborted()
    const parsed = new Map<string, ParsedPage>()
    for (const [hash, text] of await snapshot.documents(left.slice(at, at + CHUNK))) {
      const page = await parsedInBackground(text, row.organizationId)
      if (page) parsed.set(hash, page)
    }
    await storeParsedTexts(database, spaceId, parsed, now())
  }
}
