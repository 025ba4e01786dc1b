import { defineModule } from '../../core/operations/module.ts'
import { accountRoutes } from './accounts/accounts.rest.ts'
import {
  createPasswordReset,
  disableUser,
  enableUser,
  endUserSessions,
  revokeUserApiTokens,
} from './accounts/accounts.service.ts'
import { cleanUp } from './cleanup.ts'
import { joinOrganizationByDomain } from './joining/join-organization-by-domain.ts'
import './joining/joining.graphql.ts'
import { joiningRoutes } from './joining/joining.rest.ts'
import { MAIL_RESET, runMailReset } from './mails/reset-mail.job.ts'
import { identityRoutes } from './providers/identities.rest.ts'
import { identityById, listIdentities, unlinkIdentity } from './providers/identities.service.ts'
import { listProviders } from './providers/list-providers.ts'
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
import './accounts/accounts.graphql.ts'
import './providers/identities.graphql.ts'
import './sessions.graphql.ts'

export const sessions = defineModule({
  name: 'sessions',
  facts,
  operations: [
    ...[endSession, endOtherSessions, createPasswordReset, endUserSessions],
    ...[revokeUserApiTokens, disableUser, enableUser],
    ...[getPasskey, renamePasskey, deletePasskey],
    ...[getPassword, changePassword, removePassword],
    unlinkIdentity,
    ...[joinOrganizationByDomain, listProviders],
  ],
  lists: [listSessions, listPasskeys, listIdentities],
  routes: [
    ...routes,
    ...accountRoutes,
    ...passkeyRoutes,
    ...passwordRoutes,
    ...identityRoutes,
    ...joiningRoutes,
  ],
  jobs: { [MAIL_RESET]: runMailReset },
  nodes: { Session: sessionById, Passkey: passkeyById, Identity: identityById },
  personalData: dataOfSessions,
  periodic: { 'sessions.cleanup': cleanUp },
  sessions: (options) => new StoredSessions(options),
  signIn: createSignIn,
})

export { createSetupCode, setupLink } from './setup-link.ts'
