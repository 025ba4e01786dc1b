export type Variables = Record<string, unknown>

/**
 * What GraphQL Code Generator makes of a document: a `TypedDocumentString` (`documentMode: 'string'`), or a document that was parsed
 * from a text, which knows that text.
 */
export interface TypedDocument<Data, Given> {
  __apiType?: (variables: Given) => Data
}

/** What Relay makes of a document. Its types are those of the operation: `request<PageQuery>(…)`. */
export interface RelayDocument {
  readonly params: { readonly id: string | null; readonly text: string | null; readonly name: string }
}

/** The types that Relay generates for an operation. */
export interface RelayOperation {
  readonly response: unknown
  readonly variables: object
}

export type Document<Data = unknown, Given = Variables> = string | TypedDocument<Data, Given> | RelayDocument

/** What a request says of its document: the text, or the ID of one that the server knows. */
export interface SentDocument {
  query?: string
  documentId?: string
  operationName?: string
}

interface Generated {
  readonly params?: RelayDocument['params']
  readonly __meta__?: { readonly hash?: string }
  readonly loc?: { readonly source: { readonly body: string } }
  readonly kind?: string
}

/** IDs that a server did not know: it has another build than this program, for example. */
const unknownIds = new Set<string>()

/** Documents that were compiled to an ID are sent as it. */
export function sentDocument(document: Document<unknown, never>): SentDocument {
  if (typeof document === 'string') return { query: document }
  const { params, __meta__: meta, loc, kind } = document as Generated
  if (params) {
    const { id, text, name } = params
    const isKnown = id !== null && (text === null || !unknownIds.has(id))
    return { ...(isKnown ? { documentId: id } : { query: text ?? '' }), operationName: name }
  }
  if (meta?.hash) return { documentId: meta.hash }
  if (loc) return { query: loc.source.body }
  if (kind === 'Document') {
    throw new TypeError('This document has no text. Generate documents with "documentMode: \'string\'".')
  }
  return { query: String(document) }
}

/** Notes that a server does not know a document by its ID. False if there is no text to send instead. */
export function noteUnknown(document: Document<unknown, never>): boolean {
  const { id, text } = (document as Generated).params ?? {}
  if (!id || !text) return false
  unknownIds.add(id)
  return true
}
