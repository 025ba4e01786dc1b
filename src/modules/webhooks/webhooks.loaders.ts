import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type Webhook, type WebhookDelivery } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { adminResource, type OrganizationRow } from '../organizations/index.ts'
import type { DeliveryFilters } from './webhooks.model.ts'
import { mayManageWebhooks } from './webhooks.policy.ts'

/** A webhook for admins: only signing reads its secret, and only fan-out where it starts. */
export type WebhookRow = Omit<Webhook, 'secret' | 'since'>

/** A delivery, with the position of its event as the driver returns it. */
export type DeliveryRow = Omit<WebhookDelivery, 'position'> & { position: string }

const { secret: _secret, since: _since, ...shown } = Prisma.WebhookScalarFieldEnum
const COLUMNS = columnsOf('h', shown)
const DELIVERY_COLUMNS = columnsOf('d', Prisma.WebhookDeliveryScalarFieldEnum)

const joinAdmin = (viewer: string) => `JOIN "Member" w ON w."organizationId" = h."organizationId"
  AND w."userId" = ${viewer} AND w."role" = 'admin' AND NOT w."disabled"`

/** Webhooks of organizations in which the viewer is an admin. */
export const webhookById = loaderById<WebhookRow>({
  name: 'webhookById',
  scope: 'organization:read',
  text: `SELECT ${COLUMNS} FROM "Webhook" h ${joinAdmin('$2')} WHERE h."id" = ANY($1)`,
})

export const deliveryById = loaderById<DeliveryRow>({
  name: 'webhookDeliveryById',
  scope: 'organization:read',
  text: `SELECT ${DELIVERY_COLUMNS} FROM "WebhookDelivery" d JOIN "Webhook" h ON h."id" = d."webhookId"
    ${joinAdmin('$2')} WHERE d."id" = ANY($1)`,
})

/** The webhooks of an organization, oldest first. */
export const webhooksOfOrganization = defineList<OrganizationRow, object, WebhookRow>({
  name: 'webhooks',
  columns: COLUMNS,
  from: `"Webhook" h ${joinAdmin(VIEWER)}`,
  match: 'h."organizationId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'h."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

/** The deliveries of a webhook, newest first. */
export const deliveriesOfWebhook = defineList<WebhookRow, DeliveryFilters, DeliveryRow>({
  name: 'webhookDeliveries',
  columns: DELIVERY_COLUMNS,
  from: '"WebhookDelivery" d',
  match: 'd."webhookId" = p.key',
  key: ({ id }) => id,
  conditions: ({ status }) => amongst('d."status"', '"DeliveryStatus"', status),
  sort: [{ sql: 'd."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})

const LAST = statement<DeliveryRow>({
  name: 'lastDeliveryOfWebhook',
  text: `SELECT d.* FROM unnest($1::text[]) AS p(key) CROSS JOIN LATERAL (SELECT ${DELIVERY_COLUMNS}
    FROM "WebhookDelivery" d WHERE d."webhookId" = p.key AND d."lastAttemptAt" IS NOT NULL
    ORDER BY d."lastAttemptAt" DESC LIMIT 1) d`,
})

/** The most recent attempted delivery of webhooks that the viewer has loaded. */
export const lastDeliveryOf: LoaderDefinition<string, DeliveryRow> = {
  name: LAST.name,
  scope: 'organization:read',
  batch: async ({ db }, webhookIds) => {
    const rows = await db.query(LAST, [webhookIds])
    const found = new Map(rows.map((row) => [row.webhookId, row]))
    return webhookIds.map((id) => found.get(id) ?? null)
  },
}

/** Access to the webhooks of organizations in which the viewer is an admin. */
export const adminWebhooks = adminResource({
  kind: 'webhook',
  byId: webhookById,
  mayManage: mayManageWebhooks,
  refusal: 'You need the admin role in this organization to manage its webhooks.',
})
