import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

/** Required to invite and to see invites: a link gives access to the organization. */
export const mayInvite = (reach: OrganizationReach) => mayAdministrate(reach)
