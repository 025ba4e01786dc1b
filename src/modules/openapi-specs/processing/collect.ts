import { shownUrl } from '../shown-url.ts'
import { type SourceProblem, unreadable } from './problems.ts'
import { readDocument, type SpecDocument } from './read-document.ts'
import { type Reference, referencesIn, splitReference } from './references.ts'

export const MAX_FILES = 100
export const MAX_TOTAL_BYTES = 32 * 1024 * 1024

/** The documents of a spec, the entry first, and how their references are resolved. */
export interface Collected {
  documents: SpecDocument[]
  /** The document that the file of a reference names. */
  find(from: SpecDocument, file: string): SpecDocument | undefined
}

export interface Entry {
  name: string
  url: string | null
  bytes: Uint8Array
}

/** Fetches a document that a reference names. */
export type FetchDocument = (url: string) => Promise<Uint8Array>

/** Reads the entry and all documents that it refers to, directly or indirectly. */
export async function collect(entry: Entry, fetch: FetchDocument): Promise<Collected> {
  const first = readDocument(entry.name, entry.url, entry.bytes)
  const documents = [first]
  const byUrl = new Map<string, SpecDocument>()
  if (entry.url !== null) byUrl.set(withoutHash(entry.url), first)
  let bytes = entry.bytes.byteLength
  // Grows while it is walked.
  for (const document of documents) {
    for (const reference of referencesIn(document)) {
      const { file } = splitReference(reference.ref)
      if (file === '') continue
      const url = requireUrl(document, reference, file)
      if (byUrl.has(url)) continue
      if (documents.length >= MAX_FILES) {
        throw problemAt(document, reference, `has more than ${MAX_FILES} files, with their references`)
      }
      const body = await fetch(url)
      bytes += body.byteLength
      if (bytes > MAX_TOTAL_BYTES) {
        throw problemAt(document, reference, `has files with more than ${MAX_TOTAL_BYTES} bytes together`)
      }
      const found = readDocument(nameOf(url, entry.url), url, body)
      byUrl.set(url, found)
      documents.push(found)
    }
  }
  return {
    documents,
    find: (from, file) => {
      const base = from.url ?? undefined
      return URL.canParse(file, base) ? byUrl.get(withoutHash(new URL(file, base).href)) : undefined
    },
  }
}

function requireUrl(document: SpecDocument, reference: Reference, file: string): string {
  const base = document.url ?? undefined
  if (!URL.canParse(file, base)) {
    throw problemAt(
      document,
      reference,
      `refers to "${file}", which is not an absolute URL. In a text, references to other files must be absolute`,
    )
  }
  const url = new URL(file, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw problemAt(document, reference, `refers to a ${url.protocol} URL. Only http and https are allowed`)
  }
  return withoutHash(url.href)
}

const problemAt = (document: SpecDocument, { path }: Reference, problem: string): SourceProblem =>
  unreadable(`${document.name} ${problem}.`, document.lineOf(path))

function withoutHash(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

/** Relative to the folder of the entry where possible, and without credentials. */
function nameOf(url: string, entryUrl: string | null): string {
  const shown = shownUrl(url)
  const folder = entryUrl === null ? null : new URL('.', shownUrl(entryUrl)).href
  return folder !== null && shown.startsWith(folder) ? shown.slice(folder.length) : shown
}
