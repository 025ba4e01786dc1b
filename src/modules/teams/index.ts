import { defineModule } from '../../core/operations/module.ts'
import { listTeamMembers, removeTeamMember, setTeamMember, updateTeamMembers } from './memberships.service.ts'
import { facts } from './teams.facts.ts'
import { teamById } from './teams.loaders.ts'
import { routes } from './teams.rest.ts'
import { createTeam, deleteTeam, getTeam, listMemberTeams, listTeams, updateTeam } from './teams.service.ts'
import './teams.graphql.ts'

export const teams = defineModule({
  name: 'teams',
  facts,
  operations: [
    getTeam,
    createTeam,
    updateTeam,
    deleteTeam,
    updateTeamMembers,
    setTeamMember,
    removeTeamMember,
  ],
  lists: [listTeams, listMemberTeams, listTeamMembers],
  routes,
  nodes: { Team: teamById },
})

export { TeamType } from './teams.graphql.ts'
export { getTeamRow, ownTeams, type TeamRow, teamById } from './teams.loaders.ts'
export { RestTeam, toRestTeam } from './teams.rest.ts'
