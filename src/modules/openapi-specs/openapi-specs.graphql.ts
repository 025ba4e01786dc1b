import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { reachOfSpec, requiredSpec, type SpecRow, specById } from './openapi-specs.loaders.ts'
import {
  type ProcessError,
  ProcessErrorCode,
  ProcessingState,
  SpecVisibility,
} from './openapi-specs.model.ts'
import { specPermissions } from './openapi-specs.policy.ts'
import { createSpec, deleteSpec, getSpec, listSpecs, putSpec, updateSpec } from './openapi-specs.service.ts'
import { bundleUrl, publishedSpecUrl, specUrl, versionUrl } from './openapi-specs.urls.ts'
import { RawContentType } from './raw/raw-content.graphql.ts'
import { rawContentOf } from './raw/raw-content.ts'
import { filesystemOf, type VersionRow } from './versions.loaders.ts'
import { getLatestVersion, getVersion, listVersions } from './versions.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    OpenAPISpec: SpecRow
    OpenAPISpecVersion: VersionRow
  }
}

const VisibilityEnum = graphqlEnum(
  'OpenAPISpecVisibility',
  SpecVisibility,
  'Who can read the document of a spec.',
  {
    private: 'Members of the organization, and readers of the spaces that show it.',
    public: 'Everyone, at `urls.published`.',
  },
)
const StateEnum = graphqlEnum(
  'OpenAPIProcessingState',
  ProcessingState,
  'The state of the processing of a source.',
  {
    pending: 'The source waits to be processed.',
    progress: 'The source is being processed.',
    complete: 'The source was processed, with or without an error.',
  },
)
const ErrorCodeEnum = graphqlEnum(
  'OpenAPIProcessErrorCode',
  ProcessErrorCode,
  'Why a source could not be processed.',
  {
    FETCH_TIMEOUT: 'The URL did not respond in time.',
    FETCH_ERROR: 'The URL could not be fetched.',
    PARSE_ERROR: 'The document is not a valid OpenAPI document.',
  },
)

const ErrorType = builder.objectRef<ProcessError>('OpenAPIProcessError').implement({
  description: 'A problem of a source.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'What is wrong.' }),
    line: t.exposeInt('line', { description: 'The line of the document, from 1.' }),
  }),
})
const UrlsType = builder.objectRef<SpecRow>('OpenAPISpecUrls').implement({
  description: 'The URLs of the OpenAPI spec.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (spec, _args, { urls }) => specUrl(urls, spec),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ organizationId, slug }, _args, { urls }) =>
        urls.app(`/o/${organizationId}/openapi/${slug}`),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the document for everyone. Null if the spec is private.',
      resolve: (spec, _args, { urls }) =>
        spec.visibility === 'public' ? publishedSpecUrl(urls, spec) : null,
    }),
  }),
})

export const SpecType = builder.prismaNode('OpenAPISpec', {
  description: 'An OpenAPI specification of an organization.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    slug: t.exposeString('slug', { description: 'The slug, unique in the organization.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its source or visibility was last changed.',
    }),
    sourceURL: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: 'The URL of the source, without credentials. Null if the source is a text.',
    }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can read the document.',
      resolve: ({ visibility }) => SpecVisibility.parse(visibility),
    }),
    processingState: t.field({
      type: StateEnum,
      description: 'The state of the processing of its source.',
      resolve: ({ processingState }) => ProcessingState.parse(processingState),
    }),
    lastProcessedAt: t.expose('lastProcessedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a source was last processed. Null if none has been.',
    }),
    lastProcessErrorCode: t.field({
      type: ErrorCodeEnum,
      nullable: true,
      description: 'The error of the last processing. Null if it succeeded. The last valid version is kept.',
      resolve: ({ lastProcessErrorCode }) => ProcessErrorCode.nullable().parse(lastProcessErrorCode),
    }),
    lastProcessedErrorCount: t.exposeInt('lastProcessedErrorCount', {
      description: 'The number of problems in the source that was last processed.',
    }),
    lastProcessedErrors: t.field({
      type: [ErrorType],
      description: 'The first problems of the source that was last processed.',
      resolve: ({ lastProcessedErrors }) => lastProcessedErrors,
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that owns the resource.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
  }),
})

builder.objectFields(SpecType, (t) => ({
  urls: t.field({ type: UrlsType, description: 'The URLs of the OpenAPI spec.', resolve: (spec) => spec }),
  permissions: t.field({
    type: permissionsType('OpenAPISpecPermissions', specPermissions),
    description: 'What you are allowed to do with the resource.',
    resolve: (spec) => specPermissions.of(reachOfSpec(spec)),
  }),
}))

const ContentType = builder.objectRef<VersionRow>('OpenAPISpecVersionContent').implement({
  description: 'The documents of a version.',
  fields: (t) => ({
    filesystem: t.field({
      type: 'JSON',
      complexity: 10,
      description: 'The documents by name, the entry first.',
      resolve: (version, _args, { caller }) => caller.load(filesystemOf, version),
    }),
    raw: t.field({
      type: RawContentType,
      complexity: 10,
      nullable: true,
      description: 'The text of the entry. Not for readers of published sites.',
      resolve: (version, _args, { caller }) => caller.load(rawContentOf, version),
    }),
    url: t.field({
      type: 'URL',
      description: 'The URL of one document with all of them. It needs no token, and expires.',
      resolve: ({ specId, id }, _args, { urls }) => bundleUrl(urls, specId, id),
    }),
  }),
})
const VersionUrlsType = builder.objectRef<VersionRow>('OpenAPISpecVersionUrls').implement({
  description: 'The URLs of a version of an OpenAPI spec.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: (version, _args, { urls }) => versionUrl(urls, version, version.id),
    }),
  }),
})

export const VersionType = builder.prismaNode('OpenAPISpecVersion', {
  description: 'A version of an OpenAPI spec. It never changes.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    url: t.field({
      type: 'URL',
      description: 'The URL of the document. It needs no token, and expires.',
      resolve: ({ specId, id }, _args, { urls }) => bundleUrl(urls, specId, id),
    }),
    spec: t.field({
      type: SpecType,
      description: 'The spec.',
      resolve: ({ specId }, _args, { caller }) => caller.load(requiredSpec, specId),
    }),
  }),
})

builder.objectFields(VersionType, (t) => ({
  content: t.field({ type: ContentType, description: 'The documents.', resolve: (version) => version }),
  urls: t.field({
    type: VersionUrlsType,
    description: 'The URLs of the version.',
    resolve: (version) => version,
  }),
}))

connection(OrganizationType, 'openAPISpecs', listSpecs, {
  type: connectionType('OpenAPISpec', SpecType),
  description: 'The OpenAPI specs of the organization, oldest first. Guests see none.',
})
nestedField(OrganizationType, 'openAPISpec', getSpec, {
  type: SpecType,
  isLookup: true,
  description: 'An OpenAPI spec by its slug. Null if it does not exist.',
  rename: { specSlug: 'slug' },
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})

const ofSpec = {
  isLookup: true,
  given: ({ organizationId, slug }: SpecRow) => ({ organizationId, specSlug: slug }),
  givenNames: ['organizationId', 'specSlug'],
}
connection(SpecType, 'versions', listVersions, {
  type: connectionType('OpenAPISpecVersion', VersionType),
  description: 'The versions, newest first.',
})
nestedField(SpecType, 'latestVersion', getLatestVersion, {
  ...ofSpec,
  type: VersionType,
  description: 'The latest version. Null if no source has been processed successfully.',
})
queryField('latestOpenAPISpecVersion', getLatestVersion, {
  type: VersionType,
  description:
    'The latest version of an OpenAPI spec, also for the reader of a published site with a page that refers to the spec.',
  rename: { specSlug: 'slug' },
})
nestedField(SpecType, 'versionById', getVersion, {
  ...ofSpec,
  type: VersionType,
  description: 'A version of this spec. Null if it does not exist.',
  rename: { versionId: 'id' },
})

const openAPISpec = { type: SpecType, description: 'The OpenAPI spec.', from: (row: SpecRow) => row }

mutation('createOpenAPISpec', createSpec, {
  description: 'Creates an OpenAPI spec. Its source is processed in the background.',
  payload: { openAPISpec },
})
mutation('createOrUpdateOpenAPISpecBySlug', putSpec, {
  description: 'Creates an OpenAPI spec, or replaces the source of an existing one.',
  payload: {
    openAPISpec,
    created: {
      type: 'Boolean',
      description: 'Whether the spec was created.',
      from: ({ isNew }) => isNew,
    },
  },
})
mutation('updateOpenAPISpecBySlug', updateSpec, {
  description: 'Changes the visibility of an OpenAPI spec.',
  payload: { openAPISpec },
})
mutation('deleteOpenAPISpecBySlug', deleteSpec, {
  description: 'Deletes an OpenAPI spec and its versions. Succeeds if it was deleted before.',
  payload: {
    deletedId: {
      type: 'ID',
      nullable: true,
      description: 'The ID of the deleted spec. Null if there was none.',
      from: ({ deletedId }) => deletedId,
    },
  },
})

eventSubject({
  name: 'openAPISpec',
  within: 'organization',
  what: 'the OpenAPI spec',
  type: SpecType,
  loader: specById,
})
