// The scripts and styles of published sites, as browsers load them. Plain JavaScript, as it runs before anything is compiled.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, '../../modules/publishing/assets')
const SCRIPTS = ['main', 'theme', 'block', 'try-it', 'diagrams']

/**
 * Compiles the scripts and styles of published sites. Returns the files, and the paths of the sources of packages.
 * @param {import('esbuild')} esbuild
 * @param {string} outdir
 */
export async function buildSiteAssets(esbuild, outdir) {
  const scripts = await esbuild.build({
    entryPoints: SCRIPTS.map((name) => join(folder, 'script', `${name}.ts`)),
    outdir,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  const sources = readdirSync(join(folder, 'styles'))
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => readFileSync(join(folder, 'styles', name), 'utf8'))
  const styles = await esbuild.transform(sources.join('\n'), {
    loader: 'css',
    minify: true,
    target: 'chrome109',
  })
  const diagrams = await buildDiagrams(esbuild, outdir)
  return {
    files: [
      ...scripts.outputFiles.map(({ path, contents }) => ({ path, contents })),
      { path: join(outdir, 'styles.css'), contents: Buffer.from(styles.code) },
      ...diagrams.files,
    ],
    sources: diagrams.sources,
  }
}

/**
 * The document of the frame that draws diagrams, and its scripts: what a kind of diagram needs is loaded with the first of it.
 * @param {import('esbuild')} esbuild
 * @param {string} outdir
 */
async function buildDiagrams(esbuild, outdir) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: join(import.meta.dirname, '../../..'),
    entryPoints: [join(folder, 'script/diagram-frame.ts')],
    outdir: join(outdir, 'drawing'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const entry = outputFiles
    .map(({ path }) => basename(path))
    .find((name) => name.startsWith('diagram-frame-'))
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title><style>body{margin:0}svg{display:block;width:100%;height:auto}</style><script type="module" src="drawing/${entry}"></script></head><body></body></html>`
  return {
    files: [
      ...outputFiles.map(({ path, contents }) => ({ path, contents })),
      { path: join(outdir, 'diagram-frame.html'), contents: Buffer.from(document) },
    ],
    sources: Object.keys(metafile.inputs),
  }
}
