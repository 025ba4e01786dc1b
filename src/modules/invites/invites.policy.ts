import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

/** Inviting, and seeing who is invited: a link is a key to the API layer. */
export const mayInvite = (reach: OrganizationReach) => mayAdministrate(reach)
