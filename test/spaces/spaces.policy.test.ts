import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/roles.ts'
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
  ])('%s holds for its role and those above', (_name, may, allowed) => {
    expect(roles.filter((role) => may(reach(role)))).toEqual(allowed)
  })

  it.each(roles)('permissions say what the functions say for %s', (role) => {
    const here = reach(role)
    expect(spacePermissions(here)).toEqual({
      view: true,
      access: true,
      admin: mayAdministrateSpace(here),
      viewInviteLinks: role === 'admin',
      edit: mayEdit(here),
      triggerGitSync: mayEdit(here),
      comment: mayComment(here),
      merge: mayMerge(here),
      review: mayReview(here),
      installIntegration: mayAdministrateSpace(here),
    })
  })

  it('shows links that invite to admins of the organization, and not to those of the space alone', () => {
    expect(spacePermissions(reach('admin', 'edit')).viewInviteLinks).toBe(false)
    expect(spacePermissions(reach('admin', null)).viewInviteLinks).toBe(false)
    expect(spacePermissions(reach('admin')).viewInviteLinks).toBe(true)
  })
})
