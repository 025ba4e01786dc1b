import { defineModule } from '../../core/operations/module.ts'
import './glossary/glossary.graphql.ts'
import { glossaryEntryById } from './glossary/glossary.loaders.ts'
import { glossaryRoutes } from './glossary/glossary.rest.ts'
import { getGlossaryEntry, listGlossary, updateGlossary } from './glossary/glossary.service.ts'
import { facts } from './translations.facts.ts'
import './translations.graphql.ts'
import { translationById } from './translations.loaders.ts'
import { routes } from './translations.rest.ts'
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from './translations.service.ts'

export const translations = defineModule({
  name: 'translations',
  facts,
  operations: [
    ...[getTranslation, createTranslation, updateTranslation, deleteTranslation],
    ...[getGlossaryEntry, updateGlossary],
  ],
  lists: [listTranslations, listGlossary],
  routes: [...routes, ...glossaryRoutes],
  nodes: { TranslationSettings: translationById, GlossaryEntry: glossaryEntryById },
})
