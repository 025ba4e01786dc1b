// How the scripts of the console are divided. Plain JavaScript, as it runs before anything is compiled.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const app = join(import.meta.dirname, '../../console/app')

/**
 * What is loaded at first becomes one file. esbuild would divide it by which screens need which part of it: into fifty files, which
 * are 8 kB larger when they are compressed. So everything that is loaded later names all of it, with what nearly every screen uses.
 * @type {import('esbuild').Plugin}
 */
export const oneFirstChunk = {
  name: 'one first chunk',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: 'later' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => {
      const source = JSON.stringify(path)
      const hasDefault = /^export default /m.test(readFileSync(path, 'utf8'))
      return {
        contents: [
          `import ${JSON.stringify(join(app, 'routes.tsx'))}`,
          "import '#styles'",
          `export * as ofEveryScreen from ${JSON.stringify(join(app, 'parts/of-every-screen.ts'))}`,
          `export * from ${source}`,
          ...(hasDefault ? [`export { default } from ${source}`] : []),
        ].join('\n'),
        resolveDir: app,
      }
    })
  },
}

/** Parts of Relay that the console does not use, and that Relay itself uses only where a feature is turned on. */
const LEFT_OUT =
  /[\\/](?:react-relay[\\/]lib[\\/]relay-hooks[\\/](?:EntryPointContainer\.react|loadEntryPoint|useEntryPointLoader|usePreloadedQuery|useFragmentInternal_CURRENT|useMutationAction_EXPERIMENTAL)|relay-runtime[\\/]lib[\\/](?:experimental|mutations[\\/]createUpdatableProxy|query[\\/]fetchQuery_DEPRECATED|store[\\/]NormalizationEngine|store[\\/]createFragmentSpecResolver|store[\\/]observe\w+Experimental|store[\\/]waitFor\w+Experimental))\.js$/

/** Relay caches what resolvers of the client compute. The documents of the console have none, so the cache of its store does nothing. */
const RESOLVER_CACHE = /[\\/]relay-runtime[\\/]lib[\\/]store[\\/]live-resolvers[\\/]LiveResolverCache\.js$/

const WITHOUT_RESOLVERS = `
const { NoopResolverCache } = require('../ResolverCache')
exports.LiveResolverCache = class extends NoopResolverCache {
  batchLiveStateUpdates(callback) { callback() }
  batchLiveStateUpdatesWithoutNotify(callback) { callback(); return false }
  unsubscribeFromLiveResolverRecords() {}
  invalidateResolverRecords() {}
}`

/**
 * Saves 14 kB of what every person loads. Code that calls one of these parts gets an error that says so.
 * @type {import('esbuild').Plugin}
 */
export const withoutUnusedRelay = {
  name: 'without unused Relay',
  setup(build) {
    build.onLoad({ filter: LEFT_OUT }, () => ({
      contents:
        "module.exports = () => { throw new Error('This part of Relay is not in the console: see console-chunks.mjs.') }; module.exports.default = module.exports",
    }))
    build.onLoad({ filter: RESOLVER_CACHE }, () => ({ contents: WITHOUT_RESOLVERS }))
  },
}

/**
 * Names of characters in Markdown are decoded by way of the policy for HTML: browsers refuse how the package does it. Links of
 * bare URLs are not parsed, so what parses them is left out.
 * @type {import('esbuild').Plugin}
 */
export const markdownInBrowsers = {
  name: 'Markdown in browsers',
  setup(build) {
    build.onResolve({ filter: /^decode-named-character-reference$/ }, () => ({
      path: join(app, 'editor/rich/character-reference.ts'),
    }))
    build.onLoad({ filter: /[\\/]micromark-extension-gfm-autolink-literal[\\/]index\.js$/ }, () => ({
      contents: 'export const gfmAutolinkLiteral = () => ({}), gfmAutolinkLiteralHtml = () => ({})',
    }))
  },
}
