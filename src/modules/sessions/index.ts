import { defineModule } from '../../core/operations/module.ts'
import { accountRoutes } from './accounts/accounts.rest.ts'
import { createPasswordReset, endUserSessions } from './accounts/accounts.service.ts'
import { cleanUp } from './cleanup.ts'
import { MAIL_RESET, runMailReset } from './mails/reset-mail.job.ts'
import { StoredSessions } from './sessions.authentication.ts'
import { facts } from './sessions.facts.ts'
import { dataOfSessions } from './sessions.personal.ts'
import { routes } from './sessions.rest.ts'
import { endOtherSessions, endSession, listSessions, sessionById } from './sessions.service.ts'
import { createSignIn } from './sign-in.ts'
import './accounts/accounts.graphql.ts'
import './sessions.graphql.ts'

export const sessions = defineModule({
  name: 'sessions',
  facts,
  operations: [endSession, endOtherSessions, createPasswordReset, endUserSessions],
  lists: [listSessions],
  routes: [...routes, ...accountRoutes],
  jobs: { [MAIL_RESET]: runMailReset },
  nodes: { Session: sessionById },
  personalData: dataOfSessions,
  periodic: { 'sessions.cleanup': cleanUp },
  sessions: (options) => new StoredSessions(options),
  signIn: createSignIn,
})

export { createSetupCode, setupLink } from './setup-link.ts'
