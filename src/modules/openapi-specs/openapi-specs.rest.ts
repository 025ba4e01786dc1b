import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { reachOfSpec, type SpecRow } from './openapi-specs.loaders.ts'
import {
  MAX_SOURCE_BYTES,
  ProcessError,
  ProcessErrorCode,
  ProcessingState,
  SpecVisibility,
} from './openapi-specs.model.ts'
import { specPermissions } from './openapi-specs.policy.ts'
import { createSpec, deleteSpec, getSpec, listSpecs, putSpec, updateSpec } from './openapi-specs.service.ts'
import {
  bundleUrl,
  publishedSpecUrl,
  specPath,
  specsPath,
  specUrl,
  versionUrl,
} from './openapi-specs.urls.ts'
import { rawContentOf } from './raw/raw-content.ts'
import { filesystemOf, type VersionRow } from './versions.loaders.ts'
import { getLatestVersion, getVersion, listVersions } from './versions.service.ts'

const RestSpec = z
  .object({
    object: z.literal('openapi-spec'),
    id: z.string(),
    slug: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    sourceURL: z.string().optional(),
    visibility: SpecVisibility,
    processingState: ProcessingState,
    lastVersion: z.string().optional(),
    lastProcessedAt: Timestamp.optional(),
    lastProcessErrorCode: ProcessErrorCode.optional(),
    lastProcessedErrorCount: z.int(),
    lastProcessedErrors: z.array(ProcessError),
    urls: z.object({ location: z.string(), app: z.string(), published: z.string().optional() }),
    permissions: specPermissions.schema,
  })
  .meta({ id: 'OpenAPISpec' })

const toRestSpec = (spec: SpecRow, { urls }: View): z.input<typeof RestSpec> => ({
  object: 'openapi-spec',
  id: spec.id,
  slug: spec.slug,
  createdAt: spec.createdAt.toISOString(),
  updatedAt: spec.updatedAt.toISOString(),
  sourceURL: spec.sourceUrl ?? undefined,
  visibility: SpecVisibility.parse(spec.visibility),
  processingState: ProcessingState.parse(spec.processingState),
  lastVersion: spec.lastVersionId ?? undefined,
  lastProcessedAt: spec.lastProcessedAt?.toISOString(),
  lastProcessErrorCode: ProcessErrorCode.optional().parse(spec.lastProcessErrorCode ?? undefined),
  lastProcessedErrorCount: spec.lastProcessedErrorCount,
  lastProcessedErrors: spec.lastProcessedErrors as ProcessError[],
  urls: {
    location: specUrl(urls, spec),
    app: urls.app(`/o/${spec.organizationId}/openapi/${spec.slug}`),
    published: spec.visibility === 'public' ? publishedSpecUrl(urls, spec) : undefined,
  },
  permissions: specPermissions.of(reachOfSpec(spec)),
})

const RestVersion = z
  .object({
    object: z.literal('openapi-spec-version'),
    id: z.string(),
    createdAt: Timestamp,
    url: z.string(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'OpenAPISpecVersion' })

const toRestVersion = (version: VersionRow, { urls }: View): z.input<typeof RestVersion> => ({
  object: 'openapi-spec-version',
  id: version.id,
  createdAt: version.createdAt.toISOString(),
  url: bundleUrl(urls, version.specId, version.id),
  urls: { location: versionUrl(urls, version, version.id) },
})

const RestContent = z
  .object({
    filesystem: z.record(z.string(), z.unknown()),
    url: z.string(),
    urls: z.object({
      source: z.string(),
      public: z.string().nullable().meta({
        description: 'Where anyone can read the newest version of a public spec. Null for a private spec.',
      }),
    }),
  })
  .meta({ id: 'OpenAPISpecVersionContent' })

const toRestContent = async (
  version: VersionRow,
  { caller, urls }: View,
): Promise<z.input<typeof RestContent>> => {
  const url = bundleUrl(urls, version.specId, version.id)
  return {
    // Already encoded: the response copies its bytes.
    filesystem: (await caller.load(filesystemOf, version)) as unknown as Record<string, unknown>,
    url,
    urls: { source: url, public: version.visibility === 'public' ? publishedSpecUrl(urls, version) : null },
  }
}

const RestRawContent = z
  .object({
    text: z.string().meta({
      description:
        'The text as it was sent. The entry as JSON if it was read from a URL, or if a newer text was sent that has no version yet.',
    }),
    format: z.enum(['json', 'yaml']),
  })
  .meta({ id: 'OpenAPISpecRawContent' })

const spec = { response: RestSpec, present: toRestSpec }
const version = { response: RestVersion, present: toRestVersion }
const content = { response: RestContent, present: toRestContent }

export const routes = [
  listRoute(specsPath, listSpecs, {
    summary: 'List the OpenAPI specs of an organization',
    item: RestSpec,
    present: (rows, view) => rows.map((row) => toRestSpec(row, view)),
  }),
  route('POST', specsPath, createSpec, {
    ...spec,
    summary: 'Create an OpenAPI spec',
    status: 201,
    location: (row, { urls }) => specUrl(urls, row),
    bodyLimit: MAX_SOURCE_BYTES,
  }),
  route('GET', specPath, getSpec, { ...spec, summary: 'Get an OpenAPI spec' }),
  route('PUT', specPath, putSpec, {
    ...spec,
    summary: 'Create an OpenAPI spec or replace its source',
    otherStatus: { status: 201, when: ({ isNew }) => isNew },
    bodyLimit: MAX_SOURCE_BYTES,
  }),
  route('PATCH', specPath, updateSpec, { ...spec, summary: 'Update the visibility of an OpenAPI spec' }),
  deletion(specPath, deleteSpec, { summary: 'Delete an OpenAPI spec and its versions' }),
  listRoute(`${specPath}/versions`, listVersions, {
    summary: 'List the versions of an OpenAPI spec',
    item: RestVersion,
    present: (rows, view) => rows.map((row) => toRestVersion(row, view)),
  }),
  route('GET', `${specPath}/versions/latest`, getLatestVersion, {
    ...version,
    summary: 'Get the latest version of an OpenAPI spec',
  }),
  route('GET', `${specPath}/versions/latest/content`, getLatestVersion, {
    ...content,
    summary: 'Get the documents of the latest version of an OpenAPI spec',
  }),
  route('GET', `${specPath}/versions/latest/content/raw`, getLatestVersion, {
    summary: 'Get the text of the latest version of an OpenAPI spec',
    response: RestRawContent,
    present: (version, { caller }) => caller.load(rawContentOf, version),
  }),
  route('GET', `${specPath}/versions/:versionId`, getVersion, {
    ...version,
    summary: 'Get a version of an OpenAPI spec',
  }),
  route('GET', `${specPath}/versions/:versionId/content`, getVersion, {
    ...content,
    summary: 'Get the documents of a version of an OpenAPI spec',
  }),
]
