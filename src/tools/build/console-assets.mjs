// The scripts, styles and fonts of the pages below /app. Plain JavaScript, as it runs before anything is compiled.
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, '../../console/pages')

/**
 * Compiles what the pages of the console load. Names contain a hash of the content; `assets.json` lists them by source.
 * Returns the files, and the paths of all sources, packages included.
 * @param {import('esbuild')} esbuild
 * @param {string} outdir
 */
export async function buildConsoleAssets(esbuild, outdir) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ['main.ts', 'theme.ts', 'styles/main.css', 'icon.svg'],
    outdir,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome109'],
    loader: { '.woff2': 'file', '.svg': 'copy' },
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const entries = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[entryPoint, basename(path)]],
  )
  const names = JSON.stringify({
    entries: Object.fromEntries(entries),
    files: outputFiles.map(({ path }) => basename(path)),
  })
  const files = outputFiles.map(({ path, contents }) => ({ path, contents }))
  return {
    files: [...files, { path: join(outdir, 'assets.json'), contents: Buffer.from(names) }],
    sources: Object.keys(metafile.inputs),
  }
}
