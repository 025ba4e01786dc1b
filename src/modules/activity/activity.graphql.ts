import type { EventType } from '../../core/events/events.ts'
import { activity } from './activity.declaration.graphql.ts'

const isAbout =
  (...resources: string[]) =>
  (type: EventType) =>
    resources.includes(type.slice(0, type.indexOf('.')))

activity({
  name: 'commentActivity',
  description:
    'Comments and replies of a space as they are posted, edited, resolved, reacted to and deleted.',
  payload: 'Something that happened to a comment or a reply.',
  follows: 'space or change request',
  tells: isAbout('comment', 'reply'),
  subjects: { names: ['changeRequest', 'comment', 'reply'], always: 'comment' },
})

activity({
  name: 'changeRequestActivity',
  description:
    'Change requests of a space as they are opened, updated, moved to another status, reviewed and merged.',
  payload: 'Something that happened to a change request.',
  follows: 'space or change request',
  tells: isAbout('change_request'),
  subjects: { names: ['changeRequest', 'review', 'user', 'revision', 'statuses'] },
})

activity({
  name: 'mergeActivity',
  description: 'Change requests of a space as they are merged.',
  payload: 'A change request that was merged.',
  follows: 'space',
  tells: (type) => type === 'change_request.merged',
  subjects: { names: ['changeRequest', 'revision'] },
})

activity({
  name: 'spaceActivity',
  description: 'Everything that happens in a space, as far as you may see it.',
  payload: 'Something that happened in a space.',
  follows: 'space',
  tells: () => true,
  subjects: 'space',
})

activity({
  name: 'organizationActivity',
  description: 'Everything that happens in an organization, as far as you may see it.',
  payload: 'Something that happened in an organization.',
  follows: 'organization',
  tells: () => true,
  subjects: 'organization',
})
