import { extname } from 'node:path'
import { FileTypeParser, type FileTypeResult } from 'file-type'

const unknownType = 'application/octet-stream'
const plainText = 'text/plain'
const byteOrderMark = '\ufeff'

/** Text formats that look alike and are equally harmless: only among these the file name decides. */
const textTypes: Record<string, string> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
}

// What can precede the first element: a declaration, comments, a document type, white space.
const prolog = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype\s[^>[]*(?:\[[^\]]*\]\s*)?>)/i
const htmlStart =
  /^<(?:html|head|body|script|iframe|title|meta|link|style|div|p|h[1-6]|table|a|img|br)[\s/>]/i

/** The type of a file with another name: among texts, the name decides. */
export const contentTypeNamed = (contentType: string, name: string): string =>
  contentType === plainText || Object.values(textTypes).includes(contentType)
    ? (textTypes[extname(name).toLowerCase()] ?? plainText)
    : contentType

/** The number of bytes that identify a file. Reading all of a large one would block the event loop. */
const HEAD_BYTES = 64 * 1024

const headOf = (bytes: Uint8Array): Uint8Array =>
  bytes.length > HEAD_BYTES ? wholeCharacters(bytes.subarray(0, HEAD_BYTES)) : bytes

/** The type of a file by its first bytes, regardless of its name and the claimed type. */
export async function sniffContentType(file: Uint8Array, name: string): Promise<string> {
  const bytes = headOf(file)
  const found = await fileTypeOf(bytes)
  if (found !== undefined && !/xml|html|^text\//.test(found.mime)) return found.mime
  const text = textOf(bytes)
  if (text === undefined) return found?.mime ?? unknownType
  const start = text.slice(prologLength(text))
  if (/^<svg[\s/>]/i.test(start)) return 'image/svg+xml'
  if (/^<!doctype\s+html/i.test(text.trimStart()) || htmlStart.test(start)) return 'text/html'
  if (text.startsWith('<?xml')) return 'application/xml'
  return textTypes[extname(name).toLowerCase()] ?? found?.mime ?? plainText
}

async function fileTypeOf(bytes: Uint8Array): Promise<FileTypeResult | undefined> {
  try {
    return await new FileTypeParser().fromBuffer(bytes)
  } catch {
    return undefined
  }
}

/** The beginning of a text without a truncated character at its end. */
export function wholeCharacters(beginning: Uint8Array): Uint8Array {
  let end = beginning.length
  // All bytes of a multi-byte character but the first are 10xxxxxx, and there are at most three of them.
  while (end > 0 && beginning.length - end < 3 && ((beginning[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return beginning.subarray(0, ((beginning[end - 1] ?? 0) & 0xc0) === 0xc0 ? end - 1 : end)
}

/** The text in bytes, without its byte order mark; undefined when they are not UTF-8 or contain NUL. */
export function decodedText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (text.includes('\0')) return undefined
    return text.startsWith(byteOrderMark) ? text.slice(1) : text
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary data from text
const binary = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/

/** The same for bytes of unknown type: text with control characters is binary data. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decodedText(bytes)
  return text === undefined || binary.test(text) ? undefined : text
}

/** Where the first element of a document begins. */
export function prologLength(text: string): number {
  let length = 0
  // Enough for any real document; a file that consists of comments alone is text.
  for (let parts = 0; parts < 64; parts += 1) {
    const part = prolog.exec(text.slice(length, length + 65_536))
    if (part === null) break
    length += part[0].length
  }
  return length
}
