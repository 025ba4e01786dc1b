import { DomainError } from '../../core/errors.ts'
import { OutboundFailed, OutboundRefused, type OutboundResponse } from '../../platform/outbound.ts'
import { Archive } from './archive/zip.ts'
import { importGithubWiki } from './git/github-wiki.ts'
import { importedDocxPage } from './html/docx.ts'
import { type FetchImage, importedHtmlPage, type MadePage } from './html/html-page.ts'
import { nothingToImport, refuseImport } from './refusals.ts'
import type { ImportSource } from './sources.ts'
import { importCounts } from './storable.ts'
import { nameFromUrl, slugFrom, titleFromName } from './tree/names.ts'
import { readPageText } from './tree/page-text.ts'
import { contentOfArchive } from './tree/tree.ts'
import { type ImportedContent, type ImportLimits, type ImportRequest, importLimits } from './types.ts'

type Importer = (request: ImportRequest) => Promise<ImportedContent>

const fetched = async ({
  url,
  archive,
  outbound,
  limits,
}: ImportRequest): Promise<Pick<OutboundResponse, 'body' | 'headers'> & { url?: string; name: string }> => {
  // Links in a file that was uploaded are relative to nothing that can be fetched.
  if (typeof archive === 'object') return { body: archive, headers: {}, name: nameFromUrl(url) }
  const response = await outbound.fetch(url, { maxBytes: limits.sourceBytes, timeoutMs: limits.timeoutMs })
  if (response.status !== 200) {
    throw refuseImport('url', `The URL answered with status ${response.status} instead of the content.`)
  }
  return { ...response, name: nameFromUrl(response.url) }
}

const single = ({ page, files, skipped }: MadePage): ImportedContent => {
  const slug = page.slug ?? slugFrom(page.title)
  return { pages: [{ ...page, ...(slug === undefined ? {} : { slug }) }], files, reusables: [], skipped }
}

const importers: Record<ImportSource, Importer> = {
  markdown: async (request) => {
    const { body, name } = await fetched(request)
    const { title = titleFromName(name), ...text } = readPageText(body, name, request.limits.pageBytes)
    return single({
      page: { type: 'document', title, ...text, path: name, pages: [] },
      files: [],
      skipped: [],
    })
  },

  html: async (request) => {
    const { body, name, url, headers } = await fetched(request)
    const origin = { base: url, contentType: headers['content-type'] }
    const options = { path: name, limits: request.limits, fallbackTitle: titleFromName(name), ...origin }
    return single(await importedHtmlPage(body, options))
  },

  website: async (request) => {
    const { body, name, url, headers } = await fetched(request)
    const origin = { base: url, contentType: headers['content-type'] }
    const fetchImage = imageFetcher(request)
    const options = { path: name, limits: request.limits, fallbackTitle: titleFromName(name), ...origin }
    return single(await importedHtmlPage(body, { ...options, fetchImage }))
  },

  docx: async (request) => {
    const { body, name } = await fetched(request)
    const options = { path: name, limits: request.limits, fallbackTitle: titleFromName(name) }
    return single(await importedDocxPage(body, options))
  },

  zip: async ({ archive, limits }) => {
    if (archive === undefined) throw new Error('The archive was not downloaded.')
    const { archiveBytes: unpackedBytes, archiveFiles: entries } = limits
    const opened = await Archive.open(archive, { ...limits, unpackedBytes, entries })
    try {
      return await contentOfArchive(opened, limits)
    } catch (error) {
      opened.close()
      throw error
    }
  },

  'github-wiki': importGithubWiki,
}

interface ImportOptions extends Omit<ImportRequest, 'limits'> {
  source: ImportSource
  limits?: Partial<ImportLimits>
}

/** Fetches and converts a source; nothing is stored. A source that cannot be used is rejected as invalid input. */
export async function importContent({ source, limits, ...request }: ImportOptions): Promise<ImportedContent> {
  try {
    const content = await importers[source]({ ...request, limits: { ...importLimits, ...limits } })
    if (importCounts(content).importedResources === 0) {
      content.archived?.close()
      throw nothingToImport(content.skipped)
    }
    return content
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw new DomainError('invalid_input', error.message, [{ path: ['url'], message: error.message }])
    }
    throw error
  }
}

/** Images are fetched one after the other, within the time and size limits of one import. */
function imageFetcher({ outbound, limits }: ImportRequest): FetchImage {
  const deadline = AbortSignal.timeout(limits.timeoutMs)
  let room = limits.unpackedBytes
  return async (url) => {
    try {
      const maxBytes = Math.min(limits.imageBytes, room)
      const { status, body } = await outbound.fetch(url, {
        maxBytes,
        timeoutMs: limits.timeoutMs,
        signal: deadline,
      })
      room -= body.byteLength
      return status === 200 ? body : { reason: `The URL answered with status ${status}.` }
    } catch (error) {
      if (error instanceof OutboundRefused || error instanceof OutboundFailed)
        return { reason: error.message }
      throw error
    }
  }
}
