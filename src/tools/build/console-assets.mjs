// The scripts, styles and fonts of the pages below /app. Plain JavaScript, as it runs before anything is compiled.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { markdownInBrowsers, oneFirstChunk, withoutUnusedRelay } from './console-chunks.mjs'
import { compiledTexts, documentsPlugin } from './console-documents.mjs'

const folder = join(import.meta.dirname, '../../console')

/** What both builds have in common. */
const common = /** @type {const} */ ({
  absWorkingDir: folder,
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  // Without a comment in the script that names it: only operators get it.
  sourcemap: 'external',
  sourcesContent: true,
  target: ['es2022', 'chrome109'],
  loader: { '.woff2': 'file', '.svg': 'copy' },
  write: false,
  metafile: true,
  logLevel: 'silent',
})

/**
 * The styles of all components, as one file with the first script: esbuild would make one per screen, and load none of them.
 * @type {import('esbuild').Plugin}
 */
const stylesOfComponents = {
  name: 'styles of components',
  setup(build) {
    build.onResolve({ filter: /^#styles$/ }, () => ({
      path: 'styles',
      namespace: 'styles',
      sideEffects: true,
    }))
    build.onLoad({ filter: /.*/, namespace: 'styles' }, () => {
      const files = readdirSync(join(folder, 'app'), { recursive: true }).map(String).sort()
      const styles = files.filter((file) => file.endsWith('.module.css'))
      return {
        contents: styles.map((file) => `import ${JSON.stringify(`./app/${file}`)};`).join('\n'),
        resolveDir: folder,
      }
    })
  },
}

/**
 * The files of the font of emoji with their characters, which the package lists.
 * @type {import('esbuild').Plugin}
 */
const emojiFont = {
  name: 'font of emoji',
  setup(build) {
    const name = '@fontsource-variable/noto-emoji'
    build.onResolve({ filter: /^#emoji$/ }, () => ({ path: 'emoji', namespace: 'emoji' }))
    build.onLoad({ filter: /.*/, namespace: 'emoji' }, () => {
      const require = createRequire(import.meta.url)
      /** @type {[string, string][]} */
      const parts = Object.entries(require(`${name}/unicode.json`))
      const imports = parts.map(
        ([part], at) =>
          `import f${at} from '${name}/files/noto-emoji-${part.slice(1, -1)}-wght-normal.woff2'`,
      )
      const files = parts.map(([, range], at) => `[f${at}, ${JSON.stringify(range)}]`)
      return { contents: `${imports.join('\n')}\nexport default [${files}]`, resolveDir: folder }
    })
  },
}

/**
 * Compiles what the pages of the console load: those to sign in at, and the app. Names contain a hash of the content; `assets.json`
 * lists them by source. Returns the files, and the paths of all sources, packages included.
 * @param {import('esbuild')} esbuild
 * @param {string} outdir
 */
export async function buildConsoleAssets(esbuild, outdir) {
  const pages = ['pages/main.ts', 'pages/theme.ts', 'pages/styles/main.css', 'pages/icon.svg']
  const app = 'app/main.tsx'
  const builds = await Promise.all([
    esbuild.build({ ...common, outdir, entryPoints: pages, format: 'iife' }),
    esbuild.build({
      ...common,
      outdir,
      entryPoints: { app },
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      plugins: [
        oneFirstChunk,
        withoutUnusedRelay,
        markdownInBrowsers,
        documentsPlugin,
        stylesOfComponents,
        emojiFont,
      ],
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  ])
  const outputs = builds.flatMap(({ metafile }) => Object.entries(metafile.outputs))
  const entries = outputs.flatMap(([path, { entryPoint = '', cssBundle }]) => {
    if (entryPoint !== app && !pages.includes(entryPoint)) return []
    const styles = cssBundle === undefined ? [] : [[`${entryPoint}.css`, basename(cssBundle)]]
    return [[entryPoint, basename(path)], ...styles]
  })
  // What the first script imports is loaded together with it, not after it.
  const [, main] = outputs.find(([, { entryPoint }]) => entryPoint === app) ?? []
  const imports = main?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  const named = new Set(entries.map(([, name]) => name))
  // The styles of a screen are in the one file for all components already.
  const isNeeded = (/** @type {string} */ path) => !/\.css(?:\.map)?$/.test(path) || named.has(basename(path))
  const outputFiles = builds.flatMap(({ outputFiles }) => outputFiles).filter(({ path }) => isNeeded(path))
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const names = JSON.stringify({
    entries: Object.fromEntries(entries),
    preloaded: imports.map(({ path }) => basename(path)),
    files: [...files.keys()].map((path) => basename(path)),
    documents: Object.fromEntries([...compiledTexts].sort(([one], [other]) => (one < other ? -1 : 1))),
  })
  return {
    files: [
      ...[...files].map(([path, contents]) => ({ path, contents })),
      { path: join(outdir, 'assets.json'), contents: Buffer.from(names) },
    ],
    sources: builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  }
}
