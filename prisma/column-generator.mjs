// A generator of Prisma: "prisma generate" runs it with the parsed schema. It writes the columns of each model for the
// executor of simple calls (platform/statements), and fails the build for what the executor does not know: it would
// ignore it silently.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import generatorHelper from '@prisma/generator-helper'

const KNOWN_TYPES = new Set(['BigInt', 'Boolean', 'Bytes', 'DateTime', 'Float', 'Int', 'Json', 'String'])
/** Defaults that PostgreSQL has too. Prisma computes the others itself, such as uuid(). */
const KNOWN_DEFAULTS = new Set(['now', 'autoincrement', 'dbgenerated'])

/**
 * What the executor does not know about a column, or undefined.
 * @param {import('@prisma/dmmf').Field} field
 */
function unknownIn(field) {
  if (field.kind === 'unsupported') return 'an unsupported type'
  if (field.kind === 'scalar' && !KNOWN_TYPES.has(field.type)) return `the type ${field.type}`
  if (field.isList && field.type !== 'String') return `lists of ${field.type}`
  if (field.dbName && field.dbName !== field.name) return '@map'
  const native = field.nativeType?.[0]
  if (native && (field.type !== 'DateTime' || native !== 'Timestamptz')) return `@db.${native}`
  if (field.type === 'DateTime' && !native) return 'a DateTime without @db.Timestamptz(3)'
  if (field.isUpdatedAt) return '@updatedAt'
  const name = typeof field.default === 'object' && 'name' in field.default ? field.default.name : undefined
  if (name !== undefined && !KNOWN_DEFAULTS.has(name)) return `@default(${name}())`
}

/** @param {import('@prisma/dmmf').Model} model */
function columnsOf(model) {
  if (model.dbName && model.dbName !== model.name) fail(model.name, '@@map')
  const columns = model.fields.filter(({ kind }) => kind !== 'object')
  for (const field of columns) {
    const unknown = unknownIn(field)
    if (unknown) fail(`${model.name}.${field.name}`, unknown)
  }
  return Object.fromEntries(columns.map(({ name, type, kind }) => [name, kind === 'enum' ? 'enum' : type]))
}

/**
 * @param {string} place
 * @param {string} feature
 */
function fail(place, feature) {
  throw new Error(
    `${place} uses ${feature}, which src/platform/statements does not support. Add it there, with a case in test/platform/statements, or remove it from the schema.`,
  )
}

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'Columns of the statement executor', defaultOutput: 'columns.ts' }),
  onGenerate: async ({ generator, dmmf }) => {
    const file = generator.output?.value
    if (!file) throw new Error('The generator of columns has no output.')
    const { models } = dmmf.datamodel
    const columns = Object.fromEntries(models.map((model) => [model.name, columnsOf(model)]))
    const types = [...KNOWN_TYPES, 'enum'].map((type) => `'${type}'`).join(' | ')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      `// Written by prisma/column-generator.mjs.\nexport type ColumnType = ${types}\n\n/** The columns of each model and their types. */\nexport const columnsByModel: Record<string, Record<string, ColumnType>> = ${JSON.stringify(columns, null, 2)}\n`,
    )
  },
})
