import { type Connection, connectionOf, listedGraphQL, listedRest, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface TranslationView {
  id: string
  title: string
  languages: string[]
  createdAt: string
  updatedAt: string
  permissions: Record<string, boolean>
}
type Who = { token: string } | null

/** What one caller can do with the translation settings of one organization. */
export interface TranslationsApi {
  list(): Attempt<Listed<TranslationView>>
  create(input: object): Attempt<TranslationView>
  get(id: string): Attempt<TranslationView>
  update(id: string, input: object): Attempt<TranslationView>
  delete(id: string): Attempt<unknown>
}

const code = (language: string) => language.toLowerCase().replaceAll('_', '-')
const view = (row: TranslationView): TranslationView => ({
  id: row.id,
  title: row.title,
  languages: row.languages.map(code),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  permissions: row.permissions,
})

function restTranslations(t: TestApp, who: Who, organizationId: string): TranslationsApi {
  const ask = restAsker(t, who)
  const at = (id = '') => `/orgs/${organizationId}/translations${id && `/${id}`}`
  return {
    list: () => ask('GET', at(), listedRest(view)),
    create: (body) => ask('POST', at(), view, { body }),
    get: (id) => ask('GET', at(id), view),
    update: (id, body) => ask('PUT', at(id), view, { body }),
    delete: (id) => ask('DELETE', at(id), () => {}),
  }
}

const FIELDS = 'id title languages createdAt updatedAt permissions { view edit }'
const input = ({ languages, ...rest }: { languages?: string[] }) => ({
  ...rest,
  ...(languages ? { languages: languages.map((each) => each.toUpperCase().replaceAll('-', '_')) } : {}),
})

function graphqlTranslations(t: TestApp, who: Who, organizationId: string): TranslationsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const write = (name: string, given: object) =>
    mutate<{ translation: TranslationView }, TranslationView>(
      name,
      given,
      `translation { ${FIELDS} }`,
      ({ translation }) => view(translation),
    )
  return {
    list: () =>
      ask<{ organization: { translations: Connection<TranslationView> } | null }, Listed<TranslationView>>(
        `query($id: ID!) { organization(id: $id) { ${connectionOf('translations', FIELDS)} } }`,
        { id: organizationId },
        ({ organization }) => listedGraphQL(organization?.translations, view),
      ),
    create: (given) => write('createTranslation', { organizationId, ...input(given) }),
    get: (id) =>
      ask<{ translation: TranslationView | null }, TranslationView>(
        `query($id: ID!) { translation(id: $id) { ${FIELDS} } }`,
        { id },
        ({ translation }) => translation && view(translation),
      ),
    update: (translationSettingsId, given) =>
      write('updateTranslation', { translationSettingsId, ...input(given) }),
    delete: (translationSettingsId) =>
      mutate('deleteTranslation', { translationSettingsId }, 'deletedId', (payload) => payload),
  }
}

/** For `describe.each(translationsApis)`: one scenario in both APIs. */
export const translationsApis = [
  { name: 'rest', enter: restTranslations },
  { name: 'graphql', enter: graphqlTranslations },
]
