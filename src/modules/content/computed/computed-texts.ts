import type { Queryable } from '../../../platform/database.ts'
import { OpenAPISource } from '../../content-changes/index.ts'
import { specTexts } from '../../openapi-specs/index.ts'
import type { PageRecord, PlacedPage, Snapshot } from '../../revisions/index.ts'
import { isSource } from './generated.ts'

/** A computed page with its text. */
interface ComputedText {
  id: string
  page: PageRecord
  markdown: string
}

/** The computed pages of a revision with their texts, source by source, for an index. */
export async function* computedTexts(
  db: Queryable,
  organizationId: string,
  snapshot: Snapshot,
): AsyncGenerator<{ source: PlacedPage; pages: ComputedText[] }> {
  const ids = [...(await snapshot.allPages())].flatMap(([id, page]) => (isSource(page) ? [id] : []))
  for (const source of (await snapshot.placed(ids)).values()) {
    const parsed = OpenAPISource.safeParse(source.page.computed).data
    if (!parsed) continue
    const { spec: slug } = parsed.dependencies.spec.ref
    const pages = await specTexts(db, { organizationId, slug })
    yield {
      source,
      pages: pages
        .filter(({ doc }) => parsed.props.models || doc !== 'models')
        .map(({ key, title, description, markdown }) => ({
          id: `${source.id}_${key}`,
          page: { ...source.page, type: 'document', title, ...(description ? { description } : {}) },
          markdown,
        })),
    }
  }
}
