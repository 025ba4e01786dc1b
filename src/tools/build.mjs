// Runs before anything is compiled, so it is plain JavaScript. Its output is never visible half-written:
// every file is written to a temporary name and renamed, and the stamp that marks it as current is written
// last.
import './require-node.mjs'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { bundledPackages } from './build/bundled-packages.mjs'
import { buildConsoleAssets } from './build/console-assets.mjs'
import { compileDocuments } from './build/console-documents.mjs'
import { buildSiteAssets } from './build/site-assets.mjs'
import { noticesOf, packageFolders } from './build/third-party-notices.mjs'
import { prisma } from './prisma.mjs'
import { ensure, isOlderThan, replaceFile, stampOf } from './up-to-date.mjs'

const root = join(import.meta.dirname, '../..')
const generatedDir = join(root, 'src/generated')
const distDir = join(root, 'dist')

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Generates the Prisma client, which is all that the sources of the server need, unless it matches prisma/**. */
export const ensureClient = () => ensure(generatedDir, generationInputs, generate)

/**
 * Generates the Prisma client, the Pothos types, the columns of models and the documents of the console into src/generated, unless
 * they match prisma/**, the schema and the sources of the console.
 */
export async function ensureGenerated() {
  await ensureClient()
  const documents = join(generatedDir, 'console')
  await ensure(documents, documentInputs, () => compileDocuments(documents))
}

/**
 * Compiles src/main.ts, the commands in src/tools, the workers (*.worker.ts), the assets of sites and those of the console into dist,
 * with the notices of the packages that become part of them, unless they match the sources.
 */
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
  return [...schema, 'prisma/column-generator.mjs', 'prisma.config.ts', 'package-lock.json']
}

function documentInputs() {
  return [...filesUnder('src/console/app'), 'schema.graphql', 'package-lock.json']
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
  const { outputFiles, metafile } = await esbuild.build({
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
    metafile: true,
    write: false,
  })
  const assets = await buildSiteAssets(esbuild, join(distDir, 'assets'))
  const pages = await buildConsoleAssets(esbuild, join(distDir, 'console'))
  await esbuild.stop()
  const sources = [...assets.sources, ...pages.sources]
  const files = [...outputFiles, ...assets.files, ...pages.files, ...factsOf(metafile, sources)]
  rmSync(stampOf(distDir), { force: true })
  // Chunks are named by their content and written first: an entry point finds all chunks that it imports.
  const isChunk = (/** @type {{ path: string }} */ file) =>
    file.path.startsWith(join(distDir, 'chunks') + sep)
  for (const file of [...files.filter(isChunk), ...files.filter((file) => !isChunk(file))]) {
    mkdirSync(dirname(file.path), { recursive: true })
    replaceFile(file.path, file.contents)
  }
  sweep(new Set(files.map((file) => file.path)))
}

/**
 * Which packages are part of the build with their notices, and which ones it loads.
 * @param {import('esbuild').Metafile} metafile
 * @param {string[]} others the sources of what browsers load
 */
function factsOf({ inputs, outputs }, others) {
  const bundled = packageFolders([...Object.keys(inputs), ...others])
  const paths = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  const names = paths.filter((path) => !isBuiltin(path)).map((path) => path.match(/^(@[^/]+\/)?[^/]+/)?.[0])
  const packages = { bundled, loaded: [...new Set(names)].sort() }
  return [
    { path: join(distDir, 'THIRD-PARTY-NOTICES'), contents: Buffer.from(noticesOf(bundled)) },
    { path: join(distDir, 'packages.json'), contents: Buffer.from(JSON.stringify(packages, null, 2)) },
  ]
}

/**
 * Obsolete entry points are removed at once. Chunks are kept for a day, because a server that runs an
 * earlier build may still import them, and so are files that another process may be writing.
 * @param {Set<string>} made
 */
function sweep(made) {
  for (const file of filesUnder('dist')) {
    const path = join(root, file)
    if (made.has(path) || /^dist\/(\.|(dev|test)\/)/.test(file)) continue
    const isEntry = /\.js(\.map)?$/.test(file) && !/^dist\/(chunks|assets\/drawing)\//.test(file)
    if (isEntry || isOlderThan(path, day)) rmSync(path, { force: true })
  }
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
