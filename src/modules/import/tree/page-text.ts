import { isMap } from 'yaml'
import { textOf } from '../../../core/files/content-type.ts'
import { parseYaml, plainValueOf } from '../../../platform/yaml.ts'
import { markdownText } from '../../documents/index.ts'
import { refuseImport } from '../refusals.ts'
import { parseMarkdown } from './markdown-tree.ts'

export interface PageText {
  markdown: string
  title?: string
  description?: string
}

const frontMatter = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
const longestTitle = 200
const usualTop = 2048

/** Decodes the source of a page. Only a byte order mark is removed. */
export function readPageText(bytes: Uint8Array, path: string, maxBytes: number): PageText {
  if (bytes.byteLength > maxBytes) throw refuseImport(path, `${path} is larger than ${maxBytes} bytes.`)
  const markdown = textOf(bytes)
  if (markdown === undefined) throw refuseImport(path, `${path} is not UTF-8 text.`)
  const matter = frontMatter.exec(markdown)
  const values = matter === null ? undefined : frontMatterOf(matter[1] ?? '', path)
  const body = matter === null || values === undefined ? markdown : markdown.slice(matter[0].length)
  const title = firstHeading(body) || oneLine(values?.title)
  const description = oneLine(values?.description)
  return { markdown, ...(title ? { title } : {}), ...(description ? { description } : {}) }
}

/** Titles are at the top: the whole page is parsed only if its beginning has no title. */
function firstHeading(body: string): string {
  const cut = body.length > usualTop ? body.indexOf('\n\n', usualTop) : -1
  for (const text of cut < 0 ? [body] : [body.slice(0, cut), body]) {
    const found = parseMarkdown(text).children.find((block) => block.type === 'heading' && block.depth === 1)
    if (found !== undefined) return oneLine(markdownText(found))
  }
  return ''
}

/** Undefined if the text between the lines is not front matter but text between two rules. */
function frontMatterOf(text: string, path: string): Record<string, unknown> | undefined {
  const parsed = parseYaml(text)
  if ('error' in parsed) throw unreadable(path, parsed.error.message)
  if (parsed.document.contents === null) return {}
  if (!isMap(parsed.document.contents)) return undefined
  const read = plainValueOf(parsed.document)
  if ('error' in read) throw refuseImport(path, `The front matter of ${path} refers to itself too often.`)
  return read.value as Record<string, unknown>
}

const unreadable = (path: string, message: string) =>
  refuseImport(path, `The front matter of ${path} is not valid YAML: ${message}`)

export function oneLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return [...String(value).replace(/\s+/g, ' ').trim()].slice(0, longestTitle).join('')
}
