import { defineList } from '../../core/lists/define-list.ts'
import type { BatchDefinition, LoaderDefinition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinPlacedAccess } from '../collections/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'
import { COMPARED_PAGES } from './compared-pages.ts'
import type { TranslatedPageState, TranslatedPagesFilters } from './translated-spaces.model.ts'

/** A space that is a translation of another one, as sites show them side by side. */
export interface TranslatedSpace {
  spaceId: string
  spaceTitle: string
  language: string
  sourceId: string
  sourceTitle: string
  sourceLanguage: string
}

/** A translation names its language. */
const IS_SPACE = `${NOT_DELETED} AND s."language" IS NOT NULL`

/** How many pages of the source are in which state. */
export type Progress = Record<TranslatedPageState, number>

/** A page of the source, with its counterpart in the translation if there is one. */
export interface TranslatedPage {
  pageId: string
  title: string
  path: string
  changedAt: Date
  state: TranslatedPageState
  translatedPageId: string | null
  translatedPath: string | null
  translatedAt: Date | null
}

const COLUMNS = `s."id" AS "spaceId", s."title" AS "spaceTitle", s."language", source."id" AS "sourceId",
  source."title" AS "sourceTitle", source."language" AS "sourceLanguage"`

const BESIDE = `FROM "SiteSpace" beside JOIN "Space" one ON one."id" = beside."spaceId" AND one."deletedAt" IS NULL
  WHERE beside."parentId" = `
const FIRST = `beside."isDefault" DESC, beside."orderKey", beside."id" LIMIT 1`

/**
 * Joins the space `s` with what it translates: the site spaces beside it in a section or site begin with one in another
 * language, and the source has that language, if possible with the same title, so that versions are compared with their
 * own. Guests see none, as they see no structure of sites.
 */
const joinSource = (viewer: string) => `${joinAccess(viewer)} AND m."role" IS NOT NULL
  JOIN LATERAL (SELECT placed."parentId", original."language" FROM "SiteSpace" placed
    CROSS JOIN LATERAL (SELECT one."language" ${BESIDE} placed."parentId" AND one."language" IS NOT NULL
      ORDER BY ${FIRST}) original
    WHERE placed."spaceId" = s."id" AND original."language" <> s."language"
    ORDER BY placed."id" LIMIT 1) place ON true
  JOIN LATERAL (SELECT one.* ${BESIDE} place."parentId" AND one."language" = place."language"
    ORDER BY (one."title" = s."title") DESC, ${FIRST}) source ON true
  ${joinPlacedAccess('source', viewer, { member: 'source_m', parent: 'source_f', access: 'source_access' })}`

const ONE = statement<TranslatedSpace>({
  name: 'translatedSpaceById',
  text: `SELECT ${COLUMNS} FROM "Space" s ${joinSource('$2')} WHERE s."id" = ANY($1) AND ${IS_SPACE}`,
})

/** What a space translates, if it is a translation that the viewer sees with its source. */
export const translatedSpaceById: BatchDefinition<string, TranslatedSpace> = {
  name: ONE.name,
  batch: async (reads, ids) => {
    const rows = await reads.db.query(ONE, [ids, reads.viewer.userId])
    const found = new Map(rows.map((row) => [row.spaceId, row]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

/** The translations of an organization, in the order of their IDs. */
export const translatedSpacesOfOrganization = defineList<OrganizationRow, object, TranslatedSpace>({
  name: 'translatedSpaces',
  columns: COLUMNS,
  from: `"Space" s ${joinSource(VIEWER)}`,
  match: `s."organizationId" = p.key AND ${IS_SPACE}`,
  key: ({ id }) => id,
  sort: [{ sql: 's."id"', type: 'text', value: ({ spaceId }) => spaceId }],
  order: () => 'asc',
})

const pairKey = ({ spaceId, sourceId }: TranslatedSpace) => `${spaceId}/${sourceId}`

const PROGRESS = statement<Progress & { key: string }>({
  name: 'translationProgress',
  text: `SELECT p.key, counts.* FROM unnest($1::text[]) p(key) CROSS JOIN LATERAL (SELECT
      count(*) FILTER (WHERE page."state" = 'missing')::int AS "missing",
      count(*) FILTER (WHERE page."state" = 'untranslated')::int AS "untranslated",
      count(*) FILTER (WHERE page."state" = 'outdated')::int AS "outdated",
      count(*) FILTER (WHERE page."state" = 'translated')::int AS "translated" FROM ${COMPARED_PAGES} page) counts`,
})

/** The progress of translations, all in one statement. Access was decided when their rows were read. */
export const translationProgress: LoaderDefinition<TranslatedSpace, Progress> = {
  name: PROGRESS.name,
  scope: 'space:read',
  cacheKey: pairKey,
  batch: async (reads, translations) => {
    const rows = await reads.db.query(PROGRESS, [translations.map(pairKey)])
    const found = new Map(rows.map(({ key, ...progress }) => [key, progress]))
    return translations.map((translation) => found.get(pairKey(translation)) ?? null)
  },
}

/** The pages that a translation is to have, in the order of their paths. */
export const pagesOfTranslation = defineList<TranslatedSpace, TranslatedPagesFilters, TranslatedPage>({
  name: 'translatedPages',
  columns: `r."pageId", r."title", r."path", r."changedAt", r."state", r."translatedPageId", r."translatedPath",
    r."translatedAt"`,
  from: `${COMPARED_PAGES} r`,
  match: 'p.key IS NOT NULL',
  key: pairKey,
  conditions: ({ state }) => amongst('r."state"', 'text', state),
  sort: [
    { sql: 'r."path" COLLATE "C"', type: 'text', value: ({ path }) => path },
    { sql: 'r."pageId" COLLATE "C"', type: 'text', value: ({ pageId }) => pageId },
  ],
  order: () => 'asc',
})
