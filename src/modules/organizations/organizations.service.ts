import { newId } from '../../core/ids.ts'
import { listOperation, operation } from '../../core/operation.ts'
import { getOrganizationRow, organizationsOfUser } from './organizations.loaders.ts'
import { CreateOrganization, GetOrganization, ListOrganizations } from './organizations.model.ts'

export const listOrganizations = listOperation({
  id: 'organizations.list',
  input: ListOrganizations,
  filters: ListOrganizations,
  scope: 'organization:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => organizationsOfUser,
})

export const getOrganization = operation({
  id: 'organizations.get',
  input: GetOrganization,
  scope: 'organization:read',
  writes: false,
  authorize: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  run: async (_ctx, _input, organization) => organization,
})

/** Anybody with an account may found an organization, and is then its first admin. */
export const createOrganization = operation({
  id: 'organizations.create',
  input: CreateOrganization,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, input, userId) => {
    const organizationId = newId('Organization')
    const now = ctx.now()
    await ctx.tx.organization.create({
      data: {
        id: organizationId,
        title: input.title,
        emailDomains: input.emailDomains ?? [],
        createdAt: now,
        members: { create: { id: newId('Member'), userId, role: 'admin', joinedAt: now } },
      },
    })
    ctx.emit({ organizationId, type: 'organization.created', subject: { organization: organizationId } })
    return getOrganizationRow(ctx.reads, organizationId)
  },
})
