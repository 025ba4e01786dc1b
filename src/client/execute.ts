import { type Document, noteUnknown, sentDocument } from './document.ts'
import { RequestError } from './errors.ts'
import { type GraphQLOptions, postGraphQL, type Result, resultOf } from './result.ts'

/** What servers answer to an ID that they do not know. Those of a version before there were IDs miss the text. */
const UNKNOWN: ReadonlySet<string> = new Set(['UNKNOWN_DOCUMENT', 'INVALID_INPUT'])

/** Whether to send a document that was sent by its ID again, with its text. */
export const needsText = (error: unknown, document: Document<unknown, never>): boolean =>
  error instanceof RequestError && UNKNOWN.has(error.code) && noteUnknown(document)

/** Sends a query or a mutation. Resolves also where a part of it failed, and the rest can be shown. */
export async function execute<Data>(
  options: GraphQLOptions,
  document: Document<unknown, never>,
  variables: object,
  { maxKeptBytes = 0 }: { maxKeptBytes?: number } = {},
): Promise<{ result: Result<Data>; token: string }> {
  const sent = sentDocument(document)
  const body = JSON.stringify({ ...sent, variables })
  const keepalive = maxKeptBytes > 0 && new Blob([body]).size <= maxKeptBytes
  try {
    const { response, token } = await postGraphQL(options, body, { keepalive })
    return { result: await resultOf<Data>(response, token), token }
  } catch (error) {
    if (sent.documentId === undefined || !needsText(error, document)) throw error
    return execute(options, document, variables, { maxKeptBytes })
  }
}
