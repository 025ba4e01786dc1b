import { defineModule } from '../../core/operations/module.ts'
import { inviteUsers } from './addresses.service.ts'
import { cleanUpInvites } from './ended-invites.ts'
import { MAIL_INVITES, runMailInvites } from './invite-mails.ts'
import { facts } from './invites.facts.ts'
import { inviteById } from './invites.loaders.ts'
import { dataOfInvites } from './invites.personal.ts'
import { routes } from './invites.rest.ts'
import {
  createLinkInvite,
  deleteLinkInvite,
  getLinkInvite,
  listLinkInvites,
  updateLinkInvite,
} from './invites.service.ts'
import { joinOrganization } from './joining.service.ts'
import './invites.graphql.ts'

export const invites = defineModule({
  name: 'invites',
  facts,
  personalData: dataOfInvites,
  operations: [
    inviteUsers,
    getLinkInvite,
    createLinkInvite,
    updateLinkInvite,
    deleteLinkInvite,
    joinOrganization,
  ],
  lists: [listLinkInvites],
  routes,
  nodes: { Invite: inviteById },
  jobs: { [MAIL_INVITES]: runMailInvites },
  periodic: { 'invites.cleanup': cleanUpInvites },
})

export { refusalOfKey } from './ended-invites.ts'
export { type InviteWith, type KeyedInvite, usableInvite } from './invite-with.ts'
export { digestOfKey, joinLink, newInviteKey } from './invites.model.ts'
export { acceptInvite, claimInvite, joinOrganization } from './joining.service.ts'
