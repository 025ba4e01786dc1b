import { defineList } from '../../../core/lists/define-list.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import { joinAccess, NOT_DELETED } from '../../spaces/index.ts'
import { IMPORT_COLUMNS, type ImportRow } from '../import.loaders.ts'
import { RUN_STATUS, type RunFilters } from './runs.model.ts'

const ACTIVE = ['pending', 'in-progress']

/** The imports into spaces of an organization that the viewer may see, newest first. */
export const importsOfOrganization = defineList<OrganizationRow, RunFilters, ImportRow>({
  name: 'importsOfOrganization',
  columns: IMPORT_COLUMNS,
  from: `"Import" i JOIN "Space" s ON s."id" = i."spaceId" ${joinAccess(VIEWER)}`,
  match: `s."organizationId" = p.key AND ${NOT_DELETED}`,
  key: ({ id }) => id,
  conditions: ({ space, changeRequest, status }) => [
    ...(space === undefined ? [] : [{ sql: 'i."spaceId" = ?::text', value: space }]),
    ...(changeRequest === undefined ? [] : [{ sql: 'i."changeRequestId" = ?::text', value: changeRequest }]),
    ...(status === undefined
      ? []
      : [{ sql: `${RUN_STATUS} = ANY(?::text[])`, value: status === 'active' ? ACTIVE : [status] }]),
  ],
  sort: [{ sql: 'i."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})
