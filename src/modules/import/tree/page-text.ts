import { DomainError } from '../../../core/errors.ts'
import { decodedText } from '../../../core/files/content-type.ts'
import { type StatedMetadata, statedMetadata } from '../../page-metadata/index.ts'
import { refuseImport } from '../refusals.ts'

interface PageText {
  markdown: string
  title?: string
  description?: string
  /** All metadata of the text, which takes a while to read. */
  stated: StatedMetadata
}

const longestTitle = 200

/** Decodes the source of a page. Only a byte order mark is removed. */
export function readPageText(bytes: Uint8Array, path: string, maxBytes: number): PageText {
  const markdown = readText(bytes, path, maxBytes)
  const stated = metadataOf(markdown, path)
  const title = oneLine(stated.title)
  const description = oneLine(stated.description)
  return { markdown, stated, ...(title ? { title } : {}), ...(description ? { description } : {}) }
}

/** The metadata of a source. The error names the file and the line. */
function metadataOf(markdown: string, path: string): StatedMetadata {
  try {
    return statedMetadata(markdown)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw refuseImport(path, `${path}: ${error.message}`, lineIn(error.message))
  }
}

/** The line that a message about front matter names. */
function lineIn(message: string): number | undefined {
  const line = /, line (\d+)/.exec(message)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** Decodes a text that is not a page. */
export function readText(bytes: Uint8Array, path: string, maxBytes: number): string {
  if (bytes.byteLength > maxBytes) throw refuseImport(path, `${path} is larger than ${maxBytes} bytes.`)
  const text = decodedText(bytes)
  if (text === undefined)
    throw refuseImport(path, `${path} is not UTF-8 text, or contains the character NUL.`)
  return text
}

export function oneLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return [...String(value).replace(/\s+/g, ' ').trim()].slice(0, longestTitle).join('')
}
