import { describe, expect, it } from 'vitest'
import { permissionSet } from '../../src/core/access/permissions.ts'
import { atLeast, roles } from '../../src/core/access/roles.ts'
import {
  holdsScope,
  impliesScope,
  isUnscoped,
  requireScope,
  requireUnscoped,
} from '../../src/core/access/viewer.ts'

const viewer = (...scopes: string[]) => ({ userId: 'usr_1', tokenId: 'tok_1', scopes, expiresAt: null })

describe('roles', () => {
  it('include those before them', () => {
    expect(roles).toEqual(['read', 'comment', 'edit', 'review', 'create', 'admin'])
    for (const [at, role] of roles.entries()) {
      for (const [needed, other] of roles.entries()) expect(atLeast(role, other)).toBe(at >= needed)
    }
  })

  it('are above that of a guest', () => {
    for (const role of roles) expect(atLeast(null, role)).toBe(false)
  })
})

describe('scopes', () => {
  it('of writing include reading the same, and nothing else', () => {
    expect(impliesScope('space:write', 'space:read')).toBe(true)
    expect(impliesScope('space:read', 'space:read')).toBe(true)
    expect(impliesScope('space:write', 'space:write')).toBe(true)
    expect(impliesScope('space:read', 'space:write')).toBe(false)
    expect(impliesScope('organization:write', 'space:read')).toBe(false)
  })

  it('limit a token that has any', () => {
    expect(isUnscoped(viewer())).toBe(true)
    expect(isUnscoped(viewer('space:read'))).toBe(false)
    expect(holdsScope(viewer(), 'space:read')).toBe(true)
    expect(holdsScope(viewer('user:read', 'space:write'), 'space:read')).toBe(true)
    expect(holdsScope(viewer('user:read'), 'space:read')).toBe(false)
  })

  it('that a token lacks are part of the error', () => {
    expect(() => requireScope(viewer('user:read'), 'user:read')).not.toThrow()
    expect(() => requireScope(viewer('user:read'), 'space:read')).toThrow(
      expect.objectContaining({ reason: 'forbidden', message: expect.stringContaining('space:read') }),
    )
    expect(() => requireUnscoped(viewer(), 'This')).not.toThrow()
    expect(() => requireUnscoped(viewer('user:read'), 'This')).toThrow(
      expect.objectContaining({ reason: 'forbidden', message: expect.stringContaining('This requires') }),
    )
  })
})

describe('a set of permissions', () => {
  const set = permissionSet<'view' | 'edit', { role: string }>({
    view: ['Whether they see it.', () => true],
    edit: ['Whether they change it.', ({ role }) => role === 'edit'],
  })

  it('has a bit for each rule, from the subject', () => {
    expect(set.of({ role: 'edit' })).toEqual({ view: true, edit: true })
    expect(set.of({ role: 'read' })).toEqual({ view: true, edit: false })
  })

  it('describes each bit', () => {
    expect(set.descriptions).toEqual({ view: 'Whether they see it.', edit: 'Whether they change it.' })
    expect(set.schema.shape.edit.meta()).toEqual({ description: 'Whether they change it.' })
    expect(set.schema.safeParse({ view: true, edit: 'no' }).success).toBe(false)
  })
})
