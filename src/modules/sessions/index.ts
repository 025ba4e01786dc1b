import { defineModule } from '../../core/operations/module.ts'
import { cleanUp } from './cleanup.ts'
import { identityRoutes } from './providers/identities.rest.ts'
import { identityById, listIdentities, unlinkIdentity } from './providers/identities.service.ts'
import { StoredSessions } from './sessions.authentication.ts'
import { facts } from './sessions.facts.ts'
import { dataOfSessions } from './sessions.personal.ts'
import { routes } from './sessions.rest.ts'
import { endOtherSessions, endSession, listSessions, sessionById } from './sessions.service.ts'
import { createSignIn } from './sign-in.ts'
import './providers/identities.graphql.ts'
import './sessions.graphql.ts'

export const sessions = defineModule({
  name: 'sessions',
  facts,
  operations: [endSession, endOtherSessions, unlinkIdentity],
  lists: [listSessions, listIdentities],
  routes: [...routes, ...identityRoutes],
  nodes: { Session: sessionById, Identity: identityById },
  personalData: dataOfSessions,
  periodic: { 'sessions.cleanup': cleanUp },
  sessions: (options) => new StoredSessions(options),
  signIn: createSignIn,
})

export { createSetupCode, setupLink } from './setup-link.ts'
