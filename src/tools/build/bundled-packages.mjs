import { existsSync, realpathSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Large packages of which little is used: Prisma's client has compilers for six databases, and the GraphQL explorer is
 * there in two formats. An installation that is compiled needs neither these packages nor Prisma's command line.
 */
const OF_THE_BUILD =
  /^(@prisma\/client(-runtime-utils)?|@pothos\/(plugin-prisma|selection-mapper)|@graphql-yoga\/render-graphiql)(\/|$)/

/**
 * Packages of many small modules. Node takes about as long to find and read each of these 1,500 files as to run it, so as
 * part of the build they shorten the start. What they import becomes part of the build as well.
 */
const OF_MANY_FILES =
  /^(@graphql-tools\/.+|@pothos\/.+|file-type|graphql-yoga|hast-util-[^/]+|highlight\.js|image-size|jose|lowlight|mdast-util-[^/]+|micromark[^/]*|parse5|unist-util-[^/]+|yaml|zod)(\/|$)/

const { dependencies } = createRequire(import.meta.url)('../../../package.json')
// Files are found where a link leads to.
const installed = realpathSync(join(import.meta.dirname, '../../../node_modules'))

/**
 * Whether a file that a bundled package imports is loaded from node_modules anyway: the server, or another package, loads
 * it from there too, and two copies of one class, such as those of GraphQL, do not know each other. Another version,
 * within the folder of the package that imports it, is not shared.
 * @param {string} path
 * @param {string} file
 */
function isShared(path, file) {
  const name = path.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? path
  return name in dependencies && file.startsWith(join(installed, name) + sep)
}

/** Marks a path that this plugin resolves, which would otherwise call it again. */
const AGAIN = Symbol('again')

/**
 * Which packages become part of the build. All others are loaded from node_modules.
 * @type {import('esbuild').Plugin}
 */
export const bundledPackages = {
  name: 'bundled packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: OF_THE_BUILD }, ({ path }) => {
      const file = fileURLToPath(import.meta.resolve(path))
      // Prisma's runtime has both formats under one name; the other one cannot be part of a module.
      const module = file.replace(/\.js$/, '.mjs')
      return { path: existsSync(module) ? module : file }
    })
    // Names of packages, and neither relative nor absolute paths.
    onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || isBuiltin(path) || pluginData === AGAIN) return undefined
      if (OF_MANY_FILES.test(path)) return undefined
      const external = { path, external: true }
      if (!importer.includes('/node_modules/')) return external
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: AGAIN })
      return isShared(path, found.path) ? external : found
    })
  },
}
