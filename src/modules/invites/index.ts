import { defineModule } from '../../core/operations/module.ts'
import { inviteUsers } from './addresses.service.ts'
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
})

export { digestOfKey, newInviteKey } from './invites.model.ts'
export { joinOrganization } from './joining.service.ts'
