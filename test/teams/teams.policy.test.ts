import { describe, expect, it } from 'vitest'
import { roles } from '../../src/core/access/roles.ts'
import { teamPermissions } from '../../src/modules/teams/teams.policy.ts'

describe('the permissions of a team', () => {
  it('let admins do everything, whatever they are in it', () => {
    for (const teamRole of [null, 'member', 'owner'] as const) {
      expect(teamPermissions.of({ role: 'admin', teamRole })).toEqual({
        view: true,
        admin: true,
        delete: true,
        manageMembers: true,
      })
    }
  })

  it('let its owner manage members, and everyone else read', () => {
    for (const role of [null, ...roles.filter((each) => each !== 'admin')]) {
      for (const teamRole of [null, 'member', 'owner'] as const) {
        expect(teamPermissions.of({ role, teamRole })).toEqual({
          view: true,
          admin: false,
          delete: false,
          manageMembers: teamRole === 'owner',
        })
      }
    }
  })
})
