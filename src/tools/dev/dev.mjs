// `npm run dev`: runs the server, and starts it again after each edit of a source. Only the sources are compiled then: a
// process that has loaded all packages waits for them.
import '../require-node.mjs'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { context } from 'esbuild'
import { ensureBuilt, ensureGenerated } from '../build.mjs'

const root = join(import.meta.dirname, '../../..')
const outdir = join(root, 'dist/dev')
/** Editors write a file in several steps. */
const SETTLED_MS = 30

await ensureGenerated()
// Worker threads, and the assets of sites, are those of the build.
await ensureBuilt()
rmSync(outdir, { recursive: true, force: true })

const compiler = await context({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outbase: 'src',
  outdir,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
})

/** @returns {Promise<string[] | undefined>} the packages that the server loads; undefined if it does not compile */
async function compile() {
  try {
    const { metafile } = await compiler.rebuild()
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
    return [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))]
  } catch {
    // esbuild has printed what is wrong, and the last server that was compiled goes on.
    return undefined
  }
}

/** @param {string[]} packages */
function prepare(packages) {
  const child = fork(join(import.meta.dirname, 'dev-server.mjs'), { cwd: root })
  child.send({ load: packages })
  return child
}

const packages = (await compile()) ?? []
/** @typedef {import('node:child_process').ChildProcess} Child */
/** The process that waits for the next start. @type {Child | undefined} */
let next = prepare(packages)
/** @type {Child | undefined} */
let server

/** The build of what the threads run, after a start. @type {Child | undefined} */
let build

/** Names what the console loads, by hashes of the contents. */
const consoleBuild = () => readFileSync(join(root, 'dist/console/assets.json'), 'utf8')

/** @param {Child | undefined} child */
const isRunning = (child) => child !== undefined && child.exitCode === null && child.signalCode === null

/** @param {number} changed when the edit was noticed that is compiled now */
async function restart(changed) {
  const compiled = performance.now()
  const isReload = server !== undefined
  if (server && isRunning(server)) {
    // Without a wait for requests to end. The embedded PostgreSQL goes on, and the next server finds it.
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const started = next ?? prepare(packages)
  const served = consoleBuild()
  next = undefined
  server = started
  started.send({ start: join(outdir, 'main.js') })
  // Not before, because they would delay the start.
  started.once('message', () => {
    if (server !== started) return
    if (isReload) sayHowLong(changed, compiled)
    next = prepare(packages)
    // Threads that start later run it.
    const options = /** @type {const} */ ({ stdio: 'inherit', detached: true })
    build = spawn('nice', [process.execPath, join(root, 'src/tools/build.mjs')], options)
    build.on('error', () => {})
    build.once('exit', (code) => {
      // The server read what the console loads when it started: after an edit of the console, it has to read it again.
      if (code === 0 && server === started && consoleBuild() !== served) void restart(performance.now())
    })
  })
  // One that failed waits for the next edit.
  started.once('exit', (code) => {
    if (code && server === started) next ??= prepare(packages)
  })
}

/** With the process of esbuild, which would report that the other one has ended. */
function stopBuild() {
  if (build?.pid !== undefined && isRunning(build)) process.kill(-build.pid, 'SIGKILL')
}

/**
 * @param {number} changed
 * @param {number} compiled
 */
function sayHowLong(changed, compiled) {
  const [all, compiling, starting] = [
    performance.now() - changed,
    compiled - changed,
    performance.now() - compiled,
  ].map((ms) => `${(ms / 1000).toFixed(2)} s`)
  process.stderr.write(`Reloaded in ${all}: compiled in ${compiling}, started in ${starting}.\n`)
}

let isChanged = true
/** When the last edit was noticed. */
let changedAt = performance.now()
let isWorking = false
async function work() {
  if (isWorking) return
  isWorking = true
  while (isChanged) {
    isChanged = false
    const changed = changedAt
    stopBuild()
    watchFolders()
    await ensureGenerated()
    if (await compile()) await restart(changed)
  }
  isWorking = false
}

/** @type {NodeJS.Timeout | undefined} */
let settled
function noteChange() {
  changedAt = performance.now()
  clearTimeout(settled)
  settled = setTimeout(() => {
    isChanged = true
    void work()
  }, SETTLED_MS)
}

/** @type {Set<string>} */
const watched = new Set()

/**
 * Watches the folders of the sources that are not watched yet. Each has a watcher of its own: with one for the whole tree,
 * Node does not notice writes to a file that an editor has replaced before.
 */
function watchFolders() {
  for (const top of ['src', 'prisma']) {
    const entries = readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
    for (const folder of [join(root, top), ...folders]) {
      if (watched.has(folder) || folder.startsWith(join(root, 'src/generated'))) continue
      watched.add(folder)
      const watcher = watch(folder, (_event, name) => name !== 'generated' && noteChange())
      // The folder was removed.
      watcher.on('error', () => watcher.close()).on('close', () => watched.delete(folder))
    }
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    stopBuild()
    next?.kill('SIGKILL')
    if (server && isRunning(server)) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    process.exit(0)
  })
}

await work()
