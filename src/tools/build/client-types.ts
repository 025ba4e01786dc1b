import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasons } from '../../core/errors.ts'
import { modules } from '../../modules/index.ts'
import { projectRoot } from '../../platform/project-root.ts'
import { describeApi } from '../../rest/openapi/describe-api.ts'

/** A part of JSON Schema: what the payloads of webhooks consist of. */
interface Schema {
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema
  const?: string
}

interface Webhook {
  post: { summary: string; requestBody: { content: { 'application/json': { schema: Schema } } } }
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Throws for what it does not know: types that are too wide would not be noticed. */
function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array' && schema.items) return `${typeOf(schema.items)}[]`
  if (schema.type === 'object' && schema.additionalProperties) {
    return `Record<string, ${typeOf(schema.additionalProperties)}>`
  }
  const types = [schema.type ?? []].flat().map((type) => PLAIN[type])
  if (types.length === 0 || types.includes(undefined)) {
    throw new Error(`No type is known for ${JSON.stringify(schema)}.`)
  }
  return types.join(' | ')
}

const comment = (text: string | undefined) => (text === undefined ? '' : `  /** ${text} */\n`)

/** `src/client/webhook-events.ts`: the payloads in the section `webhooks` of the OpenAPI document. */
function webhookEvents(): string {
  const { webhooks, components } = describeApi(modules, '') as unknown as {
    webhooks: Record<string, Webhook>
    components: { schemas: Record<string, Schema> }
  }
  const types = Object.entries(webhooks).sort(([one], [other]) => (one < other ? -1 : 1))
  const bodies = new Set(
    types.map(([, { post }]) => post.requestBody.content['application/json'].schema.allOf?.[0]?.$ref),
  )
  const [name = ''] = [...bodies].map((ref) => ref?.split('/').at(-1))
  const schema = components.schemas[name]
  if (bodies.size !== 1 || !schema?.properties) throw new Error('Events have no common body.')
  const { properties, required = [] } = schema
  const members = Object.entries(properties).map(
    ([key, each]) =>
      `${comment(each.description)}  ${key}${required.includes(key) ? '' : '?'}: ${typeOf(each)}\n`,
  )
  return `// Written by "npm run client:types" from the section "webhooks" of the OpenAPI document.

/** The types of events, each with what it tells. */
export type WebhookEventType =
${types.map(([type, { post }]) => `  | '${type}' // ${post.summary}`).join('\n')}

/** ${schema.description} */
export interface ${name} {
${members.join('')}}

/** An event of one of these types. Without a parameter, of any. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Each in Type]: ${name} & { type: Each }
}[Type]
`
}

/** `src/client/error-codes.ts`: the table of failures. */
const errorCodes = (): string => `// Written by "npm run client:types" from the table of failures.

/** The values of \`extensions.code\` in GraphQL, and of \`reason\` in REST, where they are in lower case. */
export const apiErrorCodes = [
${Object.entries(reasons)
  .map(([reason, [, meaning]]) => `  // ${meaning}\n  '${reason.toUpperCase()}',\n`)
  .join('')}] as const

export type ApiErrorCode = (typeof apiErrorCodes)[number]
`

/** The files of the client that follow from the server, by path. */
export const clientTypes = (): Record<string, string> => ({
  'src/client/error-codes.ts': errorCodes(),
  'src/client/webhook-events.ts': webhookEvents(),
})

/** `npm run client:types`: writes them. */
export async function main(): Promise<void> {
  for (const [path, text] of Object.entries(clientTypes())) await writeFile(join(projectRoot, path), text)
}
