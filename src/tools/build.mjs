// Runs before anything is compiled, so it is plain JavaScript. Its output is never visible half-written:
// every file is written to a temporary name and renamed, and the stamp that marks it as current is written
// last.
import './require-node.mjs'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundledPackages } from './bundled-packages.mjs'
import { prisma } from './prisma.mjs'

const root = join(import.meta.dirname, '../..')
const generatedDir = join(root, 'src/generated')
const distDir = join(root, 'dist')

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Generates the Prisma client and the Pothos types into src/generated, unless they match prisma/**. */
export async function ensureGenerated() {
  await ensure(generatedDir, generationInputs, generate)
}

/** Compiles src/main.ts, the commands in src/tools and the workers (*.worker.ts) into dist, unless they match the sources. */
export async function ensureBuilt() {
  await ensure(distDir, buildInputs, async () => {
    process.stderr.write('Building (once) … ')
    const begun = performance.now()
    try {
      await ensureGenerated()
      await build()
    } finally {
      process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
    }
  })
}

function generationInputs() {
  const schema = filesUnder('prisma').filter((file) => file.endsWith('.prisma'))
  return [...schema, 'prisma.config.ts', 'package-lock.json']
}

function buildInputs() {
  return [
    ...filesUnder('src'),
    ...filesUnder('prisma'),
    'prisma.config.ts',
    'package-lock.json',
    'tsconfig.json',
  ]
}

async function generate() {
  const schema = generationInputs().filter((file) => file.endsWith('.prisma'))
  // The generators write relative to the schema, so a copy of it one level down writes to a directory of
  // its own.
  const workshop = join(generatedDir, `.${process.pid}`)
  clearWorkshops()
  try {
    for (const file of schema) {
      mkdirSync(dirname(join(workshop, file)), { recursive: true })
      copyFileSync(join(root, file), join(workshop, file))
    }
    await prisma('generate', '--schema', relative(root, join(workshop, 'prisma')))
    rmSync(stampOf(generatedDir), { force: true })
    for (const name of readdirSync(join(workshop, 'src/generated'))) {
      const target = join(generatedDir, name)
      // A directory cannot be renamed onto a non-empty one.
      if (existsSync(target)) renameSync(target, join(workshop, `${name}.old`))
      renameSync(join(workshop, 'src/generated', name), target)
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** Removes the output of interrupted generations, but not that of a process that may still be running. */
function clearWorkshops() {
  for (const name of readdirSync(generatedDir)) {
    const path = join(generatedDir, name)
    if (/^\.\d+$/.test(name) && isOlderThan(path, minute)) rmSync(path, { recursive: true, force: true })
  }
}

async function build() {
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: filesUnder('src').filter((file) => /^src\/(main|tools\/[^/]+|.+\.worker)\.ts$/.test(file)),
    outbase: 'src',
    outdir: distDir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    plugins: [bundledPackages],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    splitting: true,
    sourcemap: 'linked',
    // Packages in the format CommonJS load modules of Node with it.
    banner: {
      js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
    },
    // Node keeps the maps of all modules in memory. The sources are next to dist.
    sourcesContent: false,
    logLevel: 'silent',
    write: false,
  })
  await esbuild.stop()
  rmSync(stampOf(distDir), { force: true })
  // Chunks are named by their content and written first: an entry point finds all chunks that it imports.
  const isChunk = (/** @type {{ path: string }} */ file) =>
    file.path.startsWith(join(distDir, 'chunks') + sep)
  for (const file of [...outputFiles.filter(isChunk), ...outputFiles.filter((file) => !isChunk(file))]) {
    mkdirSync(dirname(file.path), { recursive: true })
    replaceFile(file.path, file.contents)
  }
  sweep(new Set(outputFiles.map((file) => file.path)))
}

/**
 * Obsolete entry points are removed at once. Chunks are kept for a day, because a server that runs an
 * earlier build may still import them, and so are files that another process may be writing.
 * @param {Set<string>} made
 */
function sweep(made) {
  for (const file of filesUnder('dist')) {
    const path = join(root, file)
    if (made.has(path) || file.startsWith('dist/.')) continue
    const isEntry = /\.js(\.map)?$/.test(file) && !file.startsWith('dist/chunks/')
    if (isEntry || isOlderThan(path, day)) rmSync(path, { force: true })
  }
}

/**
 * @param {string} target
 * @param {() => string[]} inputs
 * @param {() => Promise<void>} make
 */
async function ensure(target, inputs, make) {
  if (isFresh(target, inputs)) return
  requireWritable(target)
  const unlock = await lock(join(target, '.lock'), () => isFresh(target, inputs))
  try {
    if (isFresh(target, inputs)) return
    const stamp = digest(inputs())
    await make()
    replaceFile(stampOf(target), stamp)
  } finally {
    unlock()
  }
}

/** @param {string} target */
function requireWritable(target) {
  try {
    mkdirSync(target, { recursive: true })
    accessSync(target, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw new Error(
      `Quire did not start. It has to be compiled, but this account cannot write to ${target} (${code}). Run "npm run build" once with an account that can.`,
    )
  }
}

/**
 * Reading all inputs takes a tenth of a second of every start, so the sizes and times of those that matched are kept.
 * @param {string} target
 * @param {() => string[]} inputs
 */
function isFresh(target, inputs) {
  if (!existsSync(stampOf(target))) return false
  const stamp = readFileSync(stampOf(target), 'utf8')
  const files = inputs()
  const seen = `${stamp} ${signature(files)}`
  const seenFile = join(target, '.seen')
  if (existsSync(seenFile) && readFileSync(seenFile, 'utf8') === seen) return true
  if (stamp !== digest(files)) return false
  try {
    replaceFile(seenFile, seen)
  } catch {
    // This account cannot write there; the next start reads the inputs again.
  }
  return true
}

/**
 * Changes with any write to one of the files, also where it keeps the size and sets the time of the content.
 * @param {string[]} files
 */
function signature(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {}
    hash.update(`${file}\0${size}\0${mtimeMs}\0${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} target */
function stampOf(target) {
  return join(target, '.stamp')
}

/**
 * Avoids duplicate work in a second process; two holders would do no harm, so a lock whose holder is gone
 * is removed.
 * @param {string} path
 * @param {() => boolean} isDone
 */
async function lock(path, isDone) {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (isDone()) return () => {}
    if (isAbandoned(path)) rmSync(path, { force: true })
    else await pause(50)
  }
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    // A process id may be reused, especially in a container; no build takes this long.
    if (isOlderThan(path, minute)) return true
    const holder = Number(readFileSync(path, 'utf8'))
    if (holder === process.pid) return true
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/**
 * @param {string} path
 * @param {number} age
 */
function isOlderThan(path, age) {
  return statSync(path).mtimeMs < Date.now() - age
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function replaceFile(path, content) {
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

/** @param {string[]} files */
function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(root, file)
    if (!existsSync(path)) continue
    const content = readFileSync(path)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Paths from the project's root, with forward slashes, in a stable order, without src/generated.
 * @param {string} directory
 * @returns {string[]}
 */
function filesUnder(directory) {
  const found = []
  for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`
    if (path === 'src/generated') continue
    if (entry.isDirectory()) found.push(...filesUnder(path))
    else if (entry.isFile()) found.push(path)
  }
  return found.sort()
}

// `npm run build`: the same, ahead of the first start.
if (process.argv[1] === import.meta.filename) await ensureBuilt()
