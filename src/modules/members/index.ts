import { defineModule } from '../../core/operations/module.ts'
import { facts } from './members.facts.ts'
import { memberById } from './members.loaders.ts'
import { dataOfMembers } from './members.personal.ts'
import { routes } from './members.rest.ts'
import {
  getMember,
  listMembers,
  pingOrganization,
  removeMember,
  setMemberSso,
  updateMember,
} from './members.service.ts'
import './members.graphql.ts'

export const members = defineModule({
  name: 'members',
  facts,
  personalData: dataOfMembers,
  operations: [getMember, updateMember, removeMember, setMemberSso, pingOrganization],
  lists: [listMembers],
  routes,
  nodes: { Member: memberById },
})

export { containsFolded } from './contains-folded.ts'
export { MemberConnection, MemberType } from './members.graphql.ts'
export { holdMembers } from './members.hold.ts'
export {
  completeMember,
  getMemberRow,
  joinVisibleUser,
  MEMBER_COLUMNS,
  type MemberRow,
  memberById,
  memberOfUser,
} from './members.loaders.ts'
export { RestMember, toRestMember } from './members.rest.ts'
