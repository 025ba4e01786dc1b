import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

/** Failures name spaces and repositories of the whole organization. */
export const mayMonitor = (reach: OrganizationReach) => mayAdministrate(reach)
