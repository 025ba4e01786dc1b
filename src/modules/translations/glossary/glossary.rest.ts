import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { listRoute, route, silentRoute, type View } from '../../../rest/route.ts'
import { type GlossaryRow, glossaryUrl } from './glossary.loaders.ts'
import { getGlossaryEntry, listGlossary, updateGlossary } from './glossary.service.ts'

const RestGlossaryEntry = z
  .object({
    object: z.literal('glossary-entry'),
    id: z.string(),
    translations: z.record(z.string(), z.string()).meta({
      description: 'The term in each language, by the code of the language.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'GlossaryEntry' })

const toRestGlossaryEntry = (row: GlossaryRow, { urls }: View): z.input<typeof RestGlossaryEntry> => ({
  object: 'glossary-entry',
  id: row.id,
  translations: row.translations as Record<string, string>,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  urls: { location: glossaryUrl(urls, row) },
})

const path = '/orgs/:organizationId/translations-glossary'

export const glossaryRoutes = [
  listRoute(path, listGlossary, {
    summary: 'List the terms of an organization in several languages',
    item: RestGlossaryEntry,
    present: (rows, view) => rows.map((row) => toRestGlossaryEntry(row, view)),
  }),
  silentRoute('PUT', path, updateGlossary, { summary: 'Add, replace and delete terms' }),
  route('GET', `${path}/:glossaryEntryId`, getGlossaryEntry, {
    summary: 'Get a term in several languages',
    response: RestGlossaryEntry,
    present: toRestGlossaryEntry,
  }),
]
