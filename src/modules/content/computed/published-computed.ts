import type { Queryable } from '../../../platform/database.ts'
import { findSpecPages, findSpecTexts } from '../../openapi-specs/index.ts'
import type { PageRecord, PlacedPage } from '../../revisions/index.ts'
import { expandedSiblings, textOfGenerated } from './generated.ts'

/** The pages of one parent with computed ones in place of their sources, for a caller who was admitted to the space. */
export const withComputedPages = (
  db: Queryable,
  organizationId: string,
  siblings: readonly PlacedPage[],
): Promise<PlacedPage[]> =>
  expandedSiblings(
    (slug) => findSpecPages(db, { organizationId, slug }),
    siblings,
    (placed) => placed,
  )

/** The text of a computed page, for a caller who was admitted to its space. */
export const textOfComputed = (db: Queryable, page: PageRecord): Promise<string> =>
  textOfGenerated(async (key) => (await findSpecTexts(db, [key]))[0] ?? null, page)
