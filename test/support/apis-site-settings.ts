import { plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'

export interface AdaptiveSchemaView {
  jsonSchema: object
  updatedAt: string
}
export interface TemplateConditionView {
  description: string
  condition: string
}

type Who = { token: string } | null
type At = { organizationId: string; siteId: string }

/** What one caller can do with the settings of one site. Inputs have the names of REST. */
export interface SettingsApi {
  schema(): Attempt<AdaptiveSchemaView>
  putSchema(jsonSchema: unknown): Attempt<AdaptiveSchemaView>
  templateConditions(): Attempt<TemplateConditionView[]>
}

const schemaView = ({ jsonSchema, updatedAt }: AdaptiveSchemaView): AdaptiveSchemaView => ({
  jsonSchema,
  updatedAt,
})

function restSettings(t: TestApp, who: Who, { organizationId, siteId }: At): SettingsApi {
  const ask = restAsker(t, who)
  const at = (path: string) => `/orgs/${organizationId}/sites/${siteId}/${path}`
  return {
    schema: () => ask('GET', at('adaptive-schema'), schemaView),
    putSchema: (jsonSchema) => ask('PUT', at('adaptive-schema'), schemaView, { body: { jsonSchema } }),
    templateConditions: () =>
      ask<{ items: TemplateConditionView[] }, TemplateConditionView[]>(
        'GET',
        at('adaptive-schema/template-conditions'),
        ({ items }) => items,
      ),
  }
}

const SCHEMA = 'jsonSchema updatedAt'

function graphqlSettings(t: TestApp, who: Who, { siteId }: At): SettingsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const read = <View>(field: string, selection: string) =>
    ask<{ site: { value: View | null } | null }, View>(
      `query($id: ID!) { site(id: $id) { value: ${field} { ${selection} } } }`,
      { id: siteId },
      ({ site }) => site?.value ?? null,
    )
  return {
    schema: () => read('adaptiveSchema', SCHEMA),
    putSchema: (jsonSchema) =>
      mutate<{ adaptiveSchema: AdaptiveSchemaView }, AdaptiveSchemaView>(
        'updateSiteAdaptiveSchema',
        { siteId, jsonSchema },
        `adaptiveSchema { ${SCHEMA} }`,
        ({ adaptiveSchema }) => plain(adaptiveSchema),
      ),
    templateConditions: () => read('templateConditions', 'description condition'),
  }
}

/** For `describe.each(settingsApis)`: one scenario in both APIs. */
export const settingsApis = [
  { name: 'rest', enter: restSettings },
  { name: 'graphql', enter: graphqlSettings },
]
