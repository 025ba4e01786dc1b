import { splitSource } from '../../../modules/documents/source/split-source.ts'

/** The parts of a page that its layout shows or hides. */
export const LAYOUT_PARTS = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
] as const
export type LayoutPart = (typeof LAYOUT_PARTS)[number]

/** What a form shows of front matter. Null where it is written in a way that only the text can show. */
export interface FrontMatterFields {
  cover: string | null
  layout: { width: string; coverSize: string; hidden: readonly LayoutPart[] } | null
  /** One variable per line, as `name: value`. */
  variables: string | null
}

/** A key with the lines that belong to it. */
interface Entry {
  /** Empty for a comment and a blank line. */
  key: string
  value: string
  /** The lines below it, which are indented. */
  lines: string[]
  /** Its first line, as it is written. */
  written: string
}

const KEY = /^([A-Za-z]\w*):(?=[ \t]|$)(.*)$/
const PLAIN = /^[\w./][\w ./@+-]*$/
const WORD_WITH_MEANING = /^(?:true|false|null|yes|no|on|off|[\d.+-][\d.e+_-]*)$/i

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

/** The entries of a map whose keys begin where the lines begin. Null if there is anything else in it. */
function entriesIn(lines: readonly string[]): Entry[] | null {
  const entries: Entry[] = []
  for (const line of lines) {
    const found = KEY.exec(line)
    const [, key = '', value = ''] = found ?? []
    if (found || /^(?:#|\s*$)/.test(line))
      entries.push({ key, value: value.trim(), lines: [], written: line })
    else if (/^\s/.test(line) && entries.length > 0) entries.at(-1)?.lines.push(line)
    else return null
  }
  return entries
}

/** The lines of an entry without their indentation. Null if they are no map. */
function inside({ value, lines }: Entry): Entry[] | null {
  const [indent = ''] = /^\s*/.exec(lines[0] ?? '') ?? []
  if (value !== '' || !lines.every((line) => line.startsWith(indent))) return null
  const entries = entriesIn(lines.map((line) => line.slice(indent.length)))
  return entries?.every(({ key }) => key !== '') ? entries : null
}

/** The text of a value. Null for everything but a word, a text in quotes and a number. */
function scalarOf(written: string): string | null {
  if (/^"(?:[^"\\]|\\["\\/bfnrt])*"$/.test(written)) return JSON.parse(written) as string
  if (/^'(?:[^']|'')*'$/.test(written)) return written.slice(1, -1).replaceAll("''", "'")
  return written === '' || (!/^[\s&*!|>%@`"'#{}[\],?-]/.test(written) && !/:\s|\s#|:$/.test(written))
    ? written
    : null
}

const scalarFor = (value: string): string =>
  PLAIN.test(value) && !WORD_WITH_MEANING.test(value) ? value : JSON.stringify(value)

/** The layout as a map of maps. Null if it is written in another way. */
function layoutIn(entry: Entry | undefined): Map<string, Map<string, string> | string> | null {
  const layout = new Map<string, Map<string, string> | string>()
  const entries = entry ? inside(entry) : []
  for (const each of entries ?? []) {
    const inner = each.lines.length === 0 ? [] : inside(each)
    if (!inner || inner.some(({ lines }) => lines.length > 0)) return null
    layout.set(
      each.key,
      inner.length === 0 ? each.value : new Map(inner.map(({ key, value }) => [key, value])),
    )
  }
  return entries && layout
}

const setting = (layout: ReadonlyMap<string, Map<string, string> | string>, part: string, name: string) => {
  const value = layout.get(part)
  return value instanceof Map ? value.get(name) : name === 'visible' ? value : undefined
}

/** Reads the fields of a page from its text. */
export function fieldsIn(text: string): FrontMatterFields {
  const entries = entriesIn(linesOf(splitSource(text).frontMatter ?? ''))
  if (!entries) return { cover: null, layout: null, variables: null }
  const named = (name: string) => entries.find(({ key }) => key === name)
  const cover = named('cover')
  const layout = layoutIn(named('layout'))
  const vars = named('vars')
  const variables = vars ? inside(vars) : []
  const isFlat = variables?.every(({ value, lines }) => lines.length === 0 && scalarOf(value) !== null)
  return {
    cover: cover ? (cover.lines.length > 0 ? null : scalarOf(cover.value)) : '',
    layout: layout && {
      width: String(layout.get('width') ?? 'default'),
      coverSize: setting(layout, 'cover', 'size') ?? 'hero',
      hidden: LAYOUT_PARTS.filter((part) => setting(layout, part, 'visible') === 'false'),
    },
    variables: isFlat
      ? (variables ?? []).map(({ key, value }) => `${key}: ${scalarOf(value) ?? ''}`).join('\n')
      : null,
  }
}

/** The text with other fields. All other lines of its front matter stay as they are. */
export function withFields(text: string, changed: Partial<FrontMatterFields>): string {
  const { frontMatter, bodyStart } = splitSource(text)
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const entries = entriesIn(linesOf(frontMatter ?? '')) ?? []
  const named = (name: string) => entries.find(({ key }) => key === name)
  const written = new Map<string, string[]>()
  if (typeof changed.cover === 'string')
    written.set('cover', changed.cover === '' ? [] : [`cover: ${scalarFor(changed.cover)}`])
  if (changed.layout) written.set('layout', linesOfLayout(changed.layout, layoutIn(named('layout'))))
  if (typeof changed.variables === 'string') written.set('vars', linesOfVariables(changed.variables))
  const kept = entries.flatMap((entry) => {
    const lines = written.get(entry.key)
    written.delete(entry.key)
    return lines ?? [entry.written, ...entry.lines]
  })
  const lines = [...kept, ...[...written.values()].flat()]
  const body = text.slice(bodyStart)
  if (lines.length === 0) return frontMatter === null ? text : body.replace(/^\r?\n/, '')
  const gap = frontMatter !== null || body === '' || /^\r?\n/.test(body) ? '' : ending
  return `${['---', ...lines, '---'].join(ending)}${ending}${gap}${body}`
}

function linesOfLayout(
  { width, coverSize, hidden }: NonNullable<FrontMatterFields['layout']>,
  before: ReadonlyMap<string, Map<string, string> | string> | null,
): string[] {
  const layout = new Map(before)
  const set = (part: string, name: string, value: string, usual: string) => {
    const old = layout.get(part)
    const inner = new Map(old instanceof Map ? old : old === undefined ? [] : [['visible', old]])
    if (inner.has(name) || value !== usual) layout.set(part, inner.set(name, value))
  }
  if (layout.has('width') || width !== 'default') layout.set('width', width)
  for (const part of LAYOUT_PARTS) set(part, 'visible', String(!hidden.includes(part)), 'true')
  set('cover', 'size', coverSize, 'hero')
  if (layout.size === 0) return []
  const lines = [...layout].flatMap(([part, value]) =>
    value instanceof Map
      ? [`  ${part}:`, ...[...value].map(([name, inner]) => `    ${name}: ${inner}`)]
      : [`  ${part}: ${value}`],
  )
  return ['layout:', ...lines]
}

const VARIABLE = /^([A-Za-z]\w*)\s*[:=](.*)$/

/** The lines of a text of variables that say no name and value. */
export const wrongVariables = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !VARIABLE.test(line.trim()))

function linesOfVariables(text: string): string[] {
  const found = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = VARIABLE.exec(line.trim()) ?? []
    return name === undefined ? [] : [`  ${name}: ${scalarFor(value.trim())}`]
  })
  return found.length === 0 ? [] : ['vars:', ...found]
}
