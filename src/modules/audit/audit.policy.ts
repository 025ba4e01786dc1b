import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

export const mayReadAuditLog = (reach: OrganizationReach) => mayAdministrate(reach)
