import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

export const mayChangeMembers = (reach: OrganizationReach) => mayAdministrate(reach)

/** Admins can remove anyone; every member can leave. */
export const mayRemoveMember = (reach: OrganizationReach, viewerId: string, userId: string) =>
  mayAdministrate(reach) || viewerId === userId
