/** Stock clients of the public API whose documents answers are compared with, oldest first. */
export const clientVersions = ['0.137', '0.202'] as const
export type ClientVersion = (typeof clientVersions)[number]

/** A difference between answers and what stock clients of the public API expect of them. */
interface AnswerDifference {
  /** The clients that expect something else. */
  readonly clients: readonly ClientVersion[]
  /** Matches what differs: the place in the answer, without the indexes of lists, and the rule. */
  readonly at: RegExp
  /** The same in the table of operations. */
  readonly says: string
  /** The addresses of the operations. A test finds the difference in answers of each of them. */
  readonly operations: readonly string[]
  /** Further operations whose answers can contain the same resource. */
  readonly others?: readonly string[]
}

const SITE = '/orgs/{}/sites/{}'
const INSTALLATION = '/integrations/{}/installations/{}'

/** Operations whose answers contain spaces. */
const SPACES = [
  'GET /spaces/{}',
  'PATCH /spaces/{}',
  'POST /spaces/{}/duplicate',
  'POST /spaces/{}/restore',
  'POST /spaces/{}/move',
  'POST /spaces/{}/transfer',
  'GET /orgs/{}/spaces',
  'POST /orgs/{}/spaces',
  'GET /orgs/{}/members/{}/spaces',
  'GET /collections/{}/spaces',
  'GET /integrations/{}/spaces',
  `GET ${INSTALLATION}/spaces`,
  `GET ${INSTALLATION}/spaces/{}`,
  'POST /orgs/{}/link-invites',
  'GET /orgs/{}/link-invites/{}',
  'GET /urls/content',
  `GET ${SITE}/published`,
  `GET ${SITE}/structure`,
  `PATCH ${SITE}/structure/sort`,
  `GET ${SITE}/site-spaces`,
  `POST ${SITE}/site-spaces`,
  `PATCH ${SITE}/site-spaces/{}`,
  `POST ${SITE}/site-spaces/{}/move`,
  `GET ${SITE}/section-groups`,
  `POST ${SITE}/section-groups`,
  `PATCH ${SITE}/section-groups/{}`,
  `POST ${SITE}/section-groups/{}/move`,
  `GET ${SITE}/sections`,
  `POST ${SITE}/sections`,
  `PATCH ${SITE}/sections/{}`,
  `POST ${SITE}/sections/{}/move`,
]

/**
 * Every answer in the tests is compared with the documents of these clients. What is not declared here fails the tests,
 * and so does what is declared and no longer differs.
 */
export const answerDifferences: readonly AnswerDifference[] = [
  {
    clients: ['0.202'],
    at: /(^|\/)installationProvider is missing$/,
    says: 'The repository of a space has an `installationProvider` only if the import or export named it.',
    operations: [
      'GET /spaces/{}',
      'PATCH /spaces/{}',
      'POST /spaces/{}/move',
      'GET /spaces/{}/git/info',
      'GET /orgs/{}/spaces',
      'GET /orgs/{}/members/{}/spaces',
      `POST ${SITE}/site-spaces`,
      `POST ${SITE}/sections`,
    ],
    others: SPACES,
  },
  {
    clients: ['0.137', '0.202'],
    at: /^apiToken is missing$/,
    says: '`apiToken` is missing if the site does not admit the caller as a visitor.',
    operations: ['POST /urls/published', 'GET /urls/published'],
  },
  {
    clients: ['0.137'],
    at: /(^|\/)(destination\/(kind must be .*|siteSectionId is missing)|source must match pattern.*)$/,
    says: 'Clients before 0.202 know neither the kind `external` nor a `*` in `source`.',
    operations: [
      `GET ${SITE}/redirects`,
      `POST ${SITE}/redirects`,
      `PATCH ${SITE}/redirects/{}`,
      `GET ${SITE}/redirect`,
    ],
  },
  {
    clients: ['0.137', '0.202'],
    at: /(^|\/)((instructions|language|source|stats|status) is missing|object must be .*)$/,
    says: 'The resource is that of the specification: `translation-settings` with `title` and `languages`.',
    operations: [
      'GET /orgs/{}/translations',
      'POST /orgs/{}/translations',
      'GET /orgs/{}/translations/{}',
      'PUT /orgs/{}/translations/{}',
    ],
  },
  {
    clients: ['0.137', '0.202'],
    at: /(^|\/)owner\/(createdAt|emailDomains|inviteLinks|mergeRules|permissions|plan|trial|type) is missing$/,
    says: '`owner` is the whole organization for its members only. Others see its ID, title, hostname and URLs.',
    operations: ['GET /integrations', 'GET /integrations/{}'],
    others: [
      'GET /orgs/{}/integrations',
      'GET /orgs/{}/installations',
      'GET /orgs/{}/integrations/installations-status',
      'GET /spaces/{}/integrations',
      `GET ${SITE}/integrations`,
    ],
  },
  {
    clients: ['0.137', '0.202'],
    at: /(^|\/)git\/createdBy\w+ is missing$/,
    says: '`git` of a revision has the name of the specification, `createdByService`.',
    operations: ['GET /spaces/{}/content'],
    others: ['GET /spaces/{}/change-requests/{}/content', 'GET /spaces/{}/revisions/{}'],
  },
  {
    clients: ['0.137', '0.202'],
    at: /(^|\/)language must be equal to one of .*$/,
    says: '`language` of a space can be any language tag.',
    operations: ['PATCH /spaces/{}'],
    others: SPACES.filter((address) => address !== 'PATCH /spaces/{}'),
  },
  {
    clients: ['0.137', '0.202'],
    at: /^items\/\*\/role is missing$/,
    says: 'The list also has invites to a space or a collection, with `level` in place of `role`.',
    operations: ['GET /orgs/{}/link-invites'],
  },
  {
    clients: ['0.137', '0.202'],
    at: /^(items\/\*\/)?billing\//,
    says: '`billing` is what another system has stored in the database; no operation does.',
    operations: ['GET /orgs/{}'],
    others: ['GET /orgs', 'PATCH /orgs/{}'],
  },
  {
    clients: ['0.202'],
    at: /^changes\/\*\/(object must be .*|\w+ is missing)$/,
    says: 'Changes that only this server has, such as those of variables, have results of their own kinds.',
    operations: ['POST /spaces/{}/change-requests/{}/content'],
  },
  {
    clients: ['0.137'],
    at: /^status 202 is not expected$/,
    says: 'A large import answers 202 and continues in the background.',
    operations: [],
    others: ['POST /spaces/{}/change-requests/{}/content/import'],
  },
  {
    clients: ['0.137', '0.202'],
    at: /^status is missing$/,
    says: '`status` is missing if the organization has not installed the integration.',
    operations: ['GET /orgs/{}/integrations/{}/installation_status'],
  },
  {
    clients: ['0.137', '0.202'],
    at: /\/items\/description is missing$/,
    says: '`items` of an array has a `description` only if one was sent.',
    operations: [`PUT ${SITE}/adaptive-schema`],
    others: [`GET ${SITE}/adaptive-schema`],
  },
  {
    clients: ['0.202'],
    at: /(^|\/)mergeRules\/rules\/\*\/rule must be equal to one of .*$/,
    says: '`mergeRules` can have rules that only this server has: `require_approvals`, `require_resolved_comments`, `require_no_broken_links` and `require_open_change_request`. There is no `require_agent_review` and no `custom`.',
    operations: [],
    others: ['GET /orgs', 'GET /orgs/{}', 'PATCH /orgs/{}', ...SPACES],
  },
  {
    clients: ['0.137'],
    at: /^items\/\*\/origin\/(space is missing|type must be equal to one of .*)$/,
    says: 'Clients before 0.202 know no permission that comes from a site.',
    operations: [`GET ${SITE}/permissions/aggregate`],
  },
  {
    clients: ['0.137'],
    at: /^(items\/\*|event)\/payload\/(request is missing|type must be equal to one of .*)$/,
    says: 'Clients before 0.202 know no event of a task.',
    operations: [],
    others: ['GET /integrations/{}/events', 'GET /integrations/{}/events/{}'],
  },
  {
    clients: ['0.202'],
    at: /^(items\/\*\/)?(id must match format "uuid"|(source|actor\/id) is missing)$/,
    says: 'An event has an ID that is no UUID, and no `source`; the system has no `id` as an actor.',
    operations: ['GET /orgs/{}/audit-events', 'GET /orgs/{}/audit-events/{}'],
  },
]

/** All operations that a difference can be found in. */
export const operationsWith = ({ operations, others = [] }: AnswerDifference): readonly string[] => [
  ...operations,
  ...others,
]
