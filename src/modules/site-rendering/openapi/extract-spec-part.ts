import type { SpecBlock } from '../views.ts'
import { type Json, objectOf, SpecDocument } from './json.ts'
import { OperationReader } from './operation-reader.ts'
import { SchemaReader } from './schema-reader.ts'
import type { SpecModel, SpecOperation, SpecPart } from './spec-part.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
/** A `swagger` block without a path shows all operations of a document, up to this number. */
const MAX_OPERATIONS = 100
const MAX_MODELS = 200

/** The part of a bundled OpenAPI document that a block shows. Null if the document does not have it. */
export function extractSpecPart(bundle: unknown, block: SpecBlock): SpecPart | null {
  const document = new SpecDocument(bundle)
  if (block.type === 'openapi-schemas') {
    const models = (block.schemas ?? []).flatMap((name) => modelOf(document, name))
    return models.length === 0 ? null : { operations: [], models: models.slice(0, MAX_MODELS) }
  }
  const isWebhook = block.type === 'openapi-webhook'
  const { webhooks, 'x-webhooks': older, paths } = document.root
  const items = objectOf(isWebhook ? (webhooks ?? older) : paths)
  const wanted = isWebhook ? block.name : block.path
  const entries = Object.entries(items).filter(([path]) => wanted === undefined || samePath(path, wanted))
  const operations = entries
    .flatMap(([path, item]) => operationsOf(document, isWebhook, path, document.followed(item), block.method))
    .slice(0, MAX_OPERATIONS)
  return operations.length === 0 ? null : { operations, models: [] }
}

/** Quotes in the attributes of a block are encoded. */
const samePath = (path: string, wanted: string) => path === wanted || path === wanted.replaceAll('%22', '"')

function modelOf(document: SpecDocument, name: string): SpecModel[] {
  if (!Object.hasOwn(document.schemas, name)) return []
  const schema = new SchemaReader(document).read(document.schemas[name], [`#/components/schemas/${name}`])
  return [{ name, schema }]
}

function operationsOf(
  document: SpecDocument,
  isWebhook: boolean,
  path: string,
  item: Json,
  method: string | undefined,
): SpecOperation[] {
  const wanted = method?.toLowerCase()
  return methods
    .filter((name) => (wanted === undefined || name === wanted) && item[name] !== undefined)
    .map((name) => new OperationReader(document).read(isWebhook ? 'webhook' : 'operation', path, name, item))
}
