import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { mutation, nestedField } from '../../../graphql/field.ts'
import { SiteType } from '../sites.graphql.ts'
import {
  type AdaptiveSchemaRow,
  getAdaptiveSchema,
  listTemplateConditions,
  updateAdaptiveSchema,
} from './adaptive.service.ts'
import type { TemplateCondition } from './template-conditions.ts'

const AdaptiveSchemaType = builder.objectRef<AdaptiveSchemaRow>('SiteAdaptiveSchema').implement({
  description: 'The claims of visitors that conditions of a site can refer to.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    jsonSchema: t.field({
      type: 'JSON',
      description: 'The JSON Schema (draft 07) of the claims.',
      resolve: ({ jsonSchema }) => jsonSchema,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last replaced.' }),
  }),
})

const TemplateConditionType = builder.objectRef<TemplateCondition>('SiteTemplateCondition').implement({
  description: 'A condition to begin with.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What the condition is about.' }),
    condition: t.exposeString('condition', { description: 'The condition.' }),
  }),
})

const ofSite = {
  given: ({ id }: { id: string }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
}

nestedField(SiteType, 'adaptiveSchema', getAdaptiveSchema, {
  ...ofSite,
  type: AdaptiveSchemaType,
  description: 'The adaptive schema. Null before one is written.',
  subject: (site) => site,
  isLookup: true,
})
nestedField(SiteType, 'templateConditions', listTemplateConditions, {
  ...ofSite,
  type: [TemplateConditionType],
  description: 'Conditions to begin with, one for each boolean, string and value of a string in the schema.',
  subject: (site) => site,
  complexity: 10,
})

mutation('updateSiteAdaptiveSchema', updateAdaptiveSchema, {
  description: 'Replaces the adaptive schema of a site.',
  omit: ['organizationId'],
  payload: {
    adaptiveSchema: {
      type: AdaptiveSchemaType,
      description: 'The adaptive schema.',
      from: (row) => row,
    },
  },
})
