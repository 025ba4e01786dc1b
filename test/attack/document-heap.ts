/**
 * Prints the heap size of cached GraphQL documents per character of their text: parsed, and compiled. The factors in
 * src/graphql/execution/documents.ts come from it. Run it with `node --expose-gc --import tsx
 * test/attack/document-heap.ts`.
 */
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql'
import { compileQuery } from 'graphql-jit'
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

function heapPerCharacter<Made>(texts: readonly string[], make: (text: string) => Made): number {
  const before = heapUsed()
  const made = texts.map(make)
  const bytes = heapUsed() - before
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  if (made.length === 0) throw new Error('Nothing was measured.')
  return bytes / characters
}

const compile = (schema: GraphQLSchema, document: DocumentNode) =>
  compileQuery(schema, document, '', { disablingCapturingStackErrors: true })

const schema = graphqlSchema(modules)
for (const [name, selection] of Object.entries(SELECTIONS)) {
  for (const characters of CHARACTERS) {
    const count = Math.max(3, Math.floor(BYTES_AT_ONCE / characters / 8))
    const texts = Array.from({ length: count }, (_, number) => documentOf(selection, characters, number))
    compile(schema, parse(texts[0] ?? ''))
    const parsed = heapPerCharacter(texts, (text) => parse(text))
    const compiled = heapPerCharacter(texts, (text) => compile(schema, parse(text))) - parsed
    process.stdout.write(
      `${name}, ${characters} characters: parsed ${parsed.toFixed(0)} bytes per character, compiled ${compiled.toFixed(0)} more\n`,
    )
  }
}
