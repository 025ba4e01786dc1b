import { findPublishedRepositories } from '../../git/index.ts'
import type { PageRecord } from '../../revisions/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'

/** The file of a page in the repository that its space is synced with. Null if there is none. */
export async function editLinkOf(
  { ctx }: SiteVisit,
  { spaceId }: SiteSpaceRow,
  { git }: PageRecord,
): Promise<string | null> {
  if (!git) return null
  const [repository] = await findPublishedRepositories(ctx.db, [{ spaceId, path: '' }])
  if (!repository?.treeUrl) return null
  const base = repository.treeUrl.endsWith('/') ? repository.treeUrl : `${repository.treeUrl}/`
  return `${base}${git.path.split('/').map(encodeURIComponent).join('/')}`
}
