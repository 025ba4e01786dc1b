import { permissionSet } from '../../core/access/permissions.ts'
import type { Role } from '../../core/access/roles.ts'
import { mayAdministrate, mayCreateContent } from '../organizations/index.ts'

/** The viewer's role on a site: that in its organization, or a higher one that was granted on the site. */
export interface SiteReach {
  role: Role
}

export const mayWriteSite = (reach: SiteReach) => mayCreateContent(reach)
export const mayPublishSite = (reach: SiteReach) => mayCreateContent(reach)
/** A share link shows its key, so it is seen by those who can create one. */
export const maySeeShareLinks = (reach: SiteReach) => mayWriteSite(reach)
export const mayAdministrateSite = (reach: SiteReach) => mayAdministrate(reach)

export const sitePermissions = permissionSet({
  view: ['See the site and its structure.', (_reach: SiteReach) => true],
  access: ['Open the site in the application.', () => true],
  edit: ['Change its settings, its structure and its share links.', mayWriteSite],
  create: ['Add spaces, sections and groups to it.', mayWriteSite],
  delete: ['Delete it.', mayWriteSite],
  publish: ['Publish and unpublish it.', mayPublishSite],
  admin: ['Change its hostname and its publishing keys.', mayAdministrateSite],
  installIntegration: ['Install integrations on it.', mayAdministrateSite],
  viewAdaptiveSchema: ['See its adaptive schema.', () => true],
  editAdaptiveSchema: ['Change its adaptive schema.', mayWriteSite],
})
