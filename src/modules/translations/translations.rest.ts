import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { reachOfTranslation, type TranslationRow, translationUrl } from './translations.loaders.ts'
import { translationPermissions } from './translations.policy.ts'
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from './translations.service.ts'

const RestTranslation = z
  .object({
    object: z.literal('translation-settings'),
    id: z.string(),
    title: z.string(),
    languages: z.array(z.string()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: translationPermissions.schema,
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'TranslationSettings' })

const toRestTranslation = (row: TranslationRow, { urls }: View): z.input<typeof RestTranslation> => ({
  object: 'translation-settings',
  id: row.id,
  title: row.title,
  languages: row.languages,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  permissions: translationPermissions.of(reachOfTranslation(row)),
  urls: { location: translationUrl(urls, row) },
})

const path = '/orgs/:organizationId/translations'
const onePath = `${path}/:translationSettingsId`
const one = { response: RestTranslation, present: toRestTranslation }

export const routes = [
  listRoute(path, listTranslations, {
    summary: 'List the translation settings of an organization',
    item: RestTranslation,
    present: (rows, view) => rows.map((row) => toRestTranslation(row, view)),
  }),
  route('POST', path, createTranslation, {
    ...one,
    summary: 'Create translation settings',
    status: 201,
    location: (row, { urls }) => translationUrl(urls, row),
  }),
  route('GET', onePath, getTranslation, { ...one, summary: 'Get translation settings' }),
  route('PUT', onePath, updateTranslation, { ...one, summary: 'Update translation settings' }),
  deletion(onePath, deleteTranslation, { summary: 'Delete translation settings' }),
]
