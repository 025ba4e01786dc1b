import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import {
  changeRequestPermissions,
  mayRemoveRequest,
  mayRequestReviewers,
  mayReviewChangeRequest,
} from '../../src/modules/reviews/reviews.policy.ts'

const reach = (role: Role) => ({
  spaceId: 'spc_1',
  organizationId: 'org_1',
  userId: 'usr_me',
  memberRole: 'read' as const,
  role,
})
const allowed = (may: (role: Role) => boolean) => roles.filter(may)

describe('the policy of reviews', () => {
  it('the edit role or higher is required to request a review and to withdraw the request', () => {
    const fromEdit = ['edit', 'review', 'create', 'admin']
    expect(allowed((role) => mayRequestReviewers(reach(role)))).toEqual(fromEdit)
    expect(allowed((role) => mayRemoveRequest(reach(role), 'usr_other'))).toEqual(fromEdit)
  })

  it('a requested reviewer can decline', () => {
    expect(allowed((role) => mayRemoveRequest(reach(role), 'usr_me'))).toEqual([...roles])
  })

  it('users with the review role or a review request can review', () => {
    expect(allowed((role) => mayReviewChangeRequest(reach(role), false))).toEqual([
      'review',
      'create',
      'admin',
    ])
    expect(allowed((role) => mayReviewChangeRequest(reach(role), true))).toEqual([...roles])
  })

  it('permissions say what the operations allow', () => {
    const may = (role: Role, isRequested = false) =>
      Object.entries(changeRequestPermissions.of({ ...reach(role), isRequested }))
        .filter(([, allows]) => allows)
        .map(([name]) => name)
    expect(may('read')).toEqual(['view'])
    expect(may('read', true)).toEqual(['view', 'review'])
    expect(may('comment')).toEqual(['view', 'comment'])
    expect(may('edit')).toEqual(['view', 'comment', 'edit', 'requestReviewers'])
    for (const role of ['review', 'create', 'admin'] as const) {
      expect(may(role)).toEqual(['view', 'comment', 'edit', 'requestReviewers', 'review', 'merge'])
    }
  })
})
