import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import { statement } from '../../platform/statements/statement.ts'
import { canonicalJson, type PageRecord, type PlacedPage, walkChains } from '../revisions/index.ts'

/** A page in the revision that a comment or another resource refers to, of main content or of a change request. */
interface PageMemory {
  spaceId: string
  /** Null for main content. */
  changeRequestId: string | null
  revisionId: string
  pageId: string
}

/** The current state of a page. */
export interface RememberedPage {
  /** The current page, or the last known one if it was deleted. Null if it never existed. */
  placed: PlacedPage | null
  /** The page as it was in the revision that is referred to. Null if it never existed. */
  former: PlacedPage | null
  /** The revision that contains it now. Null if it was deleted. */
  currentRevisionId: string | null
  /** Whether it was changed or deleted since. */
  outdated: boolean
}

/** One page of a chain: the page itself, or one above it. Null where the page is in neither revision. */
interface ChainRow {
  ord: number
  /** The current revision. */
  revisionId: string | null
  isThen: boolean | null
  isNow: boolean | null
  id: string | null
  entry: PageRecord | null
}

const CHAINS = statement<ChainRow>({
  name: 'rememberedPages',
  text: `WITH RECURSIVE asked AS (
      SELECT m.ord, m.space, m.page, o."pagesRoot" AS "thenRoot", n."id" AS "revisionId", n."pagesRoot" AS "nowRoot"
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS m(space, proposal, revision, page, ord)
      LEFT JOIN "Revision" o ON o."id" = m.revision AND o."spaceId" = m.space
      LEFT JOIN "Revision" n ON n."spaceId" = m.space AND n."id" = CASE WHEN m.proposal IS NULL
        THEN (SELECT s."revisionId" FROM "Space" s WHERE s."id" = m.space)
        ELSE (SELECT c."revisionId" FROM "ChangeRequest" c WHERE c."id" = m.proposal) END
    ), wanted AS (
      SELECT row_number() OVER () AS ord, k.space, k.root, k.id FROM (
        SELECT space, "thenRoot" AS root, page AS id FROM asked UNION SELECT space, "nowRoot", page FROM asked) k
      WHERE k.root IS NOT NULL
    ), ${walkChains('wanted p')}
    SELECT a.ord::int, a."revisionId", p.root = a."thenRoot" AS "isThen", p.root = a."nowRoot" AS "isNow", w.id, w.entry
    FROM asked a
    LEFT JOIN (wanted p JOIN walk w ON w.ord = p.ord AND w.entry IS NOT NULL)
      ON p.space = a.space AND p.id = a.page AND p.root IN (a."thenRoot", a."nowRoot")
    ORDER BY a.ord, w.up`,
})

/** The origin in Git is not part of the content. */
const wordsOf = ({ git: _git, ...page }: PageRecord): string => canonicalJson(page)

const isChanged = (then: PlacedPage | null, now: PlacedPage | null): boolean =>
  !then || !now || wordsOf(then.page) !== wordsOf(now.page)

/** The page of a chain, whose first row is the page itself. */
function placedBy(rows: readonly ChainRow[]): PlacedPage | null {
  const [own, ...above] = rows.flatMap(({ id, entry }) => (id && entry ? [{ id, page: entry }] : []))
  return own ? { ...own, above } : null
}

/**
 * The current state of pages: one statement for any number of them. Access to the referring resources was already
 * checked.
 */
export const rememberedPages: LoaderDefinition<PageMemory, RememberedPage> = {
  name: CHAINS.name,
  scope: 'space:read',
  cacheKey: ({ spaceId, changeRequestId, revisionId, pageId }) =>
    `${spaceId}/${changeRequestId ?? ''}/${revisionId}/${pageId}`,
  batch: async (reads, memories) => {
    const rows = await reads.db.query(CHAINS, [
      memories.map(({ spaceId }) => spaceId),
      memories.map(({ changeRequestId }) => changeRequestId),
      memories.map(({ revisionId }) => revisionId),
      memories.map(({ pageId }) => pageId),
    ])
    const byMemory: ChainRow[][] = memories.map(() => [])
    for (const row of rows) byMemory[row.ord - 1]?.push(row)
    return byMemory.map((own) => {
      const former = placedBy(own.filter(({ isThen }) => isThen))
      const now = placedBy(own.filter(({ isNow }) => isNow))
      return {
        placed: now ?? former,
        former,
        currentRevisionId: now && (own[0]?.revisionId ?? null),
        outdated: isChanged(former, now),
      }
    })
  },
}
