import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  canonicalJson,
  type EntryKey,
  findPlaced,
  type PageRecord,
  type PlacedPage,
} from '../revisions/index.ts'

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

interface RootsRow {
  ord: number
  thenRoot: string | null
  revisionId: string | null
  nowRoot: string | null
}

const ROOTS = statement<RootsRow>({
  name: 'rememberedRoots',
  text: `SELECT m.ord::int, o."pagesRoot" AS "thenRoot", n."id" AS "revisionId", n."pagesRoot" AS "nowRoot"
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS m(space, proposal, revision, ord)
    LEFT JOIN "Revision" o ON o."id" = m.revision AND o."spaceId" = m.space
    LEFT JOIN "Revision" n ON n."spaceId" = m.space AND n."id" = CASE WHEN m.proposal IS NULL
      THEN (SELECT s."revisionId" FROM "Space" s WHERE s."id" = m.space)
      ELSE (SELECT c."revisionId" FROM "ChangeRequest" c WHERE c."id" = m.proposal) END`,
})

const placeOf = ({ spaceId, changeRequestId, revisionId }: PageMemory) =>
  `${spaceId}/${changeRequestId ?? ''}/${revisionId}`
const entryOf = ({ spaceId, root, id }: EntryKey) => `${spaceId}/${root}/${id}`

function distinct<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value> {
  return new Map(values.map((value) => [keyOf(value), value]))
}

/** The origin in Git is not part of the content. */
const wordsOf = ({ git: _git, ...page }: PageRecord): string => canonicalJson(page)

const isChanged = (then: PlacedPage | null, now: PlacedPage | null): boolean =>
  !then || !now || wordsOf(then.page) !== wordsOf(now.page)

/**
 * The current state of pages: two statements for any number of them. Data that several pages share is read once.
 * Access to the referring resources was already checked.
 */
export const rememberedPages: LoaderDefinition<PageMemory, RememberedPage> = {
  name: 'rememberedPages',
  scope: 'space:read',
  cacheKey: (memory) => `${placeOf(memory)}/${memory.pageId}`,
  batch: async (reads, memories) => {
    const places = distinct(memories, placeOf)
    const all = [...places.values()]
    const rows = await reads.db.query(ROOTS, [
      all.map(({ spaceId }) => spaceId),
      all.map(({ changeRequestId }) => changeRequestId),
      all.map(({ revisionId }) => revisionId),
    ])
    const byOrdinal = new Map(rows.map((row) => [row.ord, row]))
    const roots = new Map([...places.keys()].map((place, index) => [place, byOrdinal.get(index + 1)]))
    const requested = memories.map((memory) => {
      const row = roots.get(placeOf(memory))
      const key = { spaceId: memory.spaceId, id: memory.pageId }
      return {
        before: { ...key, root: row?.thenRoot ?? null },
        current: { ...key, root: row?.nowRoot ?? null },
        revisionId: row?.revisionId ?? null,
      }
    })
    const entries = distinct(
      requested.flatMap(({ before, current }) => [before, current]),
      entryOf,
    )
    const placed = await findPlaced(reads.db, [...entries.values()])
    const found = new Map([...entries.keys()].map((entry, index) => [entry, placed[index] ?? null]))
    return requested.map(({ before, current, revisionId }) => {
      const [then, now] = [found.get(entryOf(before)) ?? null, found.get(entryOf(current)) ?? null]
      return {
        placed: now ?? then,
        former: then,
        currentRevisionId: now && revisionId,
        outdated: isChanged(then, now),
      }
    })
  },
}
