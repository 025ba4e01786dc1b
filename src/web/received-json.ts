import type { IncomingMessage } from 'node:http'
import { requireParsable } from '../http/bodies/json.ts'
import { WebProblem } from './problems.ts'

const tooLarge = (maxBytes: number): WebProblem =>
  new WebProblem(413, `The body is too large: at most ${maxBytes} bytes are allowed.`)

/** The JSON that a page has sent. Pages of other sites cannot send any. */
export async function receivedJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') {
    throw new WebProblem(403, 'Only pages of this site can send this.')
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  requireParsable(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new WebProblem(400, 'The body is not JSON.')
  }
}
