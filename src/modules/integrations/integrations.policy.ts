import { permissionSet } from '../../core/access/permissions.ts'
import type { Role } from '../../core/access/roles.ts'
import { mayAdministrate } from '../organizations/index.ts'

/** The viewer's role in the organization that owns an integration, and whether they can install it. */
export interface IntegrationReach {
  /** Null for viewers who are not members of the organization. */
  role: Role | null
  /** Whether the viewer is an admin of an organization that can install it. */
  mayInstall: boolean
}

export const mayPublish = (reach: { role: Role | null }) => mayAdministrate(reach)
/** Installations have configurations, which only those who can change them see. */
export const mayManageInstallations = (reach: { role: Role | null }) => mayAdministrate(reach)

export const integrationPermissions = permissionSet({
  admin: ['Publish new versions of it, and unpublish it.', (reach: IntegrationReach) => mayPublish(reach)],
  install: ['Install it in an organization.', ({ mayInstall }) => mayInstall],
})
