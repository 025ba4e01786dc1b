import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { OrganizationType } from '../organizations/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import {
  type Progress,
  type TranslatedPage,
  type TranslatedSpace,
  translationProgress,
} from './translated-spaces.loaders.ts'
import { TranslatedPageState } from './translated-spaces.model.ts'
import { listTranslatedPages, listTranslatedSpaces } from './translated-spaces.service.ts'

const StateEnum = graphqlEnum(
  'TranslatedPageState',
  TranslatedPageState,
  'What became of a page in a translation.',
  {
    missing: 'The translation has no page with its ID or path.',
    untranslated: 'The text is that of the source.',
    outdated: 'The source was changed after the translation.',
    translated: 'The translation was changed after the source.',
  },
)

const ProgressType = builder.objectRef<Progress>('TranslationProgress').implement({
  description: 'How many pages of the source of a translation are in which state.',
  fields: (t) => ({
    missing: t.exposeInt('missing', { description: 'Pages that the translation does not have.' }),
    untranslated: t.exposeInt('untranslated', { description: 'Pages that have the text of the source.' }),
    outdated: t.exposeInt('outdated', { description: 'Pages whose source was changed later.' }),
    translated: t.exposeInt('translated', { description: 'Pages that are up to date.' }),
  }),
})

const PageType = builder.objectRef<TranslatedPage>('TranslatedPage').implement({
  description: 'A page that a translation is to have.',
  fields: (t) => ({
    state: t.expose('state', { type: StateEnum, description: 'What became of it.' }),
    pageId: t.exposeID('pageId', { description: 'The ID of the page of the source.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    path: t.exposeString('path', { description: 'Its path.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    translatedPageId: t.exposeID('translatedPageId', {
      nullable: true,
      description: 'The ID of the page of the translation. Null if there is none.',
    }),
    translatedPath: t.exposeString('translatedPath', {
      nullable: true,
      description: 'The path of the page of the translation. Null if there is none.',
    }),
    translatedAt: t.expose('translatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the page of the translation was last changed. Null if there is none.',
    }),
  }),
})

const none = { missing: 0, untranslated: 0, outdated: 0, translated: 0 }
const TranslatedSpaceType = builder.objectRef<TranslatedSpace>('TranslatedSpace').implement({
  description: 'A space that is a translation of another one: a site shows them side by side.',
  fields: (t) => ({
    space: t.field({
      type: SpaceType,
      description: 'The translation.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    source: t.field({
      type: SpaceType,
      description: 'What it is a translation of.',
      resolve: ({ sourceId }, _args, { caller }) => caller.load(requiredSpace, sourceId),
    }),
    progress: t.field({
      type: ProgressType,
      description: 'How many pages are translated.',
      complexity: 20,
      resolve: async (row, _args, { caller }) =>
        (await caller.loadOptional(translationProgress, row)) ?? none,
    }),
  }),
})

connection(TranslatedSpaceType, 'pages', listTranslatedPages, {
  type: connectionType('TranslatedPage', PageType),
  cost: 20,
  description: 'The pages that the translation is to have, in the order of their paths.',
})

connection(OrganizationType, 'translatedSpaces', listTranslatedSpaces, {
  type: connectionType('TranslatedSpace', TranslatedSpaceType),
  description:
    'The spaces that are translations of others, as far as you can see both: site spaces beside one that opens first and has another language. Guests see none.',
})
