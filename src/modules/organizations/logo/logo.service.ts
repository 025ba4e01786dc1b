import { forbidden } from '../../../core/errors.ts'
import { inspectImage } from '../../../core/files/inspect-image.ts'
import type { NewFile } from '../../../core/files/inspect-upload.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { preparedOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { hashInTurns } from '../../../platform/turns/hash-in-turns.ts'
import { getOrganizationRow, type OrganizationRow, reachOfOrganization } from '../organizations.loaders.ts'
import { mayAdministrate } from '../organizations.policy.ts'
import { MAX_LOGO_BYTES, SetOrganizationLogo, UploadOrganizationLogo } from './logo.model.ts'
import { logoPath } from './logo-url.ts'

/** The logos of an organization that are kept, so that a change can be undone. */
const KEPT = 5

const STORE = statement({
  name: 'organizationLogoStore',
  text: `INSERT INTO "OrganizationLogo" ("organizationId", "hash", "name", "contentType", "size", "bytes", "createdAt")
    VALUES ($1, $2, $3, $4, $5::int, $6, $7::timestamptz)
    ON CONFLICT ("organizationId", "hash") DO UPDATE SET "createdAt" = EXCLUDED."createdAt"`,
})
const REMOVE_OLD = statement({
  name: 'organizationLogosOld',
  text: `DELETE FROM "OrganizationLogo" WHERE "organizationId" = $1 AND "hash" <> $2 AND "hash" NOT IN (
    SELECT "hash" FROM "OrganizationLogo" WHERE "organizationId" = $1 ORDER BY "createdAt" DESC, "hash" LIMIT $3::int)`,
})

const ofOrganization = {
  scope: 'organization:write',
  authorize: async (ctx: Context, { organizationId }: { organizationId: string }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (mayAdministrate(reachOfOrganization(organization))) return organization
    throw forbidden('You need the admin role in this organization to change its logo.')
  },
  changes: (organization: OrganizationRow) => rowOf('Organization', organization),
} as const

const inspect = async (field: string, name: string, bytes: Buffer) => {
  const image = await inspectImage(field, { name, bytes, maxBytes: MAX_LOGO_BYTES })
  return { ...image, hash: await hashInTurns(bytes) }
}

/** Stores an image and makes it the logo. Repeated with the same bytes, nothing changes. */
async function keep(
  ctx: WriteContext,
  { id: organizationId, logoURL }: OrganizationRow,
  { bytes, record, hash }: NewFile & { hash: string },
): Promise<OrganizationRow> {
  const { name, contentType, size } = record
  const path = logoPath(organizationId, hash)
  if (logoURL !== path) {
    await ctx.tx.organization.update({ where: { id: organizationId }, data: { logoURL: path } })
    await ctx.reads.db.query(STORE, [organizationId, hash, name, contentType, size, bytes, ctx.now()])
    await ctx.reads.db.query(REMOVE_OLD, [organizationId, hash, KEPT])
    ctx.emit({ organizationId, type: 'organization.updated', subject: { organization: organizationId } })
    ctx.reads.forget()
  }
  return getOrganizationRow(ctx.reads, organizationId)
}

export const setOrganizationLogo = preparedOperation({
  id: 'organizations.setLogo',
  input: SetOrganizationLogo,
  ...ofOrganization,
  prepare: (_ctx, { name, base64 }) => inspect('base64', name, Buffer.from(base64, 'base64')),
  run: (ctx, _input, organization, image) => keep(ctx, organization, image),
})

/** The same from a form. */
export const uploadOrganizationLogo = preparedOperation({
  id: 'organizations.uploadLogo',
  input: UploadOrganizationLogo,
  ...ofOrganization,
  prepare: (_ctx, { files: [file] }) => inspect('file', file?.name ?? '', file?.bytes ?? Buffer.alloc(0)),
  run: (ctx, _input, organization, image) => keep(ctx, organization, image),
})
