import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type TranslationSettings } from '../../generated/prisma/client.ts'
import type { Urls } from '../../http/urls.ts'
import { getOrganizationRow, type OrganizationRow, organizationUrl } from '../organizations/index.ts'
import type { TranslationReach } from './translations.policy.ts'

/** Translation settings for the viewer, with the viewer's role. */
export type TranslationRow = TranslationSettings & { viewerRole: Role }

const COLUMNS = `${columnsOf('r', Prisma.TranslationSettingsScalarFieldEnum)}, m."role" AS "viewerRole"`

/** Joins the viewer's membership. Guests, who have no role, see none. */
const joinMember = (viewer: string) => `"TranslationSettings" r JOIN "Member" m
  ON m."organizationId" = r."organizationId" AND m."userId" = ${viewer}
    AND m."role" IS NOT NULL AND NOT m."disabled"`

export const translationById = loaderById<TranslationRow>({
  name: 'translationById',
  scope: 'organization:read',
  text: `SELECT ${COLUMNS} FROM ${joinMember('$2')} WHERE r."id" = ANY($1)`,
})

/** The translation settings of an organization, oldest first. */
export const translationsOfOrganization = defineList<OrganizationRow, object, TranslationRow>({
  name: 'translations',
  columns: COLUMNS,
  from: joinMember(VIEWER),
  match: 'r."organizationId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'r."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

export const reachOfTranslation = ({ viewerRole }: TranslationRow): TranslationReach => ({ role: viewerRole })

interface TranslationPlace {
  organizationId?: string | undefined
  translationSettingsId: string
}

/** The settings at this location, or null. When the path contains an organization, it is authorized first. */
export async function findTranslation(
  reads: RequestLoaders,
  { organizationId, translationSettingsId: id }: TranslationPlace,
): Promise<TranslationRow | null> {
  if (organizationId !== undefined) await getOrganizationRow(reads, organizationId)
  const row = await reads.load(translationById, id)
  return row && (organizationId === undefined || row.organizationId === organizationId) ? row : null
}

export async function getTranslationRow(
  reads: RequestLoaders,
  place: TranslationPlace,
): Promise<TranslationRow> {
  const row = await findTranslation(reads, place)
  if (!row) throw notFound('These translation settings')
  return row
}

export const translationUrl = (urls: Urls, { organizationId, id }: TranslationSettings) =>
  `${organizationUrl(urls, organizationId)}/translations/${id}`
