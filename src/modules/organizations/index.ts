import { defineModule } from '../../core/operations/module.ts'
import { logoDownloads } from './logo/logo.downloads.ts'
import { setOrganizationLogo, uploadOrganizationLogo } from './logo/logo.service.ts'
import { deleteOrganization, restoreOrganization } from './organizations.deletion.ts'
import { facts } from './organizations.facts.ts'
import { organizationById } from './organizations.loaders.ts'
import { purgeDeletedOrganizations } from './organizations.purge.ts'
import { routes } from './organizations.rest.ts'
import {
  createOrganization,
  getOrganization,
  getOrganizationBySubdomain,
  listOrganizations,
  listOrganizationsByEmailDomain,
  updateOrganization,
} from './organizations.service.ts'
import './organizations.graphql.ts'

export const organizations = defineModule({
  name: 'organizations',
  facts,
  downloads: ({ database }) => logoDownloads(database),
  operations: [
    getOrganization,
    getOrganizationBySubdomain,
    listOrganizationsByEmailDomain,
    createOrganization,
    updateOrganization,
    deleteOrganization,
    restoreOrganization,
    setOrganizationLogo,
    uploadOrganizationLogo,
  ],
  periodic: {
    'purge-organizations': ({ database, ...options }) => purgeDeletedOrganizations(database, options),
  },
  lists: [listOrganizations],
  routes,
  nodes: { Organization: organizationById },
})

export { adminResource } from './admin-resources.ts'
export { requireFormerWriter } from './former-writers.ts'
export { MergeRulesRef, ruleDescriptions } from './merge-rules.graphql.ts'
export {
  INHERITED_RULES,
  MergeBlockerName,
  type MergeRule,
  MergeRules,
  mergeRulesOf,
  NO_MERGE_RULES,
  type Requirement,
  requireKnownUsers,
  rulesInForce,
} from './merge-rules.ts'
export { appointAdmin } from './organizations.appointment.ts'
export { deleteOrganization, restoreOrganization } from './organizations.deletion.ts'
export { AppUrls, OrganizationType, RoleEnum } from './organizations.graphql.ts'
export {
  getOrganizationNamed,
  getOrganizationRow,
  NOT_DELETED as ORGANIZATION_NOT_DELETED,
  type OrganizationRow,
  organizationById,
  reachOfOrganization,
  requiredOrganization,
} from './organizations.loaders.ts'
export {
  mayAdministrate,
  mayCreateContent,
  mayListPeople,
  type OrganizationReach,
} from './organizations.policy.ts'
export { RestOrganization, toRestOrganization } from './organizations.rest.ts'
export { getOrganization } from './organizations.service.ts'
export { signsInWithSso } from './organizations.sso.ts'
export { organizationUrl } from './organizations.urls.ts'
