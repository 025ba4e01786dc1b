// `node src/tools/build/prune-packages.mjs`: removes what a compiled installation does not load from node_modules, which is what
// became part of the build, and what only builds and tests need. It is for images: npm would install it again.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { bundled, loaded } = JSON.parse(readFileSync(join(root, 'dist/packages.json'), 'utf8'))

/**
 * The folder of a package that is imported from a folder.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

/** @type {Set<string>} */
const kept = new Set()

/**
 * Keeps a package and what it loads.
 * @param {string} name
 * @param {string} from
 */
function keep(name, from) {
  const folder = folderOf(name, from)
  if (folder === undefined || kept.has(folder)) return
  kept.add(folder)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const optional = manifest.peerDependenciesMeta ?? {}
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !optional[peer]?.optional)
  const { dependencies = {}, optionalDependencies = {} } = manifest
  for (const other of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(other, folder)
}

const isBundled = new Set(
  bundled.map((/** @type {string} */ folder) => folder.replace(/^node_modules\//, '')),
)
// Pages of the console contain fonts, but the server also reads them as files, for sites and PDFs.
const isReadAsFile = (/** @type {string} */ name) => name.startsWith('@fontsource')
for (const name of new Set([
  ...Object.keys(dependencies).filter((name) => !isBundled.has(name) || isReadAsFile(name)),
  ...loaded,
])) {
  keep(name, root)
}

/** @param {string} modules a folder node_modules */
function sweep(modules) {
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    const path = join(modules, entry.name)
    if (entry.name.startsWith('@') && !entry.name.includes('/')) sweep(path)
    else if (!kept.has(path)) rmSync(path, { recursive: true, force: true })
    else if (existsSync(join(path, 'node_modules'))) sweep(join(path, 'node_modules'))
  }
  if (readdirSync(modules).length === 0) rmSync(modules, { recursive: true })
}
sweep(join(root, 'node_modules'))
