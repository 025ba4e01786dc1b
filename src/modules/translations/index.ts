import { defineModule } from '../../core/operations/module.ts'
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
  operations: [getTranslation, createTranslation, updateTranslation, deleteTranslation],
  lists: [listTranslations],
  routes,
  nodes: { TranslationSettings: translationById },
})
