import type { ObjectRef } from '@pothos/core'
import type { LoggedEvent } from '../../core/events.ts'
import type { LoaderDefinition } from '../../core/loaders.ts'
import type { builder, Types } from '../../graphql/builder.ts'
import { ChangeRequestStatusEnum, ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { CollectionType, collectionById } from '../collections/index.ts'
import { CommentType, commentById, ReplyType, replyById } from '../comments/index.ts'
import { RevisionType, revisionNode } from '../content/index.ts'
import { MemberType, memberById } from '../members/index.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { ReviewType, reviewById } from '../reviews/index.ts'
import { requiredSpace, SpaceType, spaceById } from '../spaces/index.ts'
import { TeamType, teamById } from '../teams/index.ts'
import { participantById, UserType } from '../users/index.ts'

type Fields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<LoggedEvent>>['implement']>[0]['fields']>
>[0]

interface SubjectOptions<Row> {
  name: string
  what: string
  type: ObjectRef<Types, Row>
  loader: LoaderDefinition<string, Row>
  idOf?: (event: LoggedEvent) => string | null | undefined
  /** Whether every event of the activity has one. */
  isAlwaysThere?: boolean
}

/** A thing that an event may be about: its id, which outlives it, and the thing as it is now. */
function subject<Row>(t: Fields, options: SubjectOptions<Row>) {
  const { name, what, type, loader, isAlwaysThere = false } = options
  const idOf = options.idOf ?? ((event: LoggedEvent) => event.subject[name])
  return {
    [`${name}Id`]: t.id({
      nullable: !isAlwaysThere as false,
      description: `The id of ${what}, also when it is gone${isAlwaysThere ? '' : '; null when it is not about one'}.`,
      resolve: (event) => (idOf(event) ?? null) as string,
    }),
    [name]: t.field({
      type,
      nullable: true,
      description: `The ${what.replace(/^the /, '')} as it is now; null once it is gone, or when it is not about one.`,
      resolve: (event, _args, { caller }) => {
        const id = idOf(event)
        return (id == null ? null : caller.load(loader, id)) as never
      },
    }),
  }
}

/** What an event can be about, for the payloads of activities to choose from. */
export const subjects = {
  /** The space that is followed, which whoever is told of the event sees. */
  space: (t: Fields) => ({
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId ?? ''),
    }),
  }),
  anySpace: (t: Fields) =>
    subject(t, {
      name: 'space',
      what: 'the space',
      type: SpaceType,
      loader: spaceById,
      idOf: ({ spaceId, subject }) => spaceId ?? subject.space,
    }),
  organization: (t: Fields) => ({
    organization: t.field({
      type: OrganizationType,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
  }),
  changeRequest: (t: Fields) =>
    subject(t, {
      name: 'changeRequest',
      what: 'the change request',
      type: ChangeRequestType,
      loader: changeRequestById,
      idOf: ({ changeRequestId }) => changeRequestId,
    }),
  comment: (t: Fields) =>
    subject(t, { name: 'comment', what: 'the comment', type: CommentType, loader: commentById }),
  everyComment: (t: Fields) =>
    subject(t, {
      name: 'comment',
      what: 'the comment',
      type: CommentType,
      loader: commentById,
      isAlwaysThere: true,
    }),
  reply: (t: Fields) => subject(t, { name: 'reply', what: 'the reply', type: ReplyType, loader: replyById }),
  review: (t: Fields) =>
    subject(t, { name: 'review', what: 'the review', type: ReviewType, loader: reviewById }),
  user: (t: Fields) =>
    subject(t, {
      name: 'user',
      what: 'the user whom it concerns',
      type: UserType,
      // Whoever is told of the event is told whom it concerns.
      loader: participantById,
    }),
  member: (t: Fields) =>
    subject(t, { name: 'member', what: 'the member', type: MemberType, loader: memberById }),
  team: (t: Fields) => subject(t, { name: 'team', what: 'the team', type: TeamType, loader: teamById }),
  collection: (t: Fields) =>
    subject(t, {
      name: 'collection',
      what: 'the collection',
      type: CollectionType,
      loader: collectionById,
    }),
  revision: (t: Fields) => ({
    revisionId: t.id({
      nullable: true,
      description: 'The id of the revision that it made; null when it made none.',
      resolve: ({ subject }) => subject.revision ?? null,
    }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The revision that it made; null when it made none.',
      resolve: ({ subject: { revision } }, _args, { caller }) =>
        revision === undefined ? null : caller.load(revisionNode, revision),
    }),
  }),
  statuses: (t: Fields) => ({
    fromStatus: t.field({
      type: ChangeRequestStatusEnum,
      nullable: true,
      description: 'The status that a change request left; null when it left none.',
      resolve: ({ subject }) => (subject.fromStatus ?? null) as 'draft' | null,
    }),
    toStatus: t.field({
      type: ChangeRequestStatusEnum,
      nullable: true,
      description: 'The status that a change request got; null when it got none.',
      resolve: ({ subject }) => (subject.toStatus ?? null) as 'draft' | null,
    }),
  }),
}

export type SubjectName = keyof typeof subjects

/** The fields of these subjects. */
export const fieldsOf = (t: Fields, names: readonly SubjectName[]) =>
  Object.assign({}, ...names.map((name) => subjects[name](t))) as ReturnType<typeof subject>
