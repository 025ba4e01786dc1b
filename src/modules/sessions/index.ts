import { defineModule } from '../../core/operations/module.ts'
import { cleanUp } from './cleanup.ts'
import './passkeys/passkeys.graphql.ts'
import { routes as passkeyRoutes } from './passkeys/passkeys.rest.ts'
import {
  deletePasskey,
  getPasskey,
  listPasskeys,
  passkeyById,
  renamePasskey,
} from './passkeys/passkeys.service.ts'
import './passwords/password.graphql.ts'
import { routes as passwordRoutes } from './passwords/password.rest.ts'
import { changePassword, getPassword, removePassword } from './passwords/password.service.ts'
import { StoredSessions } from './sessions.authentication.ts'
import { facts } from './sessions.facts.ts'
import { dataOfSessions } from './sessions.personal.ts'
import { routes } from './sessions.rest.ts'
import { endOtherSessions, endSession, listSessions, sessionById } from './sessions.service.ts'
import { createSignIn } from './sign-in.ts'
import './sessions.graphql.ts'

export const sessions = defineModule({
  name: 'sessions',
  facts,
  operations: [
    endSession,
    endOtherSessions,
    ...[getPasskey, renamePasskey, deletePasskey],
    ...[getPassword, changePassword, removePassword],
  ],
  lists: [listSessions, listPasskeys],
  routes: [...routes, ...passkeyRoutes, ...passwordRoutes],
  nodes: { Session: sessionById, Passkey: passkeyById },
  personalData: dataOfSessions,
  periodic: { 'sessions.cleanup': cleanUp },
  sessions: (options) => new StoredSessions(options),
  signIn: createSignIn,
})

export { createSetupCode, setupLink } from './setup-link.ts'
