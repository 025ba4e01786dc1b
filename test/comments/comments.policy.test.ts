import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import {
  mayDeletePosted,
  mayEditPosted,
  mayReplyOrReact,
  mayResolve,
} from '../../src/modules/comments/comments.policy.ts'

const reach = (role: Role) => ({
  spaceId: 'spc_1',
  organizationId: 'org_1',
  userId: 'usr_me',
  role,
  memberRole: role,
})
const mine = { postedById: 'usr_me' }
const theirs = { postedById: 'usr_other' }
const allowed = (may: (role: Role) => boolean) => roles.filter(may)

describe('the policy of comments and replies', () => {
  it('the comment role or higher is required to reply and react', () => {
    expect(allowed((role) => mayReplyOrReact(reach(role)))).toEqual([
      'comment',
      'edit',
      'review',
      'create',
      'admin',
    ])
  })

  it("the author edits and deletes; of others' only an admin", () => {
    for (const may of [mayEditPosted, mayDeletePosted]) {
      expect(allowed((role) => may(reach(role), mine))).toEqual([...roles])
      expect(allowed((role) => may(reach(role), theirs))).toEqual(['admin'])
    }
  })

  it('the author resolves; of others from edit up', () => {
    expect(allowed((role) => mayResolve(reach(role), mine))).toEqual([...roles])
    expect(allowed((role) => mayResolve(reach(role), theirs))).toEqual(['edit', 'review', 'create', 'admin'])
  })
})
