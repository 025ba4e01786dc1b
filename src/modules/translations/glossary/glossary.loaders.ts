import type { Role } from '../../../core/access/roles.ts'
import { notFound } from '../../../core/errors.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { type GlossaryEntry, Prisma } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import { getOrganizationRow, type OrganizationRow, organizationUrl } from '../../organizations/index.ts'
import { LanguageCode } from '../translations.model.ts'
import type { GlossaryFilters, Terms } from './glossary.model.ts'

/** An entry for the viewer, with the viewer's role. */
export type GlossaryRow = Omit<GlossaryEntry, 'translations'> & {
  translations: Terms
  viewerRole: Role
  /** What it is ordered by, if by a language. */
  sortText: string
}

const columns = (sortText = `''`) =>
  `${columnsOf('e', Prisma.GlossaryEntryScalarFieldEnum)}, m."role" AS "viewerRole", ${sortText} AS "sortText"`

/** Joins the viewer's membership. Guests, who have no role, see none. */
const joinMember = (viewer: string) => `"GlossaryEntry" e JOIN "Member" m
  ON m."organizationId" = e."organizationId" AND m."userId" = ${viewer}
    AND m."role" IS NOT NULL AND NOT m."disabled"`

export const glossaryEntryById = loaderById<GlossaryRow>({
  name: 'glossaryEntryById',
  scope: 'organization:read',
  text: `SELECT ${columns()} FROM ${joinMember('$2')} WHERE e."id" = ANY($1)`,
})

const byId = { sql: 'e."id"', type: 'text', value: ({ id }: GlossaryRow) => id } as const
const glossary = {
  from: joinMember(VIEWER),
  match: 'e."organizationId" = p.key',
  key: ({ id }: OrganizationRow) => id,
  order: () => 'asc' as const,
}

const oldestFirst = defineList<OrganizationRow, GlossaryFilters, GlossaryRow>({
  ...glossary,
  name: 'glossary',
  columns: columns(),
  sort: [byId],
})

const byLanguage = new Map(
  LanguageCode.options.map((language) => {
    const term = `quire_fold(e."translations" ->> '${language}')`
    // Entries without a term in this language follow those with one.
    const sortText = `CASE WHEN e."translations" ? '${language}' THEN '0' || ${term} ELSE '1' END`
    return [
      language,
      defineList<OrganizationRow, GlossaryFilters, GlossaryRow>({
        ...glossary,
        name: `glossaryBy_${language.replace('-', '_')}`,
        columns: columns(sortText),
        sort: [{ sql: sortText, type: 'text', value: (row) => row.sortText }, byId],
      }),
    ]
  }),
)

/** The glossary of an organization. An organization has few entries, so that it can be ordered by any language. */
export const glossaryOfOrganization = ({ orderBy }: GlossaryFilters) =>
  (orderBy && byLanguage.get(orderBy)) ?? oldestFirst

export async function getGlossaryRow(
  reads: RequestLoaders,
  { organizationId, glossaryEntryId: id }: { organizationId?: string | undefined; glossaryEntryId: string },
): Promise<GlossaryRow> {
  if (organizationId !== undefined) await getOrganizationRow(reads, organizationId)
  const row = await reads.load(glossaryEntryById, id)
  if (!row || (organizationId !== undefined && row.organizationId !== organizationId)) {
    throw notFound('This glossary entry')
  }
  return row
}

export const glossaryUrl = (urls: Urls, { organizationId, id }: GlossaryRow) =>
  `${organizationUrl(urls, organizationId)}/translations-glossary/${id}`
