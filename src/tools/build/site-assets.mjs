// The scripts and styles of published sites, as browsers load them. Plain JavaScript, as it runs before anything is compiled.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../modules/publishing/assets')
const SCRIPTS = ['main', 'theme', 'block', 'try-it']

/**
 * Compiles the scripts and styles of published sites.
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
  return [
    ...scripts.outputFiles.map(({ path, contents }) => ({ path, contents })),
    { path: join(outdir, 'styles.css'), contents: Buffer.from(styles.code) },
  ]
}
