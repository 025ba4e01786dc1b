import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { SpaceType, spaceById } from '../spaces/index.ts'
import type { Failure } from './monitoring.loaders.ts'
import { FailureKind, type Usage, UsageItem } from './monitoring.model.ts'
import { getUsage, listFailures, retryJob } from './monitoring.service.ts'

const KindEnum = graphqlEnum('FailureKind', FailureKind, 'What has failed.', {
  import: 'An import into a space.',
  git: 'A Git import or export of a space.',
  merge: 'A merge of a change request, which has conflicts with main content.',
  webhook: 'A delivery to a webhook.',
  spec: 'The processing of an OpenAPI spec.',
  job: 'Other background work, such as sending a mail.',
})

const FailureType = builder.objectRef<Failure>('Failure').implement({
  description: 'A merge or background work that has failed and is not tried again by itself.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'What has failed.' }),
    subjectId: t.exposeID('subjectId', {
      description:
        'The ID of the import, the Git operation, the change request, the delivery, the spec or the job.',
    }),
    failedAt: t.expose('failedAt', { type: 'DateTime', description: 'When it failed.' }),
    about: t.exposeString('about', {
      description:
        'An address without credentials, the subject of the change request, the type of the event, the slug of the spec, or the name of the job.',
    }),
    message: t.exposeString('message', { description: 'What was wrong. Empty for a job.' }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space that it is about. Null if it is about none, or if the token may not read it.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.loadOptional(spaceById, spaceId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request. Null if it is about none, or if you or the token may not read it.',
      resolve: ({ kind, subjectId }, _args, { caller }) =>
        kind === 'merge' ? caller.loadOptional(changeRequestById, subjectId) : null,
    }),
    webhookId: t.exposeID('webhookId', {
      nullable: true,
      description: 'The ID of the webhook. Null if it is not about one.',
    }),
  }),
})

connection(OrganizationType, 'failures', listFailures, {
  type: connectionType('Failure', FailureType),
  nullable: true,
  description:
    'Imports, Git operations, merges with conflicts, webhook deliveries, OpenAPI specs and other background work that have failed, newest first. Requires the role admin.',
})

const ItemEnum = graphqlEnum('UsageItem', UsageItem, 'What is counted or limited.', {
  members: 'Members without guests.',
  guests: 'Guests.',
  teams: 'Teams.',
  collections: 'Collections.',
  spaces: 'Spaces.',
  sites: 'Sites.',
  specs: 'OpenAPI specs.',
  webhooks: 'Webhooks.',
  open_change_requests: 'Open change requests.',
  file_bytes: 'The bytes of all files, also of earlier revisions.',
  import_bytes: 'The bytes of one import.',
  tokens_per_user: 'The API tokens of one user.',
  requests_per_minute: 'The points of one user per minute: most requests cost one.',
  event_days: 'The days that events are kept.',
})
const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'How much of something an organization has, and how much it may have.',
  fields: (t) => ({
    item: t.expose('item', { type: ItemEnum, description: 'What is counted or limited.' }),
    used: t.exposeFloat('used', {
      nullable: true,
      description: 'How much there is. Null where the limit is about single requests or users.',
    }),
    limit: t.exposeFloat('limit', {
      nullable: true,
      description: 'How much there may be. Null without a limit.',
    }),
  }),
})

nestedField(OrganizationType, 'usage', getUsage, {
  type: [UsageType],
  nullable: true,
  description: 'What the organization has, with the limits of the server. Requires the role admin.',
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})

mutation('retryJob', retryJob, {
  description: 'Starts background work again that has failed for good.',
  payload: {
    jobId: { type: 'ID', description: 'The ID of the job.', from: ({ jobId }) => jobId },
    name: { type: 'String', description: 'The name of the job.', from: ({ name }) => name },
  },
})
