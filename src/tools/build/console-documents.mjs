// The GraphQL documents of the console, compiled by relay-compiler. Plain JavaScript, as it runs before anything is compiled.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const sources = 'src/console/app'

/** Where a document becomes the import of what it was compiled to. */
const DOCUMENT = /\bgraphql`\s*(?:query|mutation|subscription|fragment)\s+(\w+)\b[^`]*`/g

/**
 * Compiles the documents into a folder. Fails with the message of the compiler if the schema does not allow one.
 * @param {string} target
 */
export async function compileDocuments(target) {
  const workshop = join(target, `.${process.pid}`)
  mkdirSync(workshop, { recursive: true })
  try {
    const config = join(root, `.relay-${process.pid}.json`)
    writeFileSync(
      config,
      JSON.stringify({
        src: sources,
        schema: 'schema.graphql',
        artifactDirectory: workshop.slice(root.length + 1),
        language: 'typescript',
        eagerEsModules: true,
        noFutureProofEnums: true,
        useImportTypeSyntax: true,
        customScalarTypes: { DateTime: 'string', URL: 'string', JSON: 'unknown' },
      }),
    )
    try {
      const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js')
      await promisify(execFile)(process.execPath, [compiler, '--noWatchman', config], { cwd: root })
    } finally {
      rmSync(config, { force: true })
    }
    writeFileSync(join(workshop, 'event-types.ts'), eventTypes())
    const compiled = readdirSync(workshop)
    for (const name of readdirSync(target)) {
      if (name.endsWith('.graphql.ts') && !compiled.includes(name)) rmSync(join(target, name))
    }
    for (const name of compiled) renameSync(join(workshop, name), join(target, name))
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    throw new Error(`The documents of the console are not valid.\n${stdout}${stderr || error}`, {
      cause: error,
    })
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * The types of events of the schema, for the filters of logs: Relay gives the console only the type of an enum. They are read
 * without the package `graphql`, which decides when it is loaded whether it checks like in development.
 */
function eventTypes() {
  const schema = readFileSync(join(root, 'schema.graphql'), 'utf8')
  const [, values] = /^enum EventType \{\n(.*?)^\}/ms.exec(schema) ?? []
  if (values === undefined) throw new Error('schema.graphql has no enum EventType.')
  const names = [...values.matchAll(/^ {2}([A-Z][A-Z_]*)$/gm)].map(([, name]) => name)
  return `/** The types of events, from schema.graphql. */\nexport const EVENT_TYPES = ${JSON.stringify(names)} as const\n`
}

/**
 * A compiled document without what Relay reads only in development, and without the values that it assumes: every person
 * loads these.
 * @param {string} compiled
 */
const smaller = (compiled) =>
  compiled
    .replace(/^\(node as any\)\.hash = .*$/m, '')
    .replace(/^ *"(?:alias|args|storageKey)": null,?\n/gm, '')
    // By it Relay tells requests apart, as it can by the name.
    .replace(/"cacheID": "\w+"(?=[^}]*"name": ("\w+"))/, '"cacheID": $1')
    .replace(/^ *"text": ".*"$/m, (text) => text.replaceAll(/(?:\\n| )+/g, ' '))

/** The texts of documents, by their SHA-256, which the console sends instead. */
export const compiledTexts = new Map()

/**
 * The same with the ID of the document. The text stays: a server of another build may not know the ID.
 * @param {string} compiled
 */
function withId(compiled) {
  const [, json] = /^ *"text": (".*")$/m.exec(compiled) ?? []
  if (json === undefined) return compiled
  const text = JSON.parse(json)
  const id = createHash('sha256').update(text).digest('hex')
  compiledTexts.set(id, text)
  return compiled.replace('"id": null', `"id": "${id}"`)
}

/**
 * For esbuild: a document in a source is replaced by the import of what it was compiled to.
 * @type {import('esbuild').Plugin}
 */
export const documentsPlugin = {
  name: 'documents',
  setup(build) {
    build.onLoad({ filter: /[\\/]generated[\\/]console[\\/]\w+\.graphql\.ts$/ }, ({ path }) => ({
      contents: withId(smaller(readFileSync(path, 'utf8'))),
      loader: 'ts',
    }))
    build.onLoad({ filter: /[\\/]console[\\/]app[\\/].*\.tsx?$/ }, ({ path }) => {
      const names = new Set()
      const text = readFileSync(path, 'utf8').replace(DOCUMENT, (_document, name) => {
        names.add(name)
        return `document_${name}`
      })
      const imports = [...names].map((name) => `import document_${name} from '#console/${name}.graphql.ts';`)
      return { contents: `${imports.join('')}${text}`, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}
