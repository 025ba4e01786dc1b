import type { DescribedMessage } from '../../core/operations/downloads.ts'
import type { SchemaConverter } from './json-schema.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const SIGNED = [
  header('webhook-id', 'The ID of the delivery, which is the same in every attempt.'),
  header('webhook-timestamp', 'The time of the attempt, in seconds.'),
  header(
    'webhook-signature',
    'The signature of Standard Webhooks: `v1,` and HMAC-SHA256 of `<id>.<timestamp>.<body>` in Base64.',
  ),
  header('X-Quire-Signature', '`sha256=` and HMAC-SHA256 of the body with the secret, in hexadecimal.'),
]

/** The section `webhooks` of the document: one request for each event. */
export function describeWebhooks(
  webhooks: readonly DescribedMessage[],
  converter: SchemaConverter,
): Record<string, object> {
  return Object.fromEntries(
    webhooks.map(({ name, summary, body }) => [
      name,
      {
        post: {
          summary,
          security: [],
          parameters: SIGNED,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { allOf: [converter.convert(body), { properties: { type: { const: name } } }] },
              },
            },
          },
          responses: {
            '2XX': { description: 'The event was received. Any other answer is tried again later.' },
          },
        },
      },
    ]),
  )
}
