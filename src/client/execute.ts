import { type Document, noteUnknown, sentDocument } from './document.ts'
import { RequestError } from './errors.ts'
import { type GraphQLOptions, postGraphQL, type Result, resultOf } from './result.ts'

/** Whether to send a document again, with its text, because the server did not know its ID. */
export const isUnknown = (error: unknown, document: Document<unknown, never>): boolean =>
  error instanceof RequestError && error.code === 'UNKNOWN_DOCUMENT' && noteUnknown(document)

/** Sends a query or a mutation. Resolves also where a part of it failed, and the rest can be shown. */
export async function execute<Data>(
  options: GraphQLOptions,
  document: Document<unknown, never>,
  variables: object,
  { maxKeptBytes = 0 }: { maxKeptBytes?: number } = {},
): Promise<{ result: Result<Data>; token: string }> {
  const body = JSON.stringify({ ...sentDocument(document), variables })
  const keepalive = maxKeptBytes > 0 && new Blob([body]).size <= maxKeptBytes
  try {
    const { response, token } = await postGraphQL(options, body, { keepalive })
    return { result: await resultOf<Data>(response, token), token }
  } catch (error) {
    if (isUnknown(error, document)) return execute(options, document, variables, { maxKeptBytes })
    throw error
  }
}
