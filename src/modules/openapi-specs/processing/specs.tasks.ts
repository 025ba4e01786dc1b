import { createHash } from 'node:crypto'
import { Moved, type TaskContext } from '../../../platform/workers/worker-tasks.ts'
import type { ProcessErrorCode } from '../openapi-specs.model.ts'
import { bundle } from './bundle.ts'
import { check } from './check.ts'
import { type Collected, collect, type Entry, MAX_TOTAL_BYTES } from './collect.ts'
import { pagesOf, type SpecPage } from './pages.ts'
import { type Failure, SourceProblem, unreadable } from './problems.ts'

/** A document as JSON. */
export interface EncodedDocument {
  hash: string
  bytes: Uint8Array
}

/** A processed source, with everything that a version stores. */
export interface Processed {
  files: { name: string; hash: string }[]
  documents: EncodedDocument[]
  bundle: string
  /** The hash of the names and hashes of the files. */
  hash: string
  pages: SpecPage[]
}

/** The answer of the main thread to a request for a document. */
export type FetchAnswer = { body: Uint8Array } | { code: ProcessErrorCode; message: string }

/** The tasks of the worker of specs. The main thread fetches URLs, with its guarded client. */
export const specTasks = {
  process: async (entry: Entry, { ask }: TaskContext): Promise<Moved<Processed | { failure: Failure }>> => {
    try {
      return await processed(entry, ask)
    } catch (error) {
      const problem = error instanceof RangeError ? unreadable(`${entry.name} is nested too deeply.`) : error
      if (problem instanceof SourceProblem) return new Moved({ failure: problem.failure }, [])
      throw error
    }
  },
}

/** Compiles the schemas of OpenAPI, which takes longer than most documents. */
export async function warmUp(): Promise<void> {
  for (const openapi of ['3.0.3', '3.1.0']) {
    const text = JSON.stringify({ openapi, info: { title: '', version: '' }, paths: {} })
    const entry = { name: 'openapi.json', url: null, bytes: new TextEncoder().encode(text) }
    await processed(entry, () => Promise.reject(new Error('The document has no references.')))
  }
}

async function processed(
  entry: Entry,
  ask: TaskContext['ask'],
): Promise<Moved<Processed | { failure: Failure }>> {
  const collected = await collect(entry, async (url) => {
    const answer = await ask<FetchAnswer>({ url })
    if ('body' in answer) return answer.body
    throw new SourceProblem(answer.code, { message: answer.message, line: 1 })
  })
  const [first] = collected.documents
  const bundled = bundle(collected)
  if (first) await check(bundled, first)
  const pages = pagesOf(bundled)
  return encoded(collected, bundled, pages)
}

function encoded(
  { documents }: Collected,
  bundled: object,
  pages: SpecPage[],
): Moved<Processed | { failure: Failure }> {
  const encodedFiles = documents.map(({ name, value }) => ({ name, ...encode(name, value) }))
  const whole = documents.length === 1 ? encodedFiles[0] : encode('The bundled document', bundled)
  const all = new Map(
    [...encodedFiles, ...(whole ? [whole] : [])].map((document) => [document.hash, document]),
  )
  const files = encodedFiles.map(({ name, hash }) => ({ name, hash }))
  const result: Processed = {
    files,
    documents: [...all.values()].map(({ hash, bytes }) => ({ hash, bytes })),
    bundle: whole?.hash ?? '',
    hash: hashOf(JSON.stringify(files)),
    pages,
  }
  return new Moved(
    result,
    result.documents.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  )
}

function encode(name: string, value: unknown): EncodedDocument {
  const text = printed(value)
  if (text === undefined || text.length > MAX_TOTAL_BYTES) {
    throw unreadable(`${name} has more than ${MAX_TOTAL_BYTES} bytes when its aliases are expanded.`)
  }
  // A buffer of its own, because it is transferred.
  return { hash: hashOf(text), bytes: new TextEncoder().encode(text) }
}

/** The value as JSON. Undefined if that is longer than a string can be. */
function printed(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, withoutCredentials)
  } catch {
    return undefined
  }
}

const CREDENTIALS = /^(https?:)\/\/[^/@\s]*@/i

/** References keep no credentials: members of the organization can read the documents. */
const withoutCredentials = (key: string, item: unknown): unknown =>
  key === '$ref' && typeof item === 'string' ? item.replace(CREDENTIALS, '$1//') : item

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
