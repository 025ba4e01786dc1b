// `node src/tools/run.mjs <command> [args]` runs `main(args)` of src/tools/<command>.ts, compiled; what the build itself reads, such
// as schema.graphql and the types of the client, is written by commands that run from their sources.
import './require-node.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const [command = '', ...args] = process.argv.slice(2)
const FROM_SOURCE = new Set(['schema-print', 'build/client-types'])

if (!existsSync(join(import.meta.dirname, `${command}.ts`))) {
  const commands = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts'))
  process.stderr.write(`Usage: node src/tools/run.mjs <command> [args]\n`)
  process.stderr.write(`Commands: ${commands.map((file) => file.slice(0, -3)).join(', ')}\n`)
  process.exit(2)
}

try {
  const { main } = await (FROM_SOURCE.has(command) ? fromSource() : fromBuild())
  await main(args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function fromBuild() {
  const { ensureBuilt } = await import('./build.mjs')
  const { useSourceMaps } = await import('./source-maps.mjs')
  await ensureBuilt()
  useSourceMaps()
  return import(`../../dist/tools/${command}.js`)
}

async function fromSource() {
  const { ensureClient } = await import('./build.mjs')
  await ensureClient()
  const { register } = await import('tsx/esm/api')
  register()
  return import(`./${command}.ts`)
}
