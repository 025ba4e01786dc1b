import type { OpenContext } from '../../core/operations/context.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  conditionsMetBy,
  PLACED_COLUMNS,
  type PlacedRow,
  type SiteSpaceRow,
  SPACE_OF_SITE,
  siteSpaceById,
  withSpace,
} from '../sites/index.ts'
import type { Audience } from './published.service.ts'
import { claimsOf, isOpenTo } from './visible-structure.ts'

/** A site space that an address can mean, and what is left of the path for its pages. */
export interface Candidate {
  row: SiteSpaceRow
  rest: readonly string[]
  /** What the path names: both are false at the address of the site, whose defaults have no segment. */
  names: { section: boolean; siteSpace: boolean }
}

type ConditionalRow = PlacedRow & { sectionCondition: string | null }

const COLUMNS = `${PLACED_COLUMNS}, c."condition" AS "sectionCondition"`
const LIVE = `x."siteId" = $1 AND s."deletedAt" IS NULL`

// Few rows, however many the site has: the named and the default ones.
const NAMED = statement<ConditionalRow>({
  name: 'siteSpacesNamed',
  text: `SELECT ${COLUMNS} FROM ${SPACE_OF_SITE} WHERE ${LIVE}
    AND (c."id" IS NULL OR c."isDefault" OR c."path" = $2) AND (x."isDefault" OR x."path" = ANY($3))`,
})
// Only whether there is one that the caller sees matters, so few are read.
const MAX_OTHERS = 100
const OTHERS = statement<ConditionalRow>({
  name: 'siteSpacesThatCanFollow',
  text: `SELECT ${COLUMNS} FROM ${SPACE_OF_SITE} WHERE ${LIVE} AND x."id" <> $2
    AND ($3::text IS NULL OR x."sectionId" = $3) ORDER BY x."id" LIMIT ${MAX_OTHERS}`,
})
const OF_PARENT = statement<ConditionalRow>({
  name: 'siteSpacesOfDestination',
  text: `SELECT ${COLUMNS} FROM ${SPACE_OF_SITE} WHERE ${LIVE} AND x."sectionId" = $2::text
    UNION ALL SELECT ${COLUMNS} FROM ${SPACE_OF_SITE} WHERE ${LIVE} AND x."id" = $3::text`,
})

/** Those of the site spaces that a caller sees. */
async function shownTo(audience: Audience, rows: readonly ConditionalRow[]): Promise<SiteSpaceRow[]> {
  if (audience.audience === 'member') {
    const ids = rows.map(({ id }) => id)
    const own = await audience.user.reads.loadMany(siteSpaceById, ids)
    return rows.filter((_, index) => own[index]).map(withSpace)
  }
  const { site, visitor } = audience
  const conditions = rows.flatMap((row) => [row.condition ?? [], row.sectionCondition ?? []].flat())
  const met = await conditionsMetBy(conditions, claimsOf(site, visitor))
  const isMet = (condition: string | null) => condition === null || met.has(condition)
  return rows
    .filter((row) => isOpenTo(visitor, row) && isMet(row.condition) && isMet(row.sectionCondition))
    .map(withSpace)
}

/**
 * The site spaces that a path can mean, the most specific first: a section or site space that it names comes before
 * the default, which has no segment.
 */
export async function candidatesFor(
  { db }: Pick<OpenContext, 'db'>,
  audience: Audience,
  path: readonly string[],
): Promise<Candidate[]> {
  const [first = null, second] = path
  const names = [first, second].filter((name) => name)
  const rows = await db.query(NAMED, [audience.site.id, first, names])
  return candidatesAmong(await shownTo(audience, rows), path)
}

/** The same among site spaces that were read before. */
export const candidatesAmong = (rows: readonly SiteSpaceRow[], path: readonly string[]): Candidate[] =>
  rows
    .flatMap((row) => readings(row, path))
    .sort((one, other) => one.rest.length - other.rest.length || rank(one) - rank(other))

/** The ways to read a path as that of a site space. */
function readings(row: SiteSpaceRow, path: readonly string[]): Candidate[] {
  const inSection: { rest: readonly string[]; section: boolean }[] = []
  if (row.sectionPath !== null && path[0] === row.sectionPath) {
    inSection.push({ rest: path.slice(1), section: true })
  }
  if (row.sectionPath === null || row.sectionIsDefault) inSection.push({ rest: path, section: false })
  return inSection.flatMap(({ rest, section }) => [
    ...(rest[0] === row.path ? [{ row, rest: rest.slice(1), names: { section, siteSpace: true } }] : []),
    ...(row.isDefault ? [{ row, rest, names: { section, siteSpace: false } }] : []),
  ])
}

/**
 * Whether nothing that is appended to the path of a candidate can mean another site space: a client that knows this
 * candidate needs no further look-up for the pages below it.
 */
export async function isComplete(
  { db }: Pick<OpenContext, 'db'>,
  audience: Audience,
  { row, rest, names }: Candidate,
): Promise<boolean> {
  if (rest.length > 0 || names.siteSpace) return true
  const sectionId = names.section ? row.sectionId : null
  const others = await db.query(OTHERS, [audience.site.id, row.id, sectionId])
  if (others.length === 0) return true
  return others.length < MAX_OTHERS && (await shownTo(audience, others)).length === 0
}

/** Where two readings leave the same, a named section comes before a named site space. */
const rank = ({ row }: Candidate) => (row.sectionIsDefault === false ? 0 : 1)

/** The site spaces that a destination can open, as far as the caller sees them: one, or those of a section. */
export async function siteSpacesAt(
  { db }: Pick<OpenContext, 'db'>,
  audience: Audience,
  { sectionId, siteSpaceId }: { sectionId: string | null; siteSpaceId: string | null },
): Promise<SiteSpaceRow[]> {
  const rows = await db.query(OF_PARENT, [audience.site.id, sectionId, siteSpaceId])
  return shownTo(audience, rows)
}
