import { posix } from 'node:path'
import { textOf } from '../../../core/files/content-type.ts'
import { readYaml, type YamlLimits } from '../../../platform/yaml.ts'
import { refuseImport } from '../refusals.ts'

/** What a tree says about itself in `.gitbook.yaml`. All paths are relative to the tree. */
export interface TreeSettings {
  /** The folder with the content; empty for the whole tree. */
  root: string
  /** The first page, and the table of contents. */
  readme: string
  summary: string
  /** The file of the target page by old path. */
  redirects: Record<string, string>
  /** The value of `.gitbook/tags.yaml`, for those who use it. */
  tags?: unknown
  /** The file itself, as it is written. */
  source?: KeptFile
  /** The files of variables and tags, as they are written. */
  others?: KeptFile[]
  /** How the table of contents is stored. */
  summaryFile?: Pick<KeptFile, 'bom' | 'mode'>
}

/** A file of a tree that is no content, for a new repository of the same content. */
export interface KeptFile {
  path: string
  /** Without its byte order mark. */
  text: string
  bom?: true
  mode?: '100755'
}

export const settingsNames = ['.gitbook.yaml', '.gitbook.yml'] as const

/** Real files have hundreds of redirects. */
export const settingsYamlLimits: YamlLimits = { characters: 512 * 1024, entries: 20_000, aliases: 0 }
const MAX_REDIRECTS = 5_000

const defaultSettings: TreeSettings = {
  root: '',
  readme: 'README.md',
  summary: 'SUMMARY.md',
  redirects: {},
}

/** Reads the settings of a tree. Settings that are not valid YAML are rejected with the line. */
export function treeSettings(bytes: Uint8Array | undefined, path: string): TreeSettings {
  if (bytes === undefined) return defaultSettings
  const settings = mapOf(yamlOf(bytes, path))
  const root = insidePath(textAt(settings, 'root') ?? '')
  const structure = mapOf(settings.structure)
  const inRoot = (file: string | undefined, usual: string) =>
    posix.join(root, insidePath(file ?? '') || usual)
  return {
    root,
    source: { path, text: textOf(bytes) ?? '' },
    readme: inRoot(textAt(structure, 'readme'), defaultSettings.readme),
    summary: inRoot(textAt(structure, 'summary'), defaultSettings.summary),
    redirects: Object.fromEntries(
      Object.entries(mapOf(settings.redirects))
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        .slice(0, MAX_REDIRECTS)
        .map(([from, to]) => [from.replace(/^\/+/, ''), posix.join(root, insidePath(to))]),
    ),
  }
}

/** The variables of a tree: a flat map of names to texts. */
export function treeVariables(bytes: Uint8Array, path: string): Record<string, string> {
  const values = Object.entries(mapOf(yamlOf(bytes, path)))
  return Object.fromEntries(
    values
      .filter(([name, value]) => /^[A-Za-z]\w{0,63}$/.test(name) && isPlain(value))
      .map(([name, value]) => [name, String(value).slice(0, 256)]),
  )
}

/** The tags of a tree, as they are written. */
export const treeTags = (bytes: Uint8Array, path: string): unknown => yamlOf(bytes, path)

function yamlOf(bytes: Uint8Array, path: string): unknown {
  const text = textOf(bytes)
  if (text === undefined) throw refuseImport(path, `${path} is not UTF-8 text.`)
  const read = readYaml(text, settingsYamlLimits)
  if (!('error' in read)) return read.value
  const { line, message } = read.error
  throw refuseImport(path, `${path}, line ${line}: ${message} Correct the YAML.`, line)
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const mapOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const textAt = (map: Record<string, unknown>, key: string): string | undefined =>
  typeof map[key] === 'string' ? map[key] : undefined

/** A path from the settings, relative to its folder and never above it. */
const insidePath = (path: string): string => posix.join('/', path).replace(/^\/|\/$/g, '')
