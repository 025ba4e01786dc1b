import type { BatchDefinition } from '../../core/lists/definitions.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { SPEC_MARK } from './spec-mark.ts'

/** A page that a spec computes, without its text. */
export interface ComputedSpecPage {
  key: string
  doc: 'info' | 'operations' | 'models'
  title: string
  slug: string
  description: string | null
}

/** A spec of an organization, by its slug, for readers of a space that shows it. */
export interface SpecKey {
  organizationId: string
  slug: string
}

/** The last version of a spec, and pages of it in order. */
export interface SpecPages {
  id: string
  slug: string
  lastVersion: string | null
  pages: ComputedSpecPage[]
}

/** A page of a spec. A spec without a version has one row without a page. */
type Row = { ord: number; specId: string; lastVersionId: string | null } & (
  | ComputedSpecPage
  | Record<keyof ComputedSpecPage, null>
)

const SELECT = `SELECT k.ord::int, x."id" AS "specId", x."lastVersionId", p."key", p."doc", p."title", p."slug", p."description"`
const SPEC = `JOIN "OpenAPISpec" x ON x."organizationId" = k.org AND x."slug" = k.slug`

const ALL = statement<Row>({
  name: 'openAPIPages',
  text: `${SELECT} FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(org, slug, ord) ${SPEC}
    LEFT JOIN "OpenAPIPage" p ON p."versionId" = x."lastVersionId" ORDER BY k.ord, p."position"`,
})
// By key or slug, each by an index: a page of a large spec is found without the others.
const NAMED = statement<Row>({
  name: 'openAPIPagesNamed',
  text: `${SELECT} FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k(org, slug, name, ord) ${SPEC}
    LEFT JOIN LATERAL (
      (SELECT o.* FROM "OpenAPIPage" o WHERE o."versionId" = x."lastVersionId" AND o."key" = k.name LIMIT 1)
      UNION ALL
      (SELECT o.* FROM "OpenAPIPage" o WHERE o."versionId" = x."lastVersionId" AND o."slug" = k.name LIMIT 1)
    ) p ON TRUE ORDER BY k.ord, p."position"`,
})

function gathered(keys: readonly SpecKey[], rows: readonly Row[]): (SpecPages | null)[] {
  const found: (SpecPages | null)[] = keys.map(() => null)
  for (const { ord, specId, lastVersionId, ...page } of rows) {
    const at = ord - 1
    const slug = keys[at]?.slug ?? ''
    const spec = found[at] ?? { id: specId, slug, lastVersion: lastVersionId, pages: [] }
    if (page.key !== null) spec.pages.push(page)
    found[at] = spec
  }
  return found
}

const specKeyOf = ({ organizationId, slug }: SpecKey) => `${organizationId}/${slug}`
const columns = (keys: readonly SpecKey[]) => [
  keys.map((key) => key.organizationId),
  keys.map((key) => key.slug),
]

/** All pages of a spec, for any caller who was admitted to the space that shows them. */
export const findSpecPages = async (db: Queryable, key: SpecKey): Promise<SpecPages | null> =>
  gathered([key], await db.query(ALL, columns([key])))[0] ?? null

/** All pages of specs. Access to the space that shows them was checked. */
export const specPages: BatchDefinition<SpecKey, SpecPages> = {
  name: ALL.name,
  cacheKey: specKeyOf,
  batch: async ({ db }, keys) => gathered(keys, await db.query(ALL, columns(keys))),
}

/** The pages of specs with a key or slug, for any caller who was admitted to the space that shows them. */
export const findSpecPagesNamed = async (
  db: Queryable,
  keys: readonly (SpecKey & { name: string })[],
): Promise<(SpecPages | null)[]> =>
  gathered(keys, await db.query(NAMED, [...columns(keys), keys.map(({ name }) => name)]))

export const specPagesNamed: BatchDefinition<SpecKey & { name: string }, SpecPages> = {
  name: NAMED.name,
  cacheKey: (key) => `${specKeyOf(key)}/${key.name}`,
  batch: ({ db }, keys) => findSpecPagesNamed(db, keys),
}

const TEXTS = statement<{ ord: number; markdown: string }>({
  name: 'openAPIPageTexts',
  text: `SELECT k.ord::int, p."markdown" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(version, key, ord)
    CROSS JOIN LATERAL (
      SELECT o."markdown" FROM "OpenAPIPage" o WHERE o."versionId" = k.version AND o."key" = k.key LIMIT 1) p`,
})

interface TextKey {
  versionId: string
  key: string
  /** The slug of the spec, which its blocks name. */
  spec: string
}

/** The texts of pages of specs, for any caller who was admitted to the space that shows them. */
export async function findSpecTexts(
  db: Queryable,
  keys: readonly TextKey[],
  admit?: (bytes: number) => void,
): Promise<(string | null)[]> {
  const rows = await db.query(TEXTS, [keys.map(({ versionId }) => versionId), keys.map(({ key }) => key)])
  admit?.(rows.reduce((sum, { markdown }) => sum + markdown.length, 0))
  const found = new Map(rows.map(({ ord, markdown }) => [ord - 1, markdown]))
  return keys.map(({ spec }, index) => found.get(index)?.replaceAll(SPEC_MARK, spec) ?? null)
}

/** The texts of pages of specs. */
export const specPageTexts: BatchDefinition<TextKey, string> = {
  name: TEXTS.name,
  cacheKey: ({ versionId, key }) => `${versionId}/${key}`,
  batch: ({ db, meter }, keys) => findSpecTexts(db, keys, (bytes) => meter.admit(bytes)),
}

const WITH_TEXTS = statement<Omit<ComputedSpecPage, 'slug'> & { markdown: string }>({
  name: 'openAPIPagesWithTexts',
  text: `SELECT p."key", p."doc", p."title", p."description", p."markdown" FROM "OpenAPISpec" x
    JOIN "OpenAPIPage" p ON p."versionId" = x."lastVersionId"
    WHERE x."organizationId" = $1 AND x."slug" = $2 ORDER BY p."position"`,
})

/** All pages of a spec with their texts, for an index. */
export async function specTexts(
  db: Queryable,
  { organizationId, slug }: SpecKey,
): Promise<(Omit<ComputedSpecPage, 'slug'> & { markdown: string })[]> {
  const rows = await db.query(WITH_TEXTS, [organizationId, slug])
  return rows.map((row) => ({ ...row, markdown: row.markdown.replaceAll(SPEC_MARK, slug) }))
}

const COUNT = statement<{ count: number }>({
  name: 'openAPIPagesCount',
  text: `SELECT count(*)::int AS "count" FROM "OpenAPISpec" x
    JOIN "OpenAPIPage" p ON p."versionId" = x."lastVersionId" WHERE x."organizationId" = $1`,
})

/** The number of pages of all specs of an organization. */
export async function countSpecPages(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db.query(COUNT, [organizationId])
  return row?.count ?? 0
}
