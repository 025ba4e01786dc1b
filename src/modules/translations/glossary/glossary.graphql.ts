import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { mutation, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, requiredOrganization } from '../../organizations/index.ts'
import { LanguageEnum } from '../translations.graphql.ts'
import { LanguageCode } from '../translations.model.ts'
import { type GlossaryRow, glossaryEntryById, glossaryUrl } from './glossary.loaders.ts'
import { getGlossaryEntry, listGlossary, updateGlossary } from './glossary.service.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    GlossaryEntry: GlossaryRow
  }
}

const TermType = builder.objectRef<{ language: LanguageCode; text: string }>('GlossaryTerm').implement({
  description: 'A term in one language.',
  fields: (t) => ({
    language: t.expose('language', { type: LanguageEnum, description: 'The language.' }),
    text: t.exposeString('text', { description: 'The term.' }),
  }),
})

const GlossaryEntryType = builder.prismaNode('GlossaryEntry', {
  description:
    'A term of an organization in several languages, for people and programs that translate its content.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    translations: t.field({
      type: [TermType],
      description: 'The term in each language, in the order of their codes.',
      resolve: ({ translations }) =>
        Object.entries(translations).map(([code, text]) => ({ language: LanguageCode.parse(code), text })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (row, _args, { urls }) => glossaryUrl(urls, row),
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns it.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
  }),
})

connection(OrganizationType, 'glossary', listGlossary, {
  type: connectionType('GlossaryEntry', GlossaryEntryType),
  description: 'Terms of the organization in several languages, oldest first. Guests see none.',
})
queryField('glossaryEntry', getGlossaryEntry, {
  type: GlossaryEntryType,
  description: 'A term in several languages.',
  rename: { glossaryEntryId: 'id' },
  omit: ['organizationId'],
})
mutation('updateGlossary', updateGlossary, {
  description: 'Adds, replaces and deletes terms: all of the changes, or none.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization, with its glossary as it is now.',
      from: (organization) => organization,
    },
  },
})

eventSubject({
  name: 'glossaryEntry',
  within: 'organization',
  what: 'the glossary entry',
  type: GlossaryEntryType,
  loader: glossaryEntryById,
})
