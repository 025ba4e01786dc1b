import type { EventType } from '../../core/events/events.ts'
import { activity } from './activity.declaration.graphql.ts'
import { isAboutAccess } from './activity.own-access.ts'

const isAbout =
  (...resources: string[]) =>
  (type: EventType) =>
    resources.includes(type.slice(0, type.indexOf('.')))

activity({
  name: 'commentActivity',
  description:
    'Events about the comments and replies of a space: posted, edited, resolved, reacted to and deleted.',
  payload: 'An event about a comment or a reply.',
  follows: 'space or change request',
  tells: isAbout('comment', 'reply'),
  subjects: { names: ['changeRequest', 'comment', 'reply'], always: 'comment' },
})

activity({
  name: 'changeRequestActivity',
  description:
    'Events about the change requests of a space: created, updated, status changed, reviewed and merged.',
  payload: 'An event about a change request.',
  follows: 'space or change request',
  tells: isAbout('change_request'),
  subjects: { names: ['changeRequest', 'review', 'user', 'revision', 'statuses'] },
})

activity({
  name: 'mergeActivity',
  description: 'Merges of change requests of a space.',
  payload: 'The merge of a change request.',
  follows: 'space',
  tells: (type) => type === 'change_request.merged',
  subjects: { names: ['changeRequest', 'revision'] },
})

activity({
  name: 'spaceActivity',
  description: 'All events of a space that are visible to you.',
  payload: 'An event in a space.',
  follows: 'space',
  tells: () => true,
  subjects: 'space',
})

activity({
  name: 'organizationActivity',
  description: 'All events of an organization that are visible to you.',
  payload: 'An event in an organization.',
  follows: 'organization',
  tells: () => true,
  subjects: 'organization',
})

activity({
  name: 'accessActivity',
  description:
    'What changes your own access in an organization: events about your membership, your teams, permissions that name you or a team of yours, and spaces and collections whose default level or place was changed for everybody. Read your `permissions` again after each. Nobody gets the events of others here. After a reconnect, members also get the deletion of teams that they were not in.',
  payload: 'An event that may have changed what you can see and do.',
  follows: 'own access',
  tells: isAboutAccess,
  subjects: { names: [] },
})
