import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/roles.ts'
import {
  mayRemoveRequest,
  mayRequestReviewers,
  mayReviewChangeRequest,
} from '../../src/modules/reviews/reviews.policy.ts'

const reach = (role: Role) => ({ spaceId: 'spc_1', organizationId: 'org_1', userId: 'usr_me', role })
const allowed = (may: (role: Role) => boolean) => roles.filter(may)

describe('the policy of reviews', () => {
  it('from edit up one may ask for a review, and take that back', () => {
    const fromEdit = ['edit', 'review', 'create', 'admin']
    expect(allowed((role) => mayRequestReviewers(reach(role)))).toEqual(fromEdit)
    expect(allowed((role) => mayRemoveRequest(reach(role), 'usr_other'))).toEqual(fromEdit)
  })

  it('who was asked may decline', () => {
    expect(allowed((role) => mayRemoveRequest(reach(role), 'usr_me'))).toEqual([...roles])
  })

  it('from review up one may review, and who was asked may whatever their role', () => {
    expect(allowed((role) => mayReviewChangeRequest(reach(role), false))).toEqual([
      'review',
      'create',
      'admin',
    ])
    expect(allowed((role) => mayReviewChangeRequest(reach(role), true))).toEqual([...roles])
  })
})
