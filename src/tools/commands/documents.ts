import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema, parse as parseDocument, validate } from 'graphql'
import type { Database } from '../../platform/database.ts'
import { projectRoot } from '../../platform/project-root.ts'
import { type Command, CommandError, type CommandInput, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const MAX_BUILDS = 50
const MAX_DOCUMENTS = 2_000
const MAX_BUILD_BYTES = 8 * 1024 * 1024
const BUILD = /^[\w.@/-]{1,100}$/

/** The documents in a file of GraphQL Code Generator or of Relay: an object of texts by their hashes. */
function documentsIn(file: string, maxBytes: number): { hash: string; text: string }[] {
  let listed: unknown
  try {
    listed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  if (typeof listed !== 'object' || listed === null || Array.isArray(listed)) {
    throw new CommandError(`${file} must be an object of texts by their hashes.`)
  }
  const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))
  const documents = Object.entries(listed)
  if (documents.length > MAX_DOCUMENTS) {
    throw new CommandError(`${file} has ${documents.length} documents; a build can have ${MAX_DOCUMENTS}.`)
  }
  const checked = documents.map(([id, text]) => checkedDocument(schema, id, text, maxBytes))
  const bytes = checked.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  if (bytes > MAX_BUILD_BYTES) {
    throw new CommandError(`The documents have ${bytes} bytes; those of a build can have ${MAX_BUILD_BYTES}.`)
  }
  return checked
}

function checkedDocument(schema: GraphQLSchema, id: string, text: unknown, maxBytes: number) {
  const hash = id.replace(/^sha256:/, '')
  if (typeof text !== 'string') throw new CommandError(`${id}: must be the text of a document.`)
  if (createHash('sha256').update(text).digest('hex') !== hash) {
    throw new CommandError(`${id}: is not the SHA-256 of its text. Choose this algorithm in the compiler.`)
  }
  if (Buffer.byteLength(text) > maxBytes) {
    throw new CommandError(`${id}: has more than ${maxBytes} bytes (MAX_DOCUMENT_BYTES).`)
  }
  const [problem] = problemsOf(schema, text)
  if (problem !== undefined) throw new CommandError(`${id}: ${problem}`)
  return { hash, text }
}

function problemsOf(schema: GraphQLSchema, text: string): string[] {
  try {
    return validate(schema, parseDocument(text)).map(({ message }) => message)
  } catch (error) {
    return [(error as Error).message]
  }
}

async function add(
  database: Database,
  build: string,
  documents: { hash: string; text: string }[],
  now: Date,
) {
  const { rows } = await database.pool.query<{ builds: number }>(
    'SELECT count(DISTINCT "build")::int AS builds FROM "GraphQLDocument" WHERE "build" <> $1',
    [build],
  )
  if ((rows[0]?.builds ?? 0) >= MAX_BUILDS) {
    throw new CommandError(`There are ${MAX_BUILDS} builds already. Remove one first: quire documents list`)
  }
  // The file is the whole build: what a former one of the same name had besides is removed, in one statement.
  await database.pool.query(
    `WITH given AS (SELECT * FROM unnest($2::text[], $3::text[]) AS given ("hash", "text")),
     removed AS (DELETE FROM "GraphQLDocument" WHERE "build" = $1 AND "hash" <> ALL ($2::text[]))
     INSERT INTO "GraphQLDocument" ("build", "hash", "text", "addedAt")
     SELECT $1, given."hash", given."text", $4 FROM given ON CONFLICT DO NOTHING`,
    [build, documents.map(({ hash }) => hash), documents.map(({ text }) => text), now],
  )
}

async function list({ pool }: Database) {
  const { rows } = await pool.query<{ build: string; documents: number; addedAt: Date }>(
    `SELECT "build", count(*)::int AS documents, max("addedAt") AS "addedAt" FROM "GraphQLDocument"
     GROUP BY "build" ORDER BY "addedAt", "build"`,
  )
  return rows.map(({ addedAt, ...row }) => ({ ...row, addedAt: addedAt.toISOString() }))
}

async function remove({ pool }: Database, build: string): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM "GraphQLDocument" WHERE "build" = $1', [build])
  return rowCount ?? 0
}

function run({ positionals, values, config, out, now }: CommandInput): Promise<undefined> {
  const [action = '', file] = positionals
  const build = typeof values.build === 'string' ? values.build : undefined
  if (action === 'list' && file === undefined) {
    return withDatabase(config, async (database) => {
      const builds = await list(database)
      const lines = builds.map((row) => `${row.build}  ${row.documents} documents  ${row.addedAt}`)
      out.result({ builds }, lines.length > 0 ? lines : ['No documents are registered.'])
      return undefined
    })
  }
  if (build === undefined || !BUILD.test(build)) {
    throw new UsageError('--build is required: letters, digits and ".", "-", "_", "@", "/", such as web-42.')
  }
  if (action === 'add' && file !== undefined) {
    const documents = documentsIn(file, config.limits.documentBytes)
    return withDatabase(config, async (database) => {
      await add(database, build, documents, now)
      out.result({ build, documents: documents.length }, [`${build} has ${documents.length} documents.`])
      return undefined
    })
  }
  if (action === 'remove' && file === undefined) {
    return withDatabase(config, async (database) => {
      const removed = await remove(database, build)
      out.result({ build, removed }, [`Removed ${removed} documents.`])
      return undefined
    })
  }
  throw new UsageError('Use add <file>, list or remove.')
}

export const documents: Command = {
  summary: 'Registers the GraphQL documents of a build of a client, which it can then send by their SHA-256.',
  positionals: 'add <file> | list | remove',
  arity: { least: 1, most: 2 },
  options: {
    build: { type: 'string', value: 'name', description: 'the build that the documents belong to' },
  },
  run,
}
