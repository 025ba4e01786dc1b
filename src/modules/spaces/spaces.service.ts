import { forbidden } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { listOperation, operation } from '../../core/operation.ts'
import { getOrganizationRow, mayCreateContent, reachOfOrganization } from '../organizations/index.ts'
import { getSpaceRow, spacesOfOrganization } from './spaces.loaders.ts'
import { CreateSpace, GetSpace, ListSpaces, ListSpacesFilters } from './spaces.model.ts'

export const listSpaces = listOperation({
  id: 'spaces.list',
  input: ListSpaces,
  filters: ListSpacesFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => spacesOfOrganization,
})

export const getSpace = operation({
  id: 'spaces.get',
  input: GetSpace,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  run: async (_ctx, _input, space) => space,
})

export const createSpace = operation({
  id: 'spaces.create',
  input: CreateSpace,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateContent(reachOfOrganization(organization))) {
      throw forbidden('Creating a space takes the role create or admin in this organization.')
    }
    return organization
  },
  run: async (ctx, input, organization) => {
    const spaceId = newId('Space')
    const revisionId = newId('Revision')
    const now = ctx.now()
    await ctx.tx.space.create({
      data: {
        id: spaceId,
        organizationId: organization.id,
        title: input.title ?? 'Untitled',
        emoji: input.emoji ?? '📘',
        editMode: input.editMode ?? null,
        revisionId,
        createdById: ctx.viewer.userId,
        createdAt: now,
        updatedAt: now,
        revisions: { create: { id: revisionId, type: 'edits', parents: [], createdAt: now } },
      },
    })
    ctx.emit({ organizationId: organization.id, spaceId, type: 'space.created', subject: { space: spaceId } })
    return getSpaceRow(ctx.reads, spaceId)
  },
})
