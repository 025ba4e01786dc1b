import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import {
  mayAdministrate,
  mayCreateContent,
  mayListPeople,
} from '../../src/modules/organizations/organizations.policy.ts'

const callers = [null, ...roles]
const reach = (role: Role | null) => ({ organizationId: 'org_1', isMember: true, ownsTeam: false, role })

describe('the policy of organizations', () => {
  it.each([
    ['mayListPeople', mayListPeople, [...roles]],
    ['mayCreateContent', mayCreateContent, ['create', 'admin']],
    ['mayAdministrate', mayAdministrate, ['admin']],
  ])('%s is allowed for its role and higher ones, never for a guest', (_name, may, allowed) => {
    expect(callers.filter((role) => may(reach(role)))).toEqual(allowed)
  })
})
