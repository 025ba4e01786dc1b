import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'

/** The maximum size of a text source, and of the body of the routes that take one. */
export const MAX_SOURCE_BYTES = 16 * 1024 * 1024
const MAX_SLUG = 100
const MAX_URL = 2048

export const SpecVisibility = z
  .enum(['private', 'public'])
  .meta({ description: 'Whether the document can be read without a token.' })
export type SpecVisibility = z.output<typeof SpecVisibility>
export const ProcessingState = z.enum(['pending', 'progress', 'complete'])
export type ProcessingState = z.output<typeof ProcessingState>
export const ProcessErrorCode = z.enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])
export type ProcessErrorCode = z.output<typeof ProcessErrorCode>

/** A problem of a source. Lines count from 1. */
export const ProcessError = z.object({ message: z.string(), line: z.int() })
export type ProcessError = z.output<typeof ProcessError>

const organizationId = idField('Organization', 'The ID of the organization.')

export const SpecSlug = z
  .string()
  .min(1)
  .max(MAX_SLUG)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: mustBe('lowercase letters and digits, with single hyphens between them'),
  })
  .meta({ description: `The slug: unique in the organization, from 1 to ${MAX_SLUG} characters.` })

const Source = z
  .object({
    url: z
      .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
      .max(MAX_URL)
      .optional()
      .meta({
        scalar: 'URL',
        description: 'The URL of the document. It is fetched again regularly. Credentials are not returned.',
      }),
    text: z
      .string()
      .min(1)
      .refine((text) => text.length <= MAX_SOURCE_BYTES && Buffer.byteLength(text) <= MAX_SOURCE_BYTES, {
        error: `must have at most ${MAX_SOURCE_BYTES} bytes. Use a url for a larger document.`,
      })
      .optional()
      .meta({ description: 'The document itself, in JSON or YAML.' }),
  })
  .superRefine(({ url, text }, ctx) => {
    if ((url === undefined) !== (text === undefined)) return
    ctx.addIssue({ code: 'custom', message: 'must have either a url or a text' })
  })
  .meta({
    title: 'OpenAPISource',
    description: 'The source of an OpenAPI spec: Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1.',
    exactlyOne: true,
  })
export type Source = z.output<typeof Source>

const at = { organizationId, specSlug: SpecSlug }

export const ListSpecs = z.object({ organizationId })
export const GetSpec = z.object(at)
export const DeleteSpec = z.object(at)
export const CreateSpec = z.object({ organizationId, slug: SpecSlug, source: Source })
export const PutSpec = z.object({ ...at, source: Source })
export const UpdateSpec = z.object({
  ...at,
  visibility: SpecVisibility,
})
export const ListVersions = z.object(at)
export const GetLatestVersion = z.object(at)
export const GetVersion = z.object({
  ...at,
  versionId: idField('OpenAPISpecVersion', 'The ID of the version.'),
})
