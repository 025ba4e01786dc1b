import { z } from 'zod'
import { Role } from '../../core/roles.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { listRoute, route, type View } from '../../rest/route.ts'
import { reachOf } from './spaces.access.ts'
import { spacePermissions } from './spaces.policy.ts'
import { createSpace, getSpace, listSpaces } from './spaces.service.ts'

const yesNo = z.boolean()

export const RestSpace = z.object({
  object: z.literal('space'),
  id: z.string(),
  title: z.string(),
  emoji: z.string(),
  visibility: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().optional(),
  editMode: z.string().optional(),
  organization: z.string(),
  revision: z.string(),
  defaultLevel: z.enum(['inherit', ...Role.options]).nullable(),
  comments: z.int(),
  changeRequests: z.int(),
  changeRequestsOpen: z.int(),
  changeRequestsDraft: z.int(),
  urls: z.object({ location: z.string(), app: z.string() }),
  permissions: z.object({
    view: yesNo,
    access: yesNo,
    admin: yesNo,
    viewInviteLinks: yesNo,
    edit: yesNo,
    triggerGitSync: yesNo,
    comment: yesNo,
    merge: yesNo,
    review: yesNo,
    installIntegration: yesNo,
  }),
})

export async function toRestSpace(space: Space, { urls, caller }: View): Promise<z.input<typeof RestSpace>> {
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    deletedAt: space.deletedAt?.toISOString(),
    editMode: space.editMode ?? undefined,
    organization: space.organizationId,
    revision: space.revisionId,
    defaultLevel: space.defaultLevel,
    comments: space.commentsOpen,
    changeRequests: space.changeRequestsTotal,
    changeRequestsOpen: space.changeRequestsOpen,
    changeRequestsDraft: space.changeRequestsDraft,
    urls: { location: urls.space(space.id), app: urls.app(`/s/${space.id}`) },
    permissions: spacePermissions(await reachOf(caller.reads(), space.id)),
  }
}

export const routes = [
  listRoute('/orgs/:organizationId/spaces', listSpaces, {
    summary: 'The spaces of an organization that you may see',
    item: RestSpace,
    present: (spaces, view) => Promise.all(spaces.map((space) => toRestSpace(space, view))),
  }),
  route('POST', '/orgs/:organizationId/spaces', createSpace, {
    summary: 'Create a space',
    status: 201,
    response: RestSpace,
    present: toRestSpace,
    location: ({ id }, { urls }) => urls.space(id),
  }),
  route('GET', '/spaces/:spaceId', getSpace, {
    summary: 'A space',
    response: RestSpace,
    present: toRestSpace,
  }),
]
