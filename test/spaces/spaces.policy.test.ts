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

const reach = (role: Role) => ({ spaceId: 'spc_1', organizationId: 'org_1', userId: 'usr_me', role })

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
      viewInviteLinks: mayManage(here),
      edit: mayEdit(here),
      triggerGitSync: mayEdit(here),
      comment: mayComment(here),
      merge: mayMerge(here),
      review: mayReview(here),
      installIntegration: mayAdministrateSpace(here),
    })
  })
})
