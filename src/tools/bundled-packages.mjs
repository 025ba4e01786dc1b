import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const names =
  /^(@prisma\/client(-runtime-utils)?|@pothos\/(plugin-prisma|selection-mapper)|@graphql-yoga\/render-graphiql)(\/|$)/

/**
 * Packages that become part of the build, because they are large and little of them is used: Prisma's client has
 * compilers for six databases, and the GraphQL explorer is there in two formats. An installation that is compiled needs
 * neither these packages nor Prisma's command line.
 * @type {import('esbuild').Plugin}
 */
export const bundledPackages = {
  name: 'bundled packages',
  setup({ onResolve }) {
    onResolve({ filter: names }, ({ path }) => {
      const file = fileURLToPath(import.meta.resolve(path))
      // Prisma's runtime has both formats under one name; the other one cannot be part of a module.
      const module = file.replace(/\.js$/, '.mjs')
      return { path: existsSync(module) ? module : file }
    })
  },
}
