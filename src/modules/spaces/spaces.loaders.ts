import { columnsOf } from '../../core/columns.ts'
import { notFound } from '../../core/errors.ts'
import type { ListDefinition } from '../../core/list.ts'
import { loaderById, type Reads } from '../../core/loaders.ts'
import { Prisma, type Space } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { membershipOf, noteReach, REACH_COLUMNS, VISIBLE } from './spaces.access.ts'

const COLUMNS = `${columnsOf('s', Prisma.SpaceScalarFieldEnum)}, ${REACH_COLUMNS}`

export const spaceById = loaderById<Space>({
  name: 'spaceById',
  text: `SELECT ${COLUMNS} FROM "Space" s ${membershipOf('$2')} WHERE s."id" = ANY($1) AND ${VISIBLE}`,
  shape: (row, reads) => {
    noteReach(reads, row.id, row)
    return row
  },
})

/** The spaces of an organization that the viewer may see, oldest first. */
export const spacesOfOrganization: ListDefinition<OrganizationRow, object, Space> = {
  name: 'spaces',
  columns: COLUMNS,
  from: '"Space" s JOIN "Member" m ON m."organizationId" = s."organizationId" AND NOT m."disabled"',
  match: `s."organizationId" = p.key AND ${VISIBLE}`,
  key: (organization) => organization.id,
  conditions: (_filters, viewerId) => [{ sql: 'm."userId" = ?', value: viewerId }],
  sort: [{ sql: 's."id"', type: 'text', value: (space) => space.id }],
  order: () => 'asc',
  shape: (space, _organization, reads) => {
    noteReach(reads, space.id, space)
    return space
  },
}

export async function getSpaceRow(reads: Reads, spaceId: string): Promise<Space> {
  const space = await reads.load(spaceById, spaceId)
  if (!space) throw notFound('This space')
  return space
}
