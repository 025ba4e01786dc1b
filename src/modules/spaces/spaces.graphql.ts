import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { roles } from '../../core/roles.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { AppUrls, getOrganizationRow, OrganizationType } from '../organizations/index.ts'
import { reachOf } from './spaces.access.ts'
import { EditMode, visibilities } from './spaces.model.ts'
import { spacePermissions } from './spaces.policy.ts'
import { createSpace, getSpace, listSpaces } from './spaces.service.ts'

const Visibility = z.enum(visibilities)
const VisibilityEnum = graphqlEnum('SpaceVisibility', Visibility, 'Who can read what a space publishes.')
const EditModeEnum = graphqlEnum('SpaceEditMode', EditMode, 'Whether main content may be edited directly.')
const DefaultLevelEnum = graphqlEnum(
  'DefaultLevel',
  z.enum(['inherit', ...roles]),
  'What members without a grant of their own get.',
)

const SpacePermissions = permissionsType<ReturnType<typeof spacePermissions>>('SpacePermissions', {
  view: 'See the space.',
  access: 'Open it in the app.',
  admin: 'Change its settings.',
  viewInviteLinks: 'See the links that invite to it.',
  edit: 'Edit through change requests.',
  triggerGitSync: 'Start a Git import or export.',
  comment: 'Comment, reply and react.',
  merge: 'Merge change requests.',
  review: 'Review change requests.',
  installIntegration: 'Install integrations on it.',
})

const SpaceNode = builder.prismaNode('Space', {
  description: 'A container of pages, with the change requests and comments about them.',
  id: { field: 'id', description: 'The id, the same at both doors.' },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its name.' }),
    emoji: t.exposeString('emoji', { description: 'The emoji that stands for it.' }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can read what it publishes.',
      resolve: (space) => Visibility.parse(space.visibility),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted.',
    }),
    editMode: t.field({
      type: EditModeEnum,
      nullable: true,
      description: 'Whether main content may be edited directly.',
      resolve: (space) => EditMode.nullable().parse(space.editMode),
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      nullable: true,
      description: 'What members without a grant of their own get; null gives them nothing.',
      resolve: (space) => space.defaultLevel,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns it.',
      resolve: (space, _args, { caller }) => getOrganizationRow(caller.reads(), space.organizationId),
    }),
    openComments: t.exposeInt('commentsOpen', { description: 'Open comments on main content.' }),
    changeRequestsOpen: t.exposeInt('changeRequestsOpen', { description: 'Open change requests.' }),
    changeRequestsDraft: t.exposeInt('changeRequestsDraft', { description: 'Change requests in draft.' }),
    urls: t.field({
      type: AppUrls,
      description: 'Where the space is found.',
      resolve: ({ id }, _args, { urls }) => ({ location: urls.space(id), app: urls.app(`/s/${id}`) }),
    }),
    permissions: t.field({
      type: SpacePermissions,
      description: 'What you may do here.',
      resolve: async ({ id }, _args, { caller }) => spacePermissions(await reachOf(caller.reads(), id)),
    }),
  }),
})
export const SpaceType = SpaceNode as unknown as ObjectRef<Types, Space>

connection(OrganizationType, 'spaces', listSpaces, {
  type: connectionType('Space', SpaceType),
  description: 'The spaces that you may see, oldest first.',
})

queryField('space', getSpace, { type: SpaceType, description: 'A space by id.', rename: { spaceId: 'id' } })

mutation('createSpace', createSpace, {
  description: 'Creates a space in an organization.',
  payload: { space: { type: SpaceType, description: 'The new space.', from: (space) => space } },
})
