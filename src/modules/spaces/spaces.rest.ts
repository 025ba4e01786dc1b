import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { Timestamp } from '../../core/fields.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { DefaultLevel, visibleParentId } from '../collections/index.ts'
import { INHERITED_RULES, MergeRules, mergeRulesOf } from '../organizations/index.ts'
import { spaceReach } from './spaces.access.ts'
import { duplicateSpace, moveSpace, transferSpace } from './spaces.moves.ts'
import { spacePermissions } from './spaces.policy.ts'
import { publicationOf, publishedUrlsOf, type SharedSpace } from './spaces.publication.ts'
import {
  createSpace,
  deleteSpace,
  getSpace,
  listCollectionSpaces,
  listMemberSpaces,
  listSpaces,
  restoreSpace,
  updateSpace,
} from './spaces.service.ts'
import { spaceUrl } from './spaces.urls.ts'

const RestGitSync = z
  .object({
    installationId: z.string().meta({ description: 'The ID of the space, which has the connection itself.' }),
    installationStatus: z.literal('active'),
    repoName: z.string().optional(),
    installationProvider: z.string().optional(),
    url: z.string(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'GitSync' })

export const RestSpace = z
  .object({
    object: z.literal('space'),
    id: z.string(),
    title: z.string(),
    emoji: z.string(),
    visibility: z.string().meta({
      description: 'The widest visibility of the published sites that show the space.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Timestamp.optional(),
    editMode: z.string().optional(),
    language: z.string().optional(),
    gitSync: RestGitSync.optional(),
    visitorAuth: z.object({ backend: z.string() }).optional().meta({
      description: 'What authenticates visitors, if `visibility` is `visitor-auth`.',
    }),
    organization: z.string(),
    parent: z.string().optional(),
    position: z
      .string()
      .optional()
      .meta({ description: 'Its place among its siblings. Absent for visitors.' }),
    revision: z.string(),
    defaultLevel: DefaultLevel.nullable(),
    comments: z
      .int()
      .meta({ description: 'The number of open comments. 0 for visitors, like the counts below.' }),
    changeRequests: z.int(),
    changeRequestsOpen: z.int(),
    changeRequestsDraft: z.int(),
    urls: z.object({
      location: z.string(),
      app: z.string(),
      published: z.string().optional().meta({ description: 'The URL on a published site.' }),
      public: z.string().optional().meta({ description: 'The same, if everyone can read it.' }),
      icon: z.string().optional(),
    }),
    mergeRules: MergeRules,
    permissions: spacePermissions.schema,
  })
  .meta({ id: 'Space' })

/** What the module git has written, as an installation: the space is its own. */
const gitSyncOf = ({ id, gitSync }: Pick<Space, 'id' | 'gitSync'>): z.input<typeof RestGitSync> => ({
  installationId: id,
  installationStatus: 'active',
  ...(gitSync as unknown as Omit<z.input<typeof RestGitSync>, 'installationId' | 'installationStatus'>),
})

export async function toRestSpace(space: SharedSpace, view: View): Promise<z.input<typeof RestSpace>> {
  const { urls, caller } = view
  // Read together, so that the parents and the publications of a whole page take one statement each.
  const [parent, reach, publication] = await Promise.all([
    visibleParentId(space.parentId, view),
    caller.load(spaceReach, space.id),
    publicationOf(space, view),
  ])
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: publication?.visibility ?? space.visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    deletedAt: space.deletedAt?.toISOString(),
    editMode: space.editMode ?? undefined,
    language: space.language ?? undefined,
    gitSync: space.gitSync === null ? undefined : gitSyncOf(space),
    visitorAuth: publication?.visitorAuth ?? undefined,
    organization: space.organizationId,
    parent,
    position: space.orderKey,
    revision: space.revisionId,
    defaultLevel: space.defaultLevel,
    comments: space.commentsOpen,
    changeRequests: space.changeRequestsTotal,
    changeRequestsOpen: space.changeRequestsOpen,
    changeRequestsDraft: space.changeRequestsDraft,
    urls: {
      location: spaceUrl(urls, space.id),
      app: urls.app(`/s/${space.id}`),
      ...publishedUrlsOf(publication, urls),
      icon: space.iconURL ?? undefined,
    },
    mergeRules: mergeRulesOf(space, INHERITED_RULES),
    permissions: spacePermissions.of({ ...reach, deletedAt: space.deletedAt }),
  }
}

const toRestSpaces = (spaces: Space[], view: View) =>
  Promise.all(spaces.map((space) => toRestSpace(space, view)))

const one = { response: RestSpace, present: toRestSpace }
const created = { ...one, status: 201, location: ({ id }: Space, { urls }: View) => spaceUrl(urls, id) }

export const routes = [
  listRoute('/orgs/:organizationId/spaces', listSpaces, {
    summary: 'List the spaces of an organization',
    item: RestSpace,
    present: toRestSpaces,
  }),
  listRoute('/collections/:collectionId/spaces', listCollectionSpaces, {
    summary: 'List the spaces directly in a collection, by position',
    item: RestSpace,
    present: toRestSpaces,
  }),
  listRoute('/orgs/:organizationId/members/:userId/spaces', listMemberSpaces, {
    summary: "List the spaces that a member can open, with the member's role",
    item: z.object({ permission: Role, space: RestSpace }),
    present: async (rows, view) => {
      const spaces = await toRestSpaces(rows, view)
      return rows.flatMap(({ permission }, index) => {
        const space = spaces[index]
        return space ? [{ permission, space }] : []
      })
    },
  }),
  route('POST', '/orgs/:organizationId/spaces', createSpace, { ...created, summary: 'Create a space' }),
  route('GET', '/spaces/:spaceId', getSpace, { ...one, summary: 'Get a space' }),
  route('PATCH', '/spaces/:spaceId', updateSpace, { ...one, summary: 'Update a space' }),
  deletion('/spaces/:spaceId', deleteSpace, { summary: 'Delete a space; it can be restored for 7 days' }),
  route('POST', '/spaces/:spaceId/restore', restoreSpace, { ...one, summary: 'Restore a deleted space' }),
  route('POST', '/spaces/:spaceId/duplicate', duplicateSpace, {
    ...created,
    summary: 'Duplicate a space',
  }),
  route('POST', '/spaces/:spaceId/move', moveSpace, {
    ...one,
    summary: 'Move a space within its organization',
  }),
  route('POST', '/spaces/:spaceId/transfer', transferSpace, {
    ...one,
    summary: 'Transfer a space to another organization',
  }),
]
