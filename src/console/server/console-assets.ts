import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { makePage, type Page } from '../../http/page.ts'
import { projectRoot } from '../../platform/project-root.ts'

/** What src/tools/build/console-assets.mjs has compiled. */
const folder = join(projectRoot, 'dist/console')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The sources that the HTML names. */
type Entry =
  | 'pages/main.ts'
  | 'pages/theme.ts'
  | 'pages/styles/main.css'
  | 'pages/icon.svg'
  | 'app/main.tsx'
  | 'app/main.tsx.css'

interface ConsoleAssets {
  /** By their names, which contain a hash of the content. */
  files: ReadonlyMap<string, Page>
  /** The names by source. */
  entries: Readonly<Record<Entry, string>>
  /** The scripts that the first script of the app imports. */
  preloaded: readonly string[]
  /** Reads the source map of a script, by its name. */
  maps: ReadonlyMap<string, () => Buffer>
  /** The name of the font that every page needs. */
  font: string
  /** The GraphQL documents of the app, by the SHA-256 of their texts. */
  documents: ReadonlyMap<string, string>
  /** Identifies the build: a hash of the names, which contain hashes of the contents. */
  build: string
}

function load(): ConsoleAssets {
  const read = (name: string) => readFileSync(join(folder, name))
  const { entries, preloaded, files, documents } = JSON.parse(read('assets.json').toString()) as {
    entries: Record<Entry, string>
    preloaded: string[]
    files: string[]
    documents: Record<string, string>
  }
  const isMap = (name: string) => name.endsWith('.map')
  const page = (name: string) => makePage(CONTENT_TYPES[extname(name)] ?? '', read(name))
  return {
    entries,
    preloaded,
    documents: new Map(Object.entries(documents)),
    font: files.find((name) => name.startsWith('inter-latin-wght')) ?? '',
    build: createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16),
    files: new Map(files.filter((name) => !isMap(name)).map((name) => [name, page(name)])),
    maps: new Map(files.filter(isMap).map((name) => [name, () => read(name)])),
  }
}

let loaded: ConsoleAssets | undefined

/** What the pages of the console load, read once per process and compressed once for each encoding. */
export function consoleAssets(): ConsoleAssets {
  loaded ??= load()
  return loaded
}
