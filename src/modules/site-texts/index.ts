import { defineModule } from '../../core/operations/module.ts'

/** The words of published sites in each language. It knows no site. */
export const siteTexts = defineModule({ name: 'site-texts', operations: [], lists: [], routes: [] })

export type { TextName } from './table.ts'
export {
  directionOf,
  type Locale,
  languageName,
  languageTags,
  localeOf,
  type Texts,
  textsOf,
} from './texts.ts'
