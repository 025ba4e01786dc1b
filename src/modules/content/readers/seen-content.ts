import type { z } from 'zod'
import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import type { Revision } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import type { FileRecord, PageRecord, PlacedPage, Snapshot } from '../../revisions/index.ts'
import type { RestSpace } from '../../spaces/index.ts'
import { type PageTree, pagesIn } from '../pages/tree.ts'

/** The reader of a published site, as expressions refer to it. */
export interface EvaluatedFor {
  visitor: { claims: Readonly<Record<string, unknown>> }
}

/** What the reader of a published site sees of the content of a space. */
export interface SeenContent {
  organizationId: string
  /** The revision without what readers do not see, such as variables. */
  revision: Revision
  snapshot: Snapshot
  evaluatedFor: EvaluatedFor
  /** Pages whose conditions, and those of the pages above them, the reader meets. */
  visible<Page extends PlacedPage>(pages: readonly Page[]): Promise<Page[]>
  /** The files of the pages that the reader sees. */
  files(): Promise<ReadonlyMap<string, FileRecord>>
  /** The addresses of the space on the site. */
  urls(urls: Pick<Urls, 'settings'>): { published?: string; public?: string }
  /** The space, without what only members see. */
  space(urls: Urls): z.input<typeof RestSpace>
}

/** The current content of a space, or that of one of its revisions. */
export interface SeenAt {
  spaceId: string
  revisionId?: string | undefined
}

let declared: BatchDefinition<SeenAt, SeenContent> | undefined

/** Published sites decide what their readers see. They know content, and content does not know them. */
export function declareSeenContent(definition: BatchDefinition<SeenAt, SeenContent>): void {
  declared = definition
}

/** What the reader sees of a space; null if it is not on the site, hidden from them, or no revision that it shows. */
export const findSeen = (reads: RequestLoaders, at: SeenAt): Promise<SeenContent | null> =>
  declared ? reads.load(declared, at) : Promise.resolve(null)

interface MaybeSeen {
  seen?: SeenContent | undefined
}

/** Without what only writers need, and what could name something that is hidden. */
const withoutSources = ({
  condition: _condition,
  variables: _variables,
  git: _git,
  ...page
}: PageRecord): PageRecord => page

const asSeen = <Page extends PlacedPage>(placed: Page): Page => ({
  ...placed,
  page: withoutSources(placed.page),
  above: placed.above.map(({ id, page }) => ({ id, page: withoutSources(page) })),
})

/** Pages as a caller sees them: members see all. */
export async function visibleIn<Page extends PlacedPage>(
  { seen }: MaybeSeen,
  pages: readonly Page[],
): Promise<Page[]> {
  return seen ? (await seen.visible(pages)).map(asSeen) : [...pages]
}

/** A tree as a caller sees it. Readers get what the table of contents of the site shows. */
export async function visibleTree({ seen }: MaybeSeen, tree: readonly PageTree[]): Promise<PageTree[]> {
  if (!seen) return [...tree]
  const shown = new Set(await seen.visible([...pagesIn(tree)]))
  const below = (pages: readonly PageTree[]): PageTree[] =>
    pages
      .filter((page) => shown.has(page) && !page.page.hidden)
      .map((page) => asSeen({ ...page, pages: below(page.pages) }))
  return below(tree)
}
