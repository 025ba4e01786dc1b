import { forbidden, notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { amongst } from '../../core/lists/filters.ts'
import { type ListDefinition, VIEWER } from '../../core/lists/list.ts'
import { type LoaderDefinition, loaderById, type Reads } from '../../core/lists/loaders.ts'
import { Prisma, type Webhook, type WebhookDelivery } from '../../generated/prisma/client.ts'
import { getOrganizationRow, type OrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import type { DeliveryFilters } from './webhooks.model.ts'
import { mayManageWebhooks } from './webhooks.policy.ts'

/** A webhook as admins see it: nothing reads its secret but what signs. */
export type WebhookRow = Omit<Webhook, 'secret'>

const { secret: _secret, ...shown } = Prisma.WebhookScalarFieldEnum
const COLUMNS = columnsOf('h', shown)
const DELIVERY_COLUMNS = columnsOf('d', Prisma.WebhookDeliveryScalarFieldEnum)

const joinAdmin = (viewer: string) => `JOIN "Member" w ON w."organizationId" = h."organizationId"
  AND w."userId" = ${viewer} AND w."role" = 'admin' AND NOT w."disabled"`

/** Webhooks of organizations that the viewer is an admin of. */
export const webhookById = loaderById<WebhookRow>({
  name: 'webhookById',
  scope: 'organization:read',
  text: `SELECT ${COLUMNS} FROM "Webhook" h ${joinAdmin('$2')} WHERE h."id" = ANY($1)`,
})

export const deliveryById = loaderById<WebhookDelivery>({
  name: 'webhookDeliveryById',
  scope: 'organization:read',
  text: `SELECT ${DELIVERY_COLUMNS} FROM "WebhookDelivery" d JOIN "Webhook" h ON h."id" = d."webhookId"
    ${joinAdmin('$2')} WHERE d."id" = ANY($1)`,
})

/** The webhooks of an organization, the oldest first. */
export const webhooksOfOrganization: ListDefinition<OrganizationRow, object, WebhookRow> = {
  name: 'webhooks',
  columns: COLUMNS,
  from: `"Webhook" h ${joinAdmin(VIEWER)}`,
  match: 'h."organizationId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'h."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
}

/** What was sent to a webhook, or is still to be, the newest first. */
export const deliveriesOfWebhook: ListDefinition<WebhookRow, DeliveryFilters, WebhookDelivery> = {
  name: 'webhookDeliveries',
  columns: DELIVERY_COLUMNS,
  from: '"WebhookDelivery" d',
  match: 'd."webhookId" = p.key',
  key: ({ id }) => id,
  conditions: ({ status }) => amongst('d."status"', '"DeliveryStatus"', status),
  sort: [{ sql: 'd."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
}

const LAST = {
  name: 'lastDeliveryOfWebhook',
  text: `SELECT d.* FROM unnest($1::text[]) AS p(key) CROSS JOIN LATERAL (SELECT ${DELIVERY_COLUMNS}
    FROM "WebhookDelivery" d WHERE d."webhookId" = p.key AND d."lastAttemptAt" IS NOT NULL
    ORDER BY d."lastAttemptAt" DESC LIMIT 1) d`,
}

/** The delivery that was attempted last, of webhooks that the viewer was given. */
export const lastDeliveryOf: LoaderDefinition<string, WebhookDelivery> = {
  name: LAST.name,
  scope: 'organization:read',
  batch: async ({ db }, webhookIds) => {
    const rows = await db.query<WebhookDelivery>(LAST, [webhookIds])
    const found = new Map(rows.map((row) => [row.webhookId, row]))
    return webhookIds.map((id) => found.get(id) ?? null)
  },
}

/** The organization whose webhooks the viewer manages. */
export async function getAdministrated(reads: Reads, organizationId: string): Promise<OrganizationRow> {
  const organization = await getOrganizationRow(reads, organizationId)
  requireMayManage(organization)
  return organization
}

export function requireMayManage(organization: OrganizationRow): void {
  if (!mayManageWebhooks(reachOfOrganization(organization))) {
    throw forbidden('Webhooks take the role admin in this organization.')
  }
}

interface At {
  organizationId?: string | undefined
  webhookId: string
}

/** The webhook at this place, or null; where the place is named, its organization is checked first. */
export async function findWebhook(
  reads: Reads,
  { organizationId, webhookId }: At,
): Promise<WebhookRow | null> {
  if (organizationId !== undefined) await getAdministrated(reads, organizationId)
  const webhook = await reads.load(webhookById, webhookId)
  const isHere = organizationId === undefined || webhook?.organizationId === organizationId
  return isHere ? webhook : null
}

export async function getWebhookRow(reads: Reads, at: At): Promise<WebhookRow> {
  const webhook = await findWebhook(reads, at)
  if (!webhook) throw notFound('This webhook')
  return webhook
}
