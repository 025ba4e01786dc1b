import type { Role } from '#console/SpaceAccessScreenQuery.graphql.ts'
import { ROLES } from '../../forms/RoleSelect.tsx'

/** The role of the address by which people are filtered. */
export function rolesOf(role: string | undefined): Role[] | null {
  const found = ROLES.find((one) => one === role)
  return found ? [found] : null
}
