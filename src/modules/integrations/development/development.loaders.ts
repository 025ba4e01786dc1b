import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import {
  type IntegrationDevelopment,
  type IntegrationEvent,
  Prisma,
} from '../../../generated/prisma/client.ts'
import { type IntegrationRow, joinOwner } from '../integrations.loaders.ts'
import { NAME } from '../names.ts'

export type IntegrationEventRow = IntegrationEvent & { integrationName: string }
/** The tunnel of an integration. */
export type DevelopmentRow = IntegrationDevelopment & { id: string }

const scope = 'integration:read' as const
const EVENT = `${columnsOf('e', Prisma.IntegrationEventScalarFieldEnum)}, ${NAME} AS "integrationName"`

/** The integration `x`, if the viewer is an admin of the organization that owns it. */
const joinAuthor = (viewer: string) => `${joinOwner(viewer)} AND m."role" = 'admin'`

/** Events that were sent, for admins of the organization that owns the integration. */
export const integrationEventById = loaderById<IntegrationEventRow>({
  name: 'integrationEventById',
  scope,
  text: `SELECT ${EVENT} FROM "IntegrationEvent" e JOIN "Integration" x ON x."id" = e."integrationId"
    ${joinAuthor('$2')} WHERE e."id" = ANY($1) AND e."status" IS NOT NULL AND m."id" IS NOT NULL`,
})

/** The tunnels of integrations, by their ids, for the same callers. */
export const developmentById = loaderById<DevelopmentRow>({
  name: 'integrationDevelopmentById',
  scope,
  text: `SELECT ${columnsOf('d', Prisma.IntegrationDevelopmentScalarFieldEnum)}, d."integrationId" AS "id"
    FROM "IntegrationDevelopment" d JOIN "Integration" x ON x."id" = d."integrationId"
    ${joinAuthor('$2')} WHERE d."integrationId" = ANY($1) AND m."id" IS NOT NULL`,
})

/** The events of an integration that were sent, newest first. */
export const eventsOfIntegration = defineList<IntegrationRow, object, IntegrationEventRow>({
  name: 'integrationEvents',
  columns: EVENT,
  from: '"IntegrationEvent" e JOIN "Integration" x ON x."id" = e."integrationId"',
  match: 'e."integrationId" = p.key AND e."status" IS NOT NULL',
  key: ({ id }) => id,
  sort: [{ sql: 'e."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})
