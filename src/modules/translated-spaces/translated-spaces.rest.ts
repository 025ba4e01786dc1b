import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute } from '../../rest/route.ts'
import { type TranslatedPage, translationProgress } from './translated-spaces.loaders.ts'
import { TranslatedPageState } from './translated-spaces.model.ts'
import { listTranslatedPages, listTranslatedSpaces } from './translated-spaces.service.ts'

const RestSpace = z.object({
  object: z.literal('space'),
  id: z.string(),
  title: z.string(),
  language: z.string(),
})
const Count = z.int().min(0)
const RestTranslatedSpace = z
  .object({
    object: z.literal('translated-space'),
    space: RestSpace.meta({ description: 'The translation.' }),
    source: RestSpace.meta({ description: 'What it is a translation of.' }),
    progress: z
      .object({ missing: Count, untranslated: Count, outdated: Count, translated: Count })
      .meta({ description: 'The number of pages of the source in each state.' }),
  })
  .meta({ id: 'TranslatedSpace' })

const RestTranslatedPage = z
  .object({
    object: z.literal('translated-page'),
    state: TranslatedPageState,
    page: z.string().meta({ description: 'The page of the source.' }),
    title: z.string(),
    path: z.string(),
    changedAt: Timestamp,
    translation: z
      .object({ page: z.string(), path: z.string(), changedAt: Timestamp })
      .optional()
      .meta({ description: 'The page of the translation, if there is one.' }),
  })
  .meta({ id: 'TranslatedPage' })

function toRestPage(page: TranslatedPage): z.input<typeof RestTranslatedPage> {
  const { state, pageId, title, path, changedAt, translatedPageId, translatedPath, translatedAt } = page
  return {
    object: 'translated-page',
    state,
    page: pageId,
    title,
    path,
    changedAt: changedAt.toISOString(),
    ...(translatedPageId !== null && translatedAt
      ? {
          translation: {
            page: translatedPageId,
            path: translatedPath ?? '',
            changedAt: translatedAt.toISOString(),
          },
        }
      : {}),
  }
}

const none = { missing: 0, untranslated: 0, outdated: 0, translated: 0 }
const path = '/orgs/:organizationId/translated-spaces'

export const routes = [
  listRoute(path, listTranslatedSpaces, {
    summary: 'List the spaces that are translations of others on sites, with their progress',
    item: RestTranslatedSpace,
    present: (rows, { caller }) =>
      Promise.all(
        rows.map(async (row) => ({
          object: 'translated-space' as const,
          space: { object: 'space' as const, id: row.spaceId, title: row.spaceTitle, language: row.language },
          source: {
            object: 'space' as const,
            id: row.sourceId,
            title: row.sourceTitle,
            language: row.sourceLanguage,
          },
          progress: (await caller.loadOptional(translationProgress, row)) ?? none,
        })),
      ),
  }),
  listRoute(`${path}/:spaceId/pages`, listTranslatedPages, {
    summary: 'List the pages that a translation is to have, by path',
    item: RestTranslatedPage,
    present: (rows) => rows.map(toRestPage),
  }),
]
