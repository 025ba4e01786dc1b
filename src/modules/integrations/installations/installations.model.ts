import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { IntegrationName, integrationName, OrganizationName, Search } from '../integrations.model.ts'

const MAX_CONFIGURATION = 64 * 1024

export const Selection = z.enum(['all', 'selected'])
export type Selection = z.output<typeof Selection>
export const Status = z.enum(['active', 'pending', 'paused'])

const Configuration = z
  .record(z.string().max(100), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_CONFIGURATION, {
    error: `must have at most ${MAX_CONFIGURATION} characters as JSON`,
  })
  .meta({
    scalar: 'JSON',
    description:
      'The values by the names of the properties that the integration declares. They replace all earlier ones.',
  })
const ExternalIds = z
  .array(z.string().min(1).max(255))
  .max(5)
  .meta({ description: 'Up to 5 IDs of other systems, to find the installation by.' })

const organizationId = idField('Organization', 'The ID of the organization.')
export const spaceId = idField('Space', 'The ID of the space.')
export const siteId = idField('Site', 'The ID of the site.')
const installationId = idField('IntegrationInstallation', 'The ID of the installation.')

/** REST paths contain the integration as well, which must match. */
const installationAt = { integrationName: IntegrationName.optional(), installationId }

const values = { configuration: Configuration.optional(), externalIds: ExternalIds.optional() }
const Extended = z
  .boolean()
  .default(false)
  .meta({ description: 'Whether to return the whole resource instead of its ID.' })

export const ExternalIdFilter = z.object({
  externalId: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'Only installations with this external ID.' }),
})
export type ExternalIdFilter = z.output<typeof ExternalIdFilter>

export const ListInstallations = ExternalIdFilter.extend(integrationName)
export const ListOrganizationInstallations = z.object({ organizationId })
export const InstallIntegration = z.object({ ...integrationName, organization: OrganizationName })
export const GetInstallation = z.object(installationAt)
export const UpdateInstallation = z.object({
  ...installationAt,
  ...values,
  space_selection: Selection.optional().meta({
    description:
      'Whether it is installed on all spaces of the organization, also later ones, or on those selected.',
  }),
  site_selection: Selection.optional().meta({
    description:
      'Whether it is installed on all sites of the organization, also later ones, or on those selected.',
  }),
})
export const UninstallIntegration = z.object(installationAt)

export const SearchFilter = z.object({ search: Search })
export const ListOrganizationIntegrations = SearchFilter.extend({ organizationId })
export const ListSpaceIntegrations = SearchFilter.extend({ spaceId })
export const ListSpaceScripts = z.object({ spaceId })
export const ListSpaceBlocks = z.object({ spaceId })
export const ListSiteIntegrations = SearchFilter.extend({ organizationId: organizationId.optional(), siteId })
export const ListSiteScripts = z.object({ organizationId: organizationId.optional(), siteId })
export const ListStatuses = z.object({ organizationId })
export const GetStatus = z.object({ organizationId, ...integrationName })

const PlacementFilter = ExternalIdFilter.extend({ extended: Extended })

/**
 * The inputs of the operations on one kind of place: `key` is its path parameter, `body` its name when it is added. The
 * types do not have them, so that operations on spaces and on sites have the same type.
 */
export function placementInputs(key: string, body: string, id: typeof spaceId) {
  const at: typeof installationAt = { ...installationAt, [key]: id }
  const added: typeof installationAt = { ...installationAt, [body]: id }
  return {
    list: PlacementFilter.extend(installationAt),
    listOfIntegration: PlacementFilter.extend(integrationName),
    install: z.object(added),
    get: z.object({ ...at, extended: Extended }),
    update: z.object({ ...at, ...values }),
    uninstall: z.object(at),
  }
}
