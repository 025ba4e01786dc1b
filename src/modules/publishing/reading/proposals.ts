import type { OpenContext } from '../../../core/operations/context.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { CONTENT_COLUMNS, type KnownSite, type SpaceContent } from './known-site.ts'

const PROPOSED = statement<SpaceContent>({
  name: 'proposedContent',
  text: `SELECT ${CONTENT_COLUMNS} FROM "ChangeRequest" c JOIN "Revision" r ON r."id" = c."revisionId" WHERE c."id" = $1`,
})

/** A site with the content of a change request in place of the main content of its space. */
export async function withProposal(
  { db }: Pick<OpenContext, 'db'>,
  known: KnownSite,
  changeRequestId: string | undefined,
): Promise<KnownSite> {
  if (changeRequestId === undefined) return known
  const [content] = await db.query(PROPOSED, [changeRequestId])
  // Without the space on the site, or without the change request, there is nothing to replace.
  if (!content || !known.contents.has(content.spaceId)) return known
  return {
    ...known,
    contents: new Map([...known.contents, [content.spaceId, content]]),
    fingerprint: `${known.fingerprint} ${content.id}`,
  }
}
