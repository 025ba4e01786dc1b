import { DomainError, forbidden, invalidField, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { requireAccount } from '../users/index.ts'
import { storedLogo } from './logo/logo-url.ts'
import { requireKnownUsers } from './merge-rules.ts'
import {
  getOrganizationNamed,
  getOrganizationRow,
  organizationsByEmailDomain,
  organizationsOfUser,
  reachOfOrganization,
} from './organizations.loaders.ts'
import {
  CreateOrganization,
  GetOrganization,
  GetOrganizationBySubdomain,
  ListOrganizations,
  ListOrganizationsByEmailDomain,
  UpdateOrganization,
} from './organizations.model.ts'
import { mayAdministrate } from './organizations.policy.ts'

export const listOrganizations = listOperation({
  id: 'organizations.list',
  input: ListOrganizations,
  filters: ListOrganizations,
  scope: 'organization:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => organizationsOfUser,
})

export const getOrganization = readOperation({
  id: 'organizations.get',
  input: GetOrganization,
  scope: 'organization:read',
  read: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
})

/** An organization by the name in the addresses of its sites. */
export const getOrganizationBySubdomain = readOperation({
  id: 'organizations.getBySubdomain',
  input: GetOrganizationBySubdomain,
  scope: 'organization:read',
  read: async (ctx, { subdomain }) => {
    const organization = await getOrganizationNamed(ctx.reads, subdomain)
    if (organization.hostname !== subdomain) throw notFound('This subdomain')
    return organization
  },
})

/** Open to every caller; organizations that the caller cannot see are left out. */
export const listOrganizationsByEmailDomain = operation({
  id: 'organizations.listByEmailDomain',
  input: ListOrganizationsByEmailDomain,
  scope: 'organization:read',
  writes: false,
  authorize: async (ctx) => ctx.reads,
  run: async (_ctx, { emailDomain }, reads) => organizationsByEmailDomain(reads, emailDomain),
})

/** Every user can create an organization, and becomes its first admin. */
export const createOrganization = operation({
  id: 'organizations.create',
  input: CreateOrganization,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, input, userId) => {
    const organizationId = newId('Organization')
    const now = ctx.now()
    await requireAccount(ctx.tx, userId)
    await ctx.tx.organization.create({
      data: {
        id: organizationId,
        title: input.title,
        emailDomains: [...new Set(input.emailDomains)],
        createdAt: now,
        members: { create: { id: newId('Member'), userId, role: 'admin', joinedAt: now } },
      },
    })
    ctx.emit({ organizationId, type: 'organization.created', subject: { organization: organizationId } })
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

export const updateOrganization = operation({
  id: 'organizations.update',
  input: UpdateOrganization,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayAdministrate(reachOfOrganization(organization))) {
      throw forbidden('You need the admin role in this organization to change it.')
    }
    return organization
  },
  changes: (organization) => rowOf('Organization', organization),
  run: async (ctx, { organizationId, emailDomains, defaultContent, logo, ...plain }) => {
    if (defaultContent) await requireSite(ctx, organizationId, defaultContent.site)
    if (plain.mergeRules?.type === 'inherit') {
      throw invalidField(
        'mergeRules.type',
        'must be rules or none, because an organization inherits from nothing',
      )
    }
    if (plain.mergeRules) await requireKnownUsers(ctx, organizationId, plain.mergeRules)
    const data = {
      ...plain,
      ...(emailDomains ? { emailDomains: [...new Set(emailDomains)] } : {}),
      ...(defaultContent === undefined ? {} : { defaultSiteId: defaultContent?.site ?? null }),
      ...(logo === undefined ? {} : { logoURL: storedLogo(ctx.tools.settings, logo) }),
    }
    const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) {
      await ctx.tx.organization.update({ where: { id: organizationId }, data: given }).catch(hostnameTaken)
      ctx.emit({ organizationId, type: 'organization.updated', subject: { organization: organizationId } })
    }
    ctx.reads.forget()
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

/** Locks the site, so that it is not deleted before it is referred to. Its deletion removes the reference. */
async function requireSite(ctx: WriteContext, organizationId: string, siteId: string): Promise<void> {
  const [site] = await ctx.tx.$queryRaw<object[]>`SELECT 1 FROM "Site"
    WHERE "id" = ${siteId} AND "organizationId" = ${organizationId} FOR KEY SHARE`
  if (!site) throw invalidField('defaultContent.site', `there is no site ${siteId} in this organization`)
}

/** The unique index on the host name decides between two organizations that set the same one concurrently. */
function hostnameTaken(error: unknown): never {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    throw new DomainError('conflict', 'This host name is already in use. Choose another one.')
  }
  throw error
}
