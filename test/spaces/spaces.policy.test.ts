import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import {
  mayAdministrateSpace,
  mayComment,
  mayEdit,
  mayManage,
  mayMerge,
  mayReview,
  spacePermissions,
} from '../../src/modules/spaces/spaces.policy.ts'

const reach = (role: Role, memberRole: Role | null = role) => ({
  spaceId: 'spc_1',
  organizationId: 'org_1',
  userId: 'usr_me',
  role,
  memberRole,
})

describe('the policy of spaces', () => {
  it.each([
    ['mayComment', mayComment, ['comment', 'edit', 'review', 'create', 'admin']],
    ['mayEdit', mayEdit, ['edit', 'review', 'create', 'admin']],
    ['mayReview', mayReview, ['review', 'create', 'admin']],
    ['mayMerge', mayMerge, ['review', 'create', 'admin']],
    ['mayManage', mayManage, ['create', 'admin']],
    ['mayAdministrateSpace', mayAdministrateSpace, ['admin']],
  ])('%s is allowed for its role and higher ones', (_name, may, allowed) => {
    expect(roles.filter((role) => may(reach(role)))).toEqual(allowed)
  })

  it.each([
    ['shows invite links', 'viewInviteLinks', 'admin'],
    ['allows a transfer', 'transfer', 'create'],
  ] as const)('%s only by the role in the organization', (_what, bit, takes) => {
    const of = (memberRole: Role | null) =>
      spacePermissions.of({ ...reach('admin', memberRole), deletedAt: null })
    expect([null, 'edit' as const, takes].map((memberRole) => of(memberRole)[bit])).toEqual([
      false,
      false,
      true,
    ])
  })

  it('of a deleted space, allows users who manage it to see, delete and restore it', () => {
    const allowed = (role: Role) =>
      Object.entries(spacePermissions.of({ ...reach(role), deletedAt: new Date() }))
        .filter(([, isAllowed]) => isAllowed)
        .map(([name]) => name)
    expect(allowed('create')).toEqual(['view', 'delete', 'restore'])
    expect(allowed('admin')).toEqual(['view', 'delete', 'restore'])
  })
})
