import { builder } from '../../graphql/builder.ts'
import { connectionType, rootConnection } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { queryField } from '../../graphql/field.ts'
import { UserType } from '../users/index.ts'
import type { InstanceFinding } from './findings.ts'
import {
  type InstanceFigures,
  type InstanceNode,
  type InstanceOrganization,
  type InstanceUser,
  stateOf,
} from './instance.loaders.ts'
import { AccountState, FindingCode, FindingState } from './instance.model.ts'
import {
  getInstance,
  type Instance,
  listInstanceOrganizations,
  listInstanceUsers,
} from './instance.service.ts'

const StateEnum = graphqlEnum('AccountState', AccountState, 'The state of an account.', {
  active: 'It can be used.',
  operator: 'It can be used, and operates the instance.',
  disabled: 'An operator disabled it: it can have no tokens and sessions.',
  deleted: 'It was deleted.',
})
const FindingStateEnum = graphqlEnum('InstanceFindingState', FindingState, 'How serious a finding is.', {
  ok: 'Nothing has to be done.',
  warning: 'It is a risk, or something is missing.',
  problem: 'Something does not work, or is not safe.',
})
const FindingCodeEnum = graphqlEnum('InstanceFindingCode', FindingCode, 'What was checked.', {
  public_url: 'The address of the server.',
  secret_key: 'The key that encrypts secrets.',
  rate_limit: 'The limit of requests.',
  cors_origins: 'Other origins whose pages may call the APIs.',
  outbound_allow: 'Private hosts that the server may connect to.',
  open_metrics: 'Who can read metrics.',
  console_origin: 'Whether published sites have another origin than the console.',
  site_origins: 'Whether protected sites have origins of their own.',
  mail: 'The mail server.',
  backup: 'The age of the last backup.',
  node_versions: 'Whether all nodes run the same version.',
  node_keys: 'Whether all nodes encrypt with the same key.',
  node_files: 'Whether all nodes store files in the same place.',
  node_clocks: 'The clocks of the nodes.',
  failed_jobs: 'Jobs that have failed for good.',
})

const FindingType = builder.objectRef<InstanceFinding>('InstanceFinding').implement({
  description: 'The result of a check of the instance.',
  fields: (t) => ({
    code: t.expose('code', { type: FindingCodeEnum, description: 'What was checked.' }),
    state: t.expose('state', { type: FindingStateEnum, description: 'How serious it is.' }),
    found: t.exposeString('found', { description: 'What was found.' }),
    action: t.exposeString('action', {
      nullable: true,
      description: 'What to do about it. Null if nothing has to be done.',
    }),
  }),
})

const NodeType = builder.objectRef<InstanceNode>('InstanceNode').implement({
  description: 'A running node of the instance.',
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The ID of the node, made when it started.' }),
    host: t.exposeString('host', { description: 'The name of its machine.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was started.' }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      description: 'When it last reported, which it does every minute.',
    }),
    skewMs: t.exposeFloat('skewMs', {
      description: 'Its clock minus that of the database, in milliseconds.',
    }),
  }),
})

const FiguresType = builder.objectRef<InstanceFigures>('InstanceFigures').implement({
  description: 'Counts and sizes of the whole instance.',
  fields: (t) => ({
    databaseVersion: t.exposeString('databaseVersion', { description: 'The version of the database.' }),
    databaseBytes: t.exposeFloat('databaseBytes', { description: 'The size of the database in bytes.' }),
    fileObjects: t.exposeInt('fileObjects', { description: 'The number of objects in the file storage.' }),
    fileBytes: t.exposeFloat('fileBytes', { description: 'Their size in bytes.' }),
    organizations: t.exposeInt('organizations', { description: 'The number of organizations.' }),
    users: t.exposeInt('users', { description: 'The number of accounts.' }),
    spaces: t.exposeInt('spaces', { description: 'The number of spaces.' }),
    sites: t.exposeInt('sites', { description: 'The number of published sites.' }),
    jobsWaiting: t.exposeInt('jobsWaiting', { description: 'The number of jobs that wait.' }),
    jobsRunning: t.exposeInt('jobsRunning', { description: 'The number of jobs that run.' }),
    jobsFailed: t.exposeInt('jobsFailed', {
      description: 'The number of jobs that failed for good in the last seven days.',
    }),
    oldestJobAt: t.expose('oldestJobAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest job that could run was created. Null if none waits.',
    }),
    backupAt: t.expose('backupAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last backup was made with `quire backup`. Null if none was.',
    }),
    backupBytes: t.exposeFloat('backupBytes', {
      nullable: true,
      description: 'The size of that backup in bytes.',
    }),
  }),
})

const InstanceType = builder.objectRef<Instance>('Instance').implement({
  description: 'This instance of Quire: its nodes, its storage, and what needs attention. For its operators.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'The version of the node that responds.' }),
    storesFilesInDatabase: t.exposeBoolean('storesFilesInDatabase', {
      description: 'Whether files are stored in the database, and not in a file storage.',
    }),
    nodes: t.field({ type: [NodeType], description: 'The running nodes.', resolve: ({ nodes }) => nodes }),
    figures: t.field({
      type: FiguresType,
      description: 'Counts and sizes.',
      resolve: ({ figures }) => figures,
    }),
    findings: t.field({
      type: [FindingType],
      description: 'Everything that was checked, what needs attention first.',
      resolve: ({ findings }) => findings,
    }),
  }),
})

const OrganizationRow = builder.objectRef<InstanceOrganization>('InstanceOrganization').implement({
  description: 'An organization as operators see it, without what is in it.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The ID of the organization.' }),
    title: t.exposeString('title', { description: 'The name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted. Null if it was not.',
    }),
    members: t.exposeInt('members', { description: 'The number of members and guests.' }),
    spaces: t.exposeInt('spaces', { description: 'The number of spaces.' }),
    sites: t.exposeInt('sites', { description: 'The number of sites.' }),
  }),
})

const UserRow = builder.objectRef<InstanceUser>('InstanceUser').implement({
  description: 'An account as operators see it.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
    state: t.field({ type: StateEnum, description: 'The state of the account.', resolve: stateOf }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last active in an organization. Null if never.',
    }),
    organizations: t.exposeInt('organizations', {
      description: 'The number of organizations that the user is in.',
    }),
    sessions: t.exposeInt('sessions', {
      description: 'The number of browsers in which the user is signed in.',
    }),
  }),
})

queryField('instance', getInstance, {
  type: InstanceType,
  // It counts the rows of whole tables.
  complexity: 100,
  description: 'This instance. For its operators, with a token without scopes or a session.',
})
rootConnection('instanceOrganizations', listInstanceOrganizations, {
  type: connectionType('InstanceOrganization', OrganizationRow),
  description: 'All organizations of the instance, oldest first. For its operators.',
})
rootConnection('instanceUsers', listInstanceUsers, {
  type: connectionType('InstanceUser', UserRow),
  description: 'All accounts of the instance, oldest first. For its operators.',
})
