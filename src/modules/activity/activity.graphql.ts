import { type EventType, eventAudiences } from '../../core/events.ts'
import { lazyEnum } from '../../core/fields.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { EventTypeEnum } from '../events/index.ts'
import { activity } from './activity.declaration.graphql.ts'
import type { SubjectName } from './activity.subjects.graphql.ts'

const isAbout =
  (...resources: string[]) =>
  (type: EventType) =>
    resources.includes(type.slice(0, type.indexOf('.')))

const isAboutComments = isAbout('comment', 'reply')
const isAboutChangeRequests = isAbout('change_request')

/** What anything that happens in a space may be about. */
const inSpace: SubjectName[] = [
  'anySpace',
  'changeRequest',
  'comment',
  'reply',
  'review',
  'revision',
  'statuses',
  'user',
  'team',
]

const CommentActivityType = graphqlEnum(
  'CommentActivityType',
  lazyEnum(() => eventAudiences.names().filter(isAboutComments)),
  'What happened to a comment or a reply.',
)
const ChangeRequestActivityType = graphqlEnum(
  'ChangeRequestActivityType',
  lazyEnum(() => eventAudiences.names().filter(isAboutChangeRequests)),
  'What happened to a change request.',
)

activity({
  name: 'commentActivity',
  description:
    'Comments and replies of a space as they are posted, edited, resolved, reacted to and deleted.',
  payload: 'Something that happened to a comment or a reply.',
  follows: 'space or change request',
  tells: isAboutComments,
  type: CommentActivityType,
  subjects: ['space', 'changeRequest', 'everyComment', 'reply'],
})

activity({
  name: 'changeRequestActivity',
  description:
    'Change requests of a space as they are opened, updated, moved to another status, reviewed and merged.',
  payload: 'Something that happened to a change request.',
  follows: 'space or change request',
  tells: isAboutChangeRequests,
  type: ChangeRequestActivityType,
  subjects: ['space', 'changeRequest', 'review', 'user', 'revision', 'statuses'],
})

activity({
  name: 'mergeActivity',
  description: 'Change requests of a space as they are merged.',
  payload: 'A change request that was merged.',
  follows: 'space',
  tells: (type) => type === 'change_request.merged',
  type: ChangeRequestActivityType,
  subjects: ['space', 'changeRequest', 'revision'],
})

activity({
  name: 'spaceActivity',
  description: 'Everything that happens in a space, as far as you may see it.',
  payload: 'Something that happened in a space.',
  follows: 'space',
  tells: () => true,
  type: EventTypeEnum,
  subjects: inSpace,
})

activity({
  name: 'organizationActivity',
  description: 'Everything that happens in an organization, as far as you may see it.',
  payload: 'Something that happened in an organization.',
  follows: 'organization',
  tells: () => true,
  type: EventTypeEnum,
  subjects: ['organization', 'collection', 'member', ...inSpace],
})
