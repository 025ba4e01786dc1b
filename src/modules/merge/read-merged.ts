import type { TurnContext } from '../../core/operations/context.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { revisionById } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { type ContentEdits, Snapshot } from '../revisions/index.ts'

/** Texts are loaded in batches: a merge can have thousands of them. */
const CHUNK = 200

/** Parses the texts that a merge adds to main content, for its indexes. */
export async function readMerged(
  { reads }: TurnContext,
  space: Space,
  { pages, documents }: Pick<ContentEdits, 'pages' | 'documents'>,
): Promise<ParsedPages> {
  const parsedPages = new ParsedPages()
  const main = await reads.load(revisionById, space.revisionId)
  if (!main) return parsedPages
  const snapshot = new Snapshot(reads.db, main)
  const ids = [...pages.keys()]
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK)
    const before = await snapshot.pages(part)
    const hashes = part.flatMap((id) => {
      const hash = pages.get(id)?.document
      return hash === undefined || hash === before.get(id)?.document ? [] : [hash]
    })
    const stored = await snapshot.documents(hashes.filter((hash) => !documents.has(hash)))
    await parsedPages.readAhead(hashes.flatMap((hash) => documents.get(hash) ?? stored.get(hash) ?? []))
  }
  return parsedPages
}
