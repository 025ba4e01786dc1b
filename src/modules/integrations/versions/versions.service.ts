import { DomainError, forbidden, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation, preparedOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getOrganizationNamed, organizationById, reachOfOrganization } from '../../organizations/index.ts'
import { storeFacets } from '../facets.ts'
import {
  findIntegration,
  type IntegrationRow,
  integrationById,
  reachOfIntegration,
} from '../integrations.loaders.ts'
import { PublishIntegration, UnpublishIntegration } from '../integrations.model.ts'
import { mayPublish } from '../integrations.policy.ts'
import { lockName, takeName } from '../names.ts'
import { filesIn, storeFiles, type VersionFiles } from './files.ts'

/** The number of integrations of an organization. */
const MAX_INTEGRATIONS = 1_000
/** The number of versions of an integration that are kept. */
const MAX_VERSIONS = 1_000
const NEEDED = 'You need the admin role in the organization to'

/** Publishes a version. The name stays with the organization when the integration is unpublished. */
export const publishIntegration = preparedOperation({
  id: 'integrations.publish',
  input: PublishIntegration,
  scope: 'integration:publish',
  // Versions of one integration are published one after the other; each sends its files.
  serializeBy: ({ integrationName }) => `integration ${integrationName}`,
  authorize: async (ctx, { integrationName, organization: name }) => {
    const organization = await getOrganizationNamed(ctx.reads, name)
    if (!mayPublish(reachOfOrganization(organization))) throw forbidden(`${NEEDED} publish an integration.`)
    const found = await findIntegration(ctx.reads, integrationName)
    const isOwn = found?.organizationId === organization.id
    return { organizationId: organization.id, integration: isOwn ? found : null }
  },
  changes: ({ integration }) => rowOf('Integration', integration),
  prepare: async ({ tools }, input) => ({
    files: await filesIn(input),
    sealedSecrets: input.secrets ? await tools.secrets.seal(JSON.stringify(input.secrets)) : null,
  }),
  run: async (ctx, input, { organizationId }, { files, sealedSecrets }) => {
    const name = await takeName(ctx.reads.db, input.integrationName, organizationId)
    await storeFiles(ctx.reads.db, name, files)
    const id = await storeManifest(ctx, { input, name, organizationId, files, sealedSecrets })
    ctx.emit({ organizationId, type: 'integration.published', subject: { integration: id } })
    ctx.reads.forget()
    const published = await ctx.reads.load(integrationById, id)
    if (!published) throw notFound('This integration')
    return published
  },
})

interface Manifest {
  input: PublishIntegration
  /** The key of its name. */
  name: string
  organizationId: string
  files: VersionFiles
  sealedSecrets: string | null
}

async function storeManifest(
  ctx: WriteContext,
  { input, name, organizationId, files, sealedSecrets }: Manifest,
): Promise<string> {
  const {
    integrationName: _n,
    organization: _o,
    secrets: _s,
    script: _b,
    icon: _i,
    previewImages: _p,
    ...rest
  } = input
  const now = ctx.now()
  const stored = {
    script: files.script.hash,
    icon: files.icon?.hash ?? null,
    previewImages: files.previewImages.map(({ hash }) => hash),
    contentSecurityPolicy: rest.contentSecurityPolicy ?? null,
  }
  const data = {
    ...rest,
    ...stored,
    summary: rest.summary ?? null,
    configurations: rest.configurations ?? {},
    sealedSecrets,
    updatedAt: now,
  }
  const known = await ctx.tx.integration.findUnique({ where: { name }, select: { id: true } })
  if (!known) await requireRoom(ctx, organizationId)
  const { id, version } = known
    ? await ctx.tx.integration.update({
        where: { name },
        data: { ...data, publications: { increment: 1 } },
        select: { id: true, version: true },
      })
    : await ctx.tx.integration.create({
        data: { ...data, id: newId('Integration'), name, organizationId, createdAt: now },
        select: { id: true, version: true },
      })
  await ctx.tx.integrationVersion.create({
    data: { integrationId: id, number: version, createdAt: now, ...stored },
  })
  await removeOldVersions(ctx, id, name)
  await storeFacets(ctx, id, input)
  return id
}

const REMOVE_VERSIONS = statement<{ hashes: string[] }>({
  name: 'integrationVersionsRemove',
  text: `DELETE FROM "IntegrationVersion" WHERE "integrationId" = $1 AND "number" <= (
      SELECT "number" FROM "IntegrationVersion" WHERE "integrationId" = $1
      ORDER BY "number" DESC OFFSET $2 LIMIT 1)
    RETURNING array_remove("previewImages" || "script" || "icon", NULL) AS "hashes"`,
})
const REMOVE_FILES = statement({
  name: 'integrationFilesRemove',
  text: `DELETE FROM "IntegrationFile" f WHERE f."name" = $1 AND f."hash" = ANY($2) AND NOT EXISTS (
      SELECT FROM "IntegrationVersion" v WHERE v."integrationId" = $3
        AND f."hash" = ANY(v."previewImages" || v."script" || v."icon"))`,
})

/** The newest versions keep their scripts and pictures. */
async function removeOldVersions({ reads: { db } }: WriteContext, id: string, name: string): Promise<void> {
  const removed = await db.query(REMOVE_VERSIONS, [id, MAX_VERSIONS])
  const hashes = [...new Set(removed.flatMap((row) => row.hashes))]
  if (hashes.length > 0) await db.query(REMOVE_FILES, [name, hashes, id])
}

async function requireRoom({ tx }: WriteContext, organizationId: string): Promise<void> {
  if ((await tx.integration.count({ where: { organizationId } })) < MAX_INTEGRATIONS) return
  throw new DomainError(
    'conflict',
    `An organization can have at most ${MAX_INTEGRATIONS} integrations. Unpublish one first.`,
  )
}

/** Removes an integration with its versions and files. Installations of all organizations end. */
export const unpublishIntegration = operation({
  id: 'integrations.unpublish',
  input: UnpublishIntegration,
  scope: 'integration:delete',
  writes: true,
  serializeBy: ({ integrationName }) => `integration ${integrationName}`,
  authorize: async (ctx, { integrationName }) => {
    const integration = await findIntegration(ctx.reads, integrationName)
    if (integration) requireMayUnpublish(integration)
    else await requireFormerOwner(ctx, integrationName)
    return integration
  },
  changes: (integration) => rowOf('Integration', integration),
  run: async (ctx, { integrationName: name }, integration) => {
    if (!integration) return { deletedId: null }
    const { id: deletedId, organizationId } = integration
    await lockName(ctx.reads.db, name)
    const key = await ctx.tx.integration.findUnique({ where: { id: deletedId }, select: { name: true } })
    const installations = await ctx.tx.integrationInstallation.findMany({
      where: { integrationId: deletedId },
      select: { id: true, organizationId: true },
    })
    const { count } = await ctx.tx.integration.deleteMany({ where: { id: deletedId } })
    if (count === 0) return { deletedId }
    await ctx.tx.integrationFile.deleteMany({ where: { name: key?.name ?? name } })
    for (const { id: installation, organizationId: where } of installations) {
      const subject = { integration: deletedId, installation }
      ctx.emit({ organizationId: where, type: 'integration.uninstalled', subject })
    }
    ctx.emit({ organizationId, type: 'integration.unpublished', subject: { integration: deletedId } })
    return { deletedId }
  },
})

function requireMayUnpublish(integration: IntegrationRow): void {
  if (mayPublish(reachOfIntegration(integration))) return
  throw forbidden(`${NEEDED} unpublish this integration.`)
}

/** Only those who could have unpublished it get another answer than not found. */
async function requireFormerOwner(ctx: WriteContext, name: string): Promise<void> {
  const former = await ctx.tx.integrationName.findMany({
    where: { OR: [{ name }, { name: { startsWith: `${name}/` } }] },
    select: { organizationId: true },
  })
  const organizations = await ctx.reads.loadMany(
    organizationById,
    former.map(({ organizationId }) => organizationId),
  )
  if (organizations.some((each) => each && mayPublish(reachOfOrganization(each)))) return
  throw notFound('This integration')
}
