// `npm run client:pack [-- <folder>]`: builds the package @quire/client into dist/client, and packs it.
import '../require-node.mjs'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const target = join(root, 'dist/client')
const folder = resolve(process.argv[2] ?? target)

/** What each subpath exports. */
const SUBPATHS = {
  '.': 'index',
  './graphql': 'connection',
  './live': 'live-view',
  './pages': 'paginate',
  './rest': 'rest',
  './webhooks': 'webhooks',
  './errors': 'errors',
}

/** @param {string} path */
const jsonOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

compile()
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
writeFileSync(join(target, 'README.md'), readme())
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
mkdirSync(folder, { recursive: true })
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: target,
  encoding: 'utf8',
})
process.stdout.write(`${join(folder, packed.trim())}\n`)

/** JavaScript and declarations, file by file: applications bundle what they use. */
function compile() {
  rmSync(target, { recursive: true, force: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const options = ['--noEmit', 'false', '--declaration', '--incremental', 'false', '--outDir', target]
  const args = [compiler, '-p', 'src/client', ...options, '--rewriteRelativeImportExtensions']
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  // The compiler writes the extensions of sources into declarations.
  for (const name of readdirSync(target).filter((file) => file.endsWith('.d.ts'))) {
    const path = join(target, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

/** The guide, without links to pages that the package does not have. */
function readme() {
  const guide = readFileSync(join(root, 'docs/client.md'), 'utf8')
  return guide.replaceAll(/\[([^\][]+)\]\((?!https:)[^()]+\)/g, '$1')
}

function manifest() {
  const { version, license, dependencies } = jsonOf('package.json')
  return {
    name: '@quire/client',
    version,
    description: 'The client of Quire: GraphQL, live views, REST, uploads and webhooks.',
    license,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(
      Object.entries(SUBPATHS).map(([path, file]) => [
        path,
        { types: `./${file}.d.ts`, default: `./${file}.js` },
      ]),
    ),
    files: ['*.js', '*.d.ts'],
    engines: { node: '>=20' },
    dependencies: { 'graphql-ws': dependencies['graphql-ws'] },
  }
}
