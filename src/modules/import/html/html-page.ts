import { posix } from 'node:path'
import type { Element } from 'hast'
import { DomainError } from '../../../core/errors.ts'
import { importedFile } from '../imported-file.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportedFile, ImportedPage, ImportLimits, SkippedResource } from '../types.ts'
import { imagesIn, markdownPage, readHtml } from './html.ts'
import { stringProperty } from './html-tree.ts'

/** The bytes of the image at a URL, or the reason why there are none. */
export type FetchImage = (url: string) => Promise<Buffer | { reason: string }>

export interface HtmlPageOptions {
  path: string
  limits: ImportLimits
  fallbackTitle: string
  /** The URL of the page. If set, links become absolute. */
  base?: string | undefined
  contentType?: string | undefined
  /** If set, external images become files; otherwise they are kept as links. */
  fetchImage?: FetchImage
  /** Whether the bytes are known to be UTF-8 and limited in size, such as the output of a converter. */
  isConverted?: boolean
}

export interface MadePage {
  page: ImportedPage
  files: ImportedFile[]
  skipped: SkippedResource[]
}

const dataImage = /^data:image\/[\w.+-]+;base64,/i

/** Converts HTML to a page. Embedded images become files. */
export async function importedHtmlPage(bytes: Buffer, options: HtmlPageOptions): Promise<MadePage> {
  const { path, limits, base } = options
  if (!options.isConverted && bytes.byteLength > limits.pageBytes) {
    throw refuseImport(path, `${path} is larger than ${limits.pageBytes} bytes.`)
  }
  try {
    const document = readHtml(decodeHtml(bytes, options.contentType), path, base)
    const { files, skipped } = await takeImages(imagesIn(document.main), options)
    const { title, markdown } = markdownPage(document, options.fallbackTitle)
    const described = document.description === undefined ? {} : { description: document.description }
    return { page: { type: 'document', title, ...described, markdown, path, pages: [] }, files, skipped }
  } catch (error) {
    if (error instanceof DomainError) throw error
    // The remaining errors are pages that overflow the stack of a converter.
    throw refuseImport(path, `${path} cannot be read as HTML.`)
  }
}

async function takeImages(images: Element[], { path, limits, fetchImage }: HtmlPageOptions) {
  const files: ImportedFile[] = []
  const skipped: SkippedResource[] = []
  const taken = new Map<string, string>()
  const stem = posix.basename(path).replace(/\.[^.]+$/, '')
  const folder = posix.join(posix.dirname(path), `${stem}-images`)

  for (const image of images) {
    const src = stringProperty(image, 'src') ?? ''
    const isData = /^data:/i.test(src)
    if (!isData && (fetchImage === undefined || !/^https?:/i.test(src))) continue
    const shown = isData ? `${path}#image` : src
    const skip = (reason: string) => {
      skipped.push({ path: shown, reason })
      if (isData) image.properties.src = ''
    }
    const before = taken.get(src)
    if (before !== undefined) image.properties.src = before
    else if (files.length >= limits.images) skip(`At most ${limits.images} images of a page are imported.`)
    else {
      const bytes = await (isData ? dataBytes(src) : fetchImage?.(src))
      const file = Buffer.isBuffer(bytes) ? await importedFile(`${folder}/image`, bytes) : undefined
      if (file === undefined)
        skip(bytes !== undefined && 'reason' in bytes ? bytes.reason : 'It cannot be read.')
      else if (!file.contentType.startsWith('image/')) skip('It is not an image.')
      else if (file.bytes.byteLength > limits.imageBytes)
        skip(`It is larger than ${limits.imageBytes} bytes.`)
      else {
        const name = `image-${files.length + 1}.${endingOf(file.contentType)}`
        files.push({ ...file, path: `${folder}/${name}`, name })
        const href = `${encodeURIComponent(`${stem}-images`)}/${name}`
        taken.set(src, href)
        image.properties.src = href
      }
    }
  }
  return { files, skipped }
}

const dataBytes = (src: string): Buffer | { reason: string } =>
  dataImage.test(src)
    ? Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')
    : { reason: 'It is not an image.' }

const endingOf = (contentType: string): string =>
  ({ 'image/jpeg': 'jpg', 'image/svg+xml': 'svg', 'image/x-icon': 'ico' })[contentType] ??
  contentType.replace(/^image\/(?:x-)?/, '').replace(/[^a-z0-9]/g, '')

/** The encoding from the headers or the head of the page. UTF-8 by default. */
function decodeHtml(bytes: Buffer, contentType: string | undefined): string {
  const start = bytes.subarray(0, 1024).toString('latin1')
  const label =
    /charset=["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ??
    /<meta[^<>]+charset=["']?([\w:.-]+)/i.exec(start)?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes).replaceAll('\0', '')
  } catch {
    return new TextDecoder().decode(bytes).replaceAll('\0', '')
  }
}
