import { unpackZip } from '../archive/zip.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportLimits } from '../types.ts'
import { type HtmlPageOptions, importedHtmlPage, type MadePage } from './html-page.ts'

/** Converts a Word document to a page, with its images as files. */
export async function importedDocxPage(
  bytes: Buffer,
  { limits, ...options }: Pick<HtmlPageOptions, 'path' | 'fallbackTitle'> & { limits: ImportLimits },
): Promise<MadePage> {
  // The converter has no limits, so the archive is unpacked once with ours first.
  const { files: parts, skipped } = await unpackZip(bytes, limits)
  const [bad] = skipped
  if (bad) throw refuseImport(options.path, `${bad.path} in the document cannot be read. ${bad.reason}`)
  const text = parts.get('word/document.xml')
  if (text === undefined) throw refuseImport('url', 'The file is not a Word document (.docx).')
  if (text.byteLength > limits.pageBytes * 8) {
    throw refuseImport(options.path, 'The text of the document is too long for a page.')
  }
  const html = await htmlOf(bytes, options.path)
  return importedHtmlPage(Buffer.from(html), { ...options, limits, isConverted: true })
}

async function htmlOf(bytes: Buffer, path: string): Promise<string> {
  // Loading it takes at least 60 ms of the start of a thread, and few imports are of Word documents.
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: bytes },
      { externalFileAccess: false, includeEmbeddedStyleMap: false },
    )
    return `<!doctype html><meta charset="utf-8"><body>${value}</body>`
  } catch {
    throw refuseImport(path, `${path} is not a valid Word document.`)
  }
}
