import { forbidden, notFound } from '../../core/errors.ts'
import { formerPlaceOf } from '../../core/events/former-place.ts'
import type { LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import {
  getOrganizationRow,
  type OrganizationRow,
  organizationById,
  reachOfOrganization,
} from './organizations.loaders.ts'
import type { OrganizationReach } from './organizations.policy.ts'

/**
 * Access to resources that only admins of their organization can see, such as invites and webhooks. GraphQL
 * names them by id alone; a REST path contains their organization as well, which is then authorized first.
 */
export function adminResource<Row extends { organizationId: string }>({
  kind,
  byId,
  mayManage,
  refusal,
}: {
  /** The first part of its event types. */
  kind: string
  /** Loads the resources of organizations in which the viewer is an admin. */
  byId: LoaderDefinition<string, Row>
  mayManage: (reach: OrganizationReach) => boolean
  refusal: string
}) {
  const noun = `This ${kind}`

  const requireMayManage = (organization: OrganizationRow): void => {
    if (!mayManage(reachOfOrganization(organization))) throw forbidden(refusal)
  }

  /** The organization, if the viewer can manage these resources of it. */
  const organizationOf = async (reads: RequestLoaders, organizationId: string): Promise<OrganizationRow> => {
    const organization = await getOrganizationRow(reads, organizationId)
    requireMayManage(organization)
    return organization
  }

  const find = async (reads: RequestLoaders, id: string, organizationId?: string): Promise<Row | null> => {
    if (organizationId !== undefined) await organizationOf(reads, organizationId)
    const row = await reads.load(byId, id)
    return row && (organizationId === undefined || row.organizationId === organizationId) ? row : null
  }

  const get = async (reads: RequestLoaders, id: string, organizationId?: string): Promise<Row> => {
    const row = await find(reads, id, organizationId)
    if (!row) throw notFound(noun)
    return row
  }

  /**
   * The resource to delete; null when it was deleted before. A caller who is not an admin gets the same
   * answer for a deleted resource as for one that never existed.
   */
  const findToDelete = async (
    reads: RequestLoaders,
    id: string,
    organizationId?: string,
  ): Promise<Row | null> => {
    const row = await find(reads, id, organizationId)
    if (row || organizationId !== undefined) return row
    const former = await formerPlaceOf(reads, kind, id)
    const organization = former && (await reads.load(organizationById, former.organizationId))
    if (!organization || !mayManage(reachOfOrganization(organization))) throw notFound(noun)
    return null
  }

  return { requireMayManage, organizationOf, get, findToDelete }
}
