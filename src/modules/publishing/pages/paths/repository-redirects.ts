import { findPublishedRepositories } from '../../../git/index.ts'
import { findNames, nameOf } from '../../../links/index.ts'
import { pathOf } from '../../../revisions/index.ts'
import type { Candidate } from '../../../site-visitors/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { Addresses } from '../addresses.ts'
import { SpacePages } from '../space-pages.ts'

/** Where the settings of the repository that a space was imported from redirect a path. Null if they do not. */
export async function repositoryRedirectAt(
  visit: SiteVisit,
  candidates: readonly Candidate[],
): Promise<{ kind: 'moved'; href: string; isPermanent: boolean } | null> {
  const repositories = await findPublishedRepositories(
    visit.ctx.db,
    candidates.map(({ row, rest }) => ({ spaceId: row.spaceId, path: rest.join('/') })),
  )
  for (const [index, { row }] of candidates.entries()) {
    const target = repositories[index]?.redirect
    if (!target) continue
    const names = await findNames(visit.ctx.db, row.spaceId, [nameOf(target)])
    const page = names.find(({ kind }) => kind === 'page')
    const placed = page && (await new SpacePages(visit, row).byId([page.id])).get(page.id)
    if (placed) {
      return { kind: 'moved', href: new Addresses(visit).page(row, pathOf(placed)), isPermanent: true }
    }
  }
  return null
}
