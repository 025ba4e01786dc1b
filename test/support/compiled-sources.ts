import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type OutputFile } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { replaceFile } from '../../src/tools/up-to-date.mjs'

const root = join(import.meta.dirname, '../..')
const SOURCES = join(root, 'src')
/** The folder of the compiled sources. */
export const COMPILED = join(root, 'dist/test')
/** What was compiled: the sizes and times of the sources. */
const SEEN = join(COMPILED, 'seen.json')

const compiledPath = (source: string) => join(COMPILED, relative(SOURCES, source).replace(/\.ts$/, '.js'))

/**
 * Compiles each source that has changed into a file of its own. Node loads these files without hooks, which took two
 * thirds of the CPU time of loading them: hooks run in another thread, and every import of 1,500 sources was a message.
 */
export async function compileSources(): Promise<void> {
  const before = seenBefore()
  const now: Record<string, string> = { [import.meta.filename]: signatureOf(import.meta.filename) }
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && path.endsWith('.ts')) now[path] = signatureOf(path)
  }
  const isSameCompiler = before[import.meta.filename] === now[import.meta.filename]
  const changed = Object.keys(now).filter(
    (path) => path !== import.meta.filename && !(isSameCompiler && before[path] === now[path]),
  )
  const removed = Object.keys(before).filter((path) => !(path in now))
  if (changed.length === 0 && removed.length === 0) return
  for (const path of removed) rmSync(compiledPath(path), { force: true })
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: changed,
    outbase: SOURCES,
    outdir: COMPILED,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  })
  for (const file of outputFiles) {
    mkdirSync(dirname(file.path), { recursive: true })
    replaceFile(file.path, file.path.endsWith('.js') ? loadable(file) : file.contents)
  }
  replaceFile(SEEN, JSON.stringify(now))
}

function seenBefore(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(SEEN, 'utf8'))
  } catch {
    return {}
  }
}

function signatureOf(path: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(path)
  return `${size} ${mtimeMs} ${ctimeMs}`
}

/** esbuild prints paths of imports in double quotes. */
const IMPORTED = /\b(from |import |import\()"(\.{1,2}\/[^"\n]+)\.ts"/g

/** Imports other compiled files, and finds other files of the project as the source does. */
function loadable({ path, text }: OutputFile): string {
  const code = text.replace(IMPORTED, '$1"$2.js"')
  if (!code.includes('import.meta.')) return code
  const source = join(SOURCES, relative(COMPILED, path).replace(/\.js$/, '.ts'))
  const meta = { url: pathToFileURL(source).href, dirname: dirname(source), filename: source }
  return `Object.assign(import.meta, ${JSON.stringify(meta)}); ${code}`
}

/** Lets tests import the compiled files wherever they import a source. */
export const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.endsWith('.ts') || !/^[./]/.test(id)) return null
    const path = resolve(importer ? dirname(importer) : root, id)
    return path.startsWith(`${SOURCES}/`) ? compiledPath(path) : null
  },
}
