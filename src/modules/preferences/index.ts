import { defineModule } from '../../core/operations/module.ts'
import { routes } from './preferences.rest.ts'
import { getPreferences, updatePreferences } from './preferences.service.ts'
import './preferences.graphql.ts'

export const preferences = defineModule({
  name: 'preferences',
  operations: [getPreferences, updatePreferences],
  lists: [],
  routes,
})

export { DEFAULT_MAIL, type MailKind, mailKindNames } from './preferences.model.ts'
export { languagesByEmail, stopAllMails } from './preferences.service.ts'
