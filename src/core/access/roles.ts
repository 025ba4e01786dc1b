import { z } from 'zod'

/** From lowest to highest; each role includes those before it. Null, a guest, is below all of them. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

const rank = Object.fromEntries(roles.map((role, index) => [role, index])) as Record<Role, number>

export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && rank[role] >= rank[needed]
}
