import { mayAdministrate, type OrganizationReach } from '../organizations/index.ts'

export const mayManageWebhooks = (reach: OrganizationReach) => mayAdministrate(reach)
