import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { DomainError } from '../../src/core/errors.ts'
import { downloadArchive } from '../../src/modules/import/archive/archive-download.ts'
import { importContent } from '../../src/modules/import/import-content.ts'
import type { ImportSource } from '../../src/modules/import/sources.ts'
import { type BlobStore, storableContent } from '../../src/modules/import/storable.ts'
import {
  type ImportedContent,
  type ImportedPage,
  type ImportLimits,
  importLimits,
} from '../../src/modules/import/types.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { serveWeb } from './web.ts'

export interface Served {
  type?: string
  body: string | Buffer
}

/** Imports a path of a site that serves these files. */
export async function importFrom(
  site: Record<string, Served | string | Buffer>,
  source: ImportSource,
  path: string,
  limits: Partial<ImportLimits> = {},
): Promise<ImportedContent & { origin: string }> {
  const web = await serveWeb((request, response) => {
    const found = site[decodeURI(request.url ?? '')]
    if (found === undefined) return response.writeHead(404).end('nothing here')
    const { type, body } = typeof found === 'string' || Buffer.isBuffer(found) ? { body: found } : found
    return response.setHeader('content-type', type ?? 'application/octet-stream').end(body)
  })
  const outbound = createOutbound({ allow: [web.host] })
  const directory = await mkdtemp(join(tmpdir(), 'quire-import-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { sourceBytes: maxBytes, timeoutMs } = { ...importLimits, ...limits }
  const url = web.origin + path
  const newFile = async () => join(directory, 'archive')
  const archive =
    source === 'zip' ? await downloadArchive({ outbound, url, newFile, maxBytes, timeoutMs }) : undefined
  if (archive === null) throw new Error('The archive is not downloaded.')
  const content = await importContent({ source, url, archive, outbound, limits })
  const stored = new Map<string, Buffer>()
  const store: BlobStore = {
    add: async ({ hash, bytes }) => void stored.set(hash, bytes),
    rest: () => [],
  }
  const { files, ...rest } = await storableContent(content, { ...importLimits, ...limits }, store)
  return {
    ...(rest as Omit<ImportedContent, 'files'>),
    files: files.map(({ record, blob, git: { path } }) => ({
      ...record,
      path,
      bytes: stored.get(blob) ?? Buffer.alloc(0),
    })),
    origin: web.origin,
  }
}

/** The tree of titles, indented by two spaces per level, with the properties of special pages. */
export const outline = (pages: ImportedPage[], indent = ''): string[] =>
  pages.flatMap((page) => [
    `${indent}${page.title}${page.type === 'document' ? '' : ` [${page.type}]`}${page.path ? ` <${page.path}>` : ''}`,
    ...outline(page.pages, `${indent}  `),
  ])

/** The error of an import: its reason and its details. */
export async function refusalOf(promise: Promise<unknown>): Promise<{ reason: string; about: string }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(DomainError)
  const { reason, details } = error as DomainError
  expect(reason).toBe('invalid_input')
  return { reason: details?.[0]?.message ?? '', about: String(details?.[0]?.path[0]) }
}
