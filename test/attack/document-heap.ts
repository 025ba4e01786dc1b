/**
 * Prints the heap size of cached GraphQL documents: parsed, per character of their text, and compiled, per field. The
 * factors in src/graphql/execution/documents.ts come from it. Run it with `node --expose-gc --import tsx
 * test/attack/document-heap.ts`.
 */
import { type DocumentNode, type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { compileQuery } from 'graphql-jit'
import { compiledFields } from '../../src/graphql/execution/compiled-fields.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'

const CHARACTERS = [1_000, 8_000, 64_000]
const BYTES_AT_ONCE = 2_000_000

const SELECTIONS = {
  /** Long names and few fields: the least heap per character. */
  fields: (index: number) => `alias${index}: viewer { user { id displayName email } }`,
  /** The shortest possible fields: the most heap per character. */
  short: (index: number) => `a${index}:__typename`,
  lists: (index: number) =>
    `o${index}: organizations(first: 5) { nodes { id title spaces(first: 2) { nodes { id title } } } }`,
}

function documentOf(selection: (index: number) => string, characters: number, number: number): string {
  let text = `query Q${number} {`
  for (let index = 0; text.length < characters; index++) text += ` ${selection(index)}`
  return `${text} }`
}

function heapUsed(): number {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc.')
  for (let times = 0; times < 4; times++) globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** The bytes that these values take, for each unit of their texts. */
function heapPer(unit: (text: string) => number, texts: readonly string[], make: (text: string) => unknown) {
  const before = heapUsed()
  const made = texts.map(make)
  const bytes = heapUsed() - before
  if (made.length === 0) throw new Error('Nothing was measured.')
  return bytes / texts.reduce((sum, text) => sum + unit(text), 0)
}

const compile = (schema: GraphQLSchema, document: DocumentNode) =>
  compileQuery(schema, document, '', { disablingCapturingStackErrors: true })

const schema = graphqlSchema(modules)
const fieldsOf = (text: string) => {
  const document = parse(text)
  const operation = getOperationAST(document)
  return operation ? compiledFields(schema, document, operation) : 0
}
for (const [name, selection] of Object.entries(SELECTIONS)) {
  for (const characters of CHARACTERS) {
    const count = Math.max(3, Math.floor(BYTES_AT_ONCE / characters / 8))
    const texts = Array.from({ length: count }, (_, number) => documentOf(selection, characters, number))
    compile(schema, parse(texts[0] ?? ''))
    const parsed = heapPer(({ length }) => length, texts, parse)
    const documents = new Map(texts.map((text) => [text, parse(text)]))
    const compiled = heapPer(fieldsOf, texts, (text) => compile(schema, documents.get(text) ?? parse(text)))
    process.stdout.write(
      `${name}, ${characters} characters: parsed ${parsed.toFixed(0)} bytes per character, compiled ${compiled.toFixed(0)} more per field\n`,
    )
  }
}
