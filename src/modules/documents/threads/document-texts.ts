import { createHash } from 'node:crypto'
import type { Format } from '../../../core/fields.ts'
import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import type { Caller } from '../../../core/operations/caller.ts'
import { RawJson } from '../../../http/bodies/raw-json.ts'
import { MeteredCache } from '../../../platform/observing/metered-cache.ts'
import { documentFromMarkdown } from '../reading/from-markdown.ts'
import type { DocumentTree } from '../tree/types.ts'
import { readingCost, SHORT_COST } from './reading-cost.ts'
import { runTextTask } from './text-pool.ts'

/**
 * The maximum number of characters per task, so that other requests are served in between. A longer text is a task
 * of its own.
 */
const CHUNK = 50_000
const CACHE_BYTES = 64 * 1024 * 1024
/** The size of a cache entry without its bytes. */
const ENTRY_BYTES = 200

/** Recently converted documents, encoded as JSON, by the hash of their text. */
const recent = new MeteredCache<string, Uint8Array>('documents', {
  maxSize: CACHE_BYTES,
  sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
})

/** A text as a document, as part of a response. */
export interface PrintedDocument {
  value: DocumentTree | RawJson
  bytes: number
}

const printed = (bytes: Uint8Array): PrintedDocument => ({ value: new RawJson(bytes), bytes: bytes.length })

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Converts texts to documents: a few short ones directly, all others in a worker thread, in batches. */
async function printAll(
  texts: readonly string[],
  { meter: answer, viewer }: RequestLoaders,
): Promise<PrintedDocument[]> {
  const found = new Map<string, PrintedDocument>()
  const long: string[] = []
  let inline = SHORT_COST
  for (const text of texts) {
    const cost = readingCost(text)
    const known = cost > SHORT_COST ? recent.get(digestOf(text)) : undefined
    if (known) found.set(text, printed(known))
    else if (cost <= inline) {
      inline -= cost
      // A document is usually about ten times as long as its text.
      found.set(text, { value: documentFromMarkdown(text), bytes: text.length * 10 })
    } else long.push(text)
  }
  let bytes = 0
  for (const part of chunksOf(long)) {
    const documents = await runTextTask('documents', part, viewer.userId)
    for (const [index, document] of documents.entries()) {
      const text = part[index] ?? ''
      bytes += document.length
      if (readingCost(text) > SHORT_COST) recent.set(digestOf(text), document)
      found.set(text, printed(document))
    }
    // Texts beyond the limit of the response are not converted.
    if (bytes > answer.left) throw answer.tooLarge(bytes)
  }
  return texts.map((text) => found.get(text) ?? printed(Buffer.from('null')))
}

function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const text of texts) {
    if (text.length > room) {
      chunks.push([])
      room = CHUNK
    }
    room -= text.length
    chunks.at(-1)?.push(text)
  }
  return chunks
}

const printedDocuments: BatchDefinition<string, PrintedDocument> = {
  name: 'printedDocuments',
  batch: (reads, texts) => printAll(texts, reads),
}

/** The document of a text that the caller can read, for a response. Its size counts each time that it is used. */
export const documentOf = readOf(
  null,
  async (reads, markdown: string): Promise<DocumentTree | RawJson> => {
    const document = await reads.load(printedDocuments, markdown)
    reads.meter.add(document?.bytes ?? 0)
    return document?.value ?? documentFromMarkdown('')
  },
  { forReaders: true },
)

/** Texts in the format of a REST request. */
export async function printedBodies(
  caller: Caller,
  format: Format | undefined,
  texts: readonly string[],
): Promise<{ markdown?: string; document?: DocumentTree | RawJson }[]> {
  if (format !== 'document') return texts.map((text) => ({ markdown: caller.meter.text(text) }))
  return Promise.all(texts.map(async (text) => ({ document: await caller.load(documentOf, text) })))
}
