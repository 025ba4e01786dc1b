import { hash as digest } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError, forbidden } from '../../core/errors.ts'

export interface DocumentRegister {
  /** Whether documents that are not registered can be run. */
  readonly accepts: 'all' | 'registered'
  /** The documents of the console of this server, by the SHA-256 of their texts. */
  readonly own: () => ReadonlyMap<string, string>
  /** The text of a document that an operator has registered. */
  readonly find: (hash: string) => Promise<string | null>
}

/** The parameters of a request that say what to run. */
interface Given {
  query?: unknown
  documentId?: unknown
}

/** With the prefix that the specification of GraphQL over HTTP gives to such IDs, or without. */
const ID = /^(?:sha256:)?([0-9a-f]{64})$/
const CACHE_BYTES = 8 * 1024 * 1024
/** How long a document can still be run after it was removed. */
const KEPT_MS = 60_000

/** Finds the texts of documents that clients send by their IDs. */
export class RegisteredDocuments {
  readonly #register: DocumentRegister
  readonly #found = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (text) => 2 * text.length + 200,
    ttl: KEPT_MS,
  })

  constructor(register: DocumentRegister) {
    this.#register = register
  }

  /** The text that a request runs. */
  async textOf({ query, documentId }: Given): Promise<string> {
    // The protocol of WebSockets requires a `query`, which is empty beside an ID.
    if (documentId !== undefined && documentId !== null && !query) return this.#textBy(documentId)
    if (typeof query !== 'string' || query === '') {
      throw new DomainError(
        'invalid_input',
        'query: must be a GraphQL document. Send a JSON object with a "query".',
      )
    }
    if (documentId !== undefined && documentId !== null) {
      throw new DomainError('invalid_input', 'Send either "query" or "documentId", not both.')
    }
    if (this.#register.accepts === 'registered' && (await this.#find(digest('sha256', query))) === null) {
      throw forbidden(
        'This server runs only registered documents: introspection, the explorer and other documents are not available. Ask an operator to register this one.',
      )
    }
    return query
  }

  async #textBy(documentId: unknown): Promise<string> {
    const hash = typeof documentId === 'string' ? ID.exec(documentId)?.[1] : undefined
    if (hash === undefined) {
      throw new DomainError(
        'invalid_input',
        'documentId: must be the SHA-256 of a document, as 64 hexadecimal digits in lower case.',
      )
    }
    const text = await this.#find(hash)
    if (text !== null) return text
    throw new DomainError(
      'unknown_document',
      'No document is registered with this ID. Send its text as "query", or ask an operator to register it.',
    )
  }

  /** What is not found is not remembered: it can be registered at any time. */
  async #find(hash: string): Promise<string | null> {
    const known = this.#register.own().get(hash) ?? this.#found.get(hash)
    if (known !== undefined) return known
    const text = await this.#register.find(hash)
    if (text !== null) this.#found.set(hash, text)
    return text
  }
}
