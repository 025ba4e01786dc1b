import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

export const mayChangeMembers = (reach: OrganizationReach) => mayAdministrate(reach)

/** Admins remove anybody; everybody may leave. */
export const mayRemoveMember = (reach: OrganizationReach, viewerId: string, userId: string) =>
  mayAdministrate(reach) || viewerId === userId
