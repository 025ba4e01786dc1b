import { z } from 'zod'
import type { DescribedDownload } from '../../core/operations/downloads.ts'
import { ALWAYS, refs } from './headers.ts'
import type { SchemaConverter } from './json-schema.ts'

const DownloadProgress = z
  .object({
    object: z.literal('download-progress'),
    done: z.int().min(0).meta({ description: 'The number of pages that are rendered.' }),
    total: z.int().min(0).meta({ description: 'The number of all pages.' }),
  })
  .meta({ id: 'DownloadProgress', description: 'The progress of a file that is being made.' })

const bytes = (contentType: string) => ({ [contentType]: { schema: { type: 'string', format: 'binary' } } })
const response = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** A file that is made when it is first requested. Its path is not below `/v1`. */
export function describeDownload(
  { path, operationId, summary, contentType }: DescribedDownload,
  tag: string,
  converter: SchemaConverter,
) {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  return {
    operationId,
    summary,
    description:
      'Use the URL as it was returned: it is signed, and valid for an hour. The file is made when it is first requested. By default, the response waits for that. With `Prefer: respond-async`, it is 202 with the progress until the file exists; request it again after `Retry-After` seconds.',
    tags: [tag],
    servers: [{ url: '/' }],
    security: [],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...['expires', 'signature'].map((name) => ({
        name,
        in: 'query',
        required: true,
        schema: { type: 'string' },
      })),
      {
        name: 'Prefer',
        in: 'header',
        description: '`respond-async` returns the progress instead of waiting until the file is made.',
        schema: { type: 'string' },
      },
      { $ref: '#/components/parameters/ifNoneMatch' },
    ],
    responses: {
      200: { description: 'The file.', headers: refs([...ALWAYS, 'ETag']), content: bytes(contentType) },
      202: {
        description: 'The file is being made.',
        headers: refs([...ALWAYS, 'Preference-Applied', 'Retry-After', 'Location']),
        content: { 'application/json': { schema: converter.convert(DownloadProgress) } },
      },
      206: {
        description: 'The requested range of the file.',
        headers: refs([...ALWAYS, 'ETag']),
        content: bytes(contentType),
      },
      304: {
        description: 'The file that `If-None-Match` names has not changed.',
        headers: refs([...ALWAYS, 'ETag']),
      },
      404: response('NotFound'),
      413: response('PayloadTooLarge'),
      429: response('RateLimited'),
      503: response('Unavailable'),
    },
  }
}
