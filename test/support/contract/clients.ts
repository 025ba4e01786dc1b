import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ClientVersion } from '../../../src/rest/compatibility/answers.ts'
import type { JsonSchema } from '../../../src/rest/openapi/json-schema.ts'
import { ClientSchemas } from './client-schemas.ts'
import { addressOfTemplate } from './contract.ts'

interface DocumentedOperation {
  operationId: string
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>
}

interface ClientDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** The operations of one client by their address, and what it expects of their answers. */
export class Client {
  readonly operations = new Map<string, DocumentedOperation>()
  readonly #schemas: ClientSchemas

  constructor(version: ClientVersion) {
    const file = createRequire(import.meta.url).resolve(`@gitbook/api-${version}/spec/openapi.json`)
    const document = JSON.parse(readFileSync(file, 'utf8')) as ClientDocument
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId) this.operations.set(addressOfTemplate(method, path), operation)
      }
    }
    this.#schemas = new ClientSchemas(document.components.schemas)
  }

  /** How a successful answer differs from what this client expects; empty if it has no such operation. */
  differencesOf(address: string, status: number, body: unknown): string[] {
    const operation = this.operations.get(address)
    if (!operation) return []
    const response = operation.responses[status]
    if (!response) return [`status ${status} is not expected`]
    const schema = response.content?.['application/json']?.schema
    return schema ? this.#schemas.differencesOf(schema, body) : []
  }
}
