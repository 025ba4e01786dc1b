import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundFailed } from './errors.ts'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export const acceptedEncodings = 'gzip, deflate, br'

/** Receives the decoded bytes of a body as they arrive. */
export type Sink = (chunk: Uint8Array) => void | Promise<void>

interface Reading {
  encoding: string | undefined
  maxBytes: number
  signal: AbortSignal
  /** Receives the bytes instead of the result, which is then empty. */
  sink?: Sink | undefined
}

/** Reads a body to its end. The limit applies to the bytes on the wire and to the decoded bytes. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { encoding, maxBytes, signal, sink }: Reading,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  // The pipeline may report a stage that closed early instead of the original error.
  let overflow: OutboundFailed | undefined
  const bounded = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let total = 0
    for await (const chunk of source) {
      total += chunk.byteLength
      if (total > maxBytes) {
        overflow = tooLarge(maxBytes)
        throw overflow
      }
      yield chunk
    }
  }
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of bounded(source)) {
      if (sink) await sink(chunk)
      else chunks.push(Buffer.from(chunk))
    }
  }
  const source = Readable.from(bounded(body))
  const decoder = decoderOf(encoding)
  try {
    if (decoder === undefined) await pipeline(source, collect, { signal })
    else await pipeline(source, decoder, collect, { signal })
  } catch (error) {
    throw overflow ?? error
  }
  return Buffer.concat(chunks)
}

export const tooLarge = (maxBytes: number): OutboundFailed =>
  new OutboundFailed(
    'too_large',
    `The response is larger than ${maxBytes} bytes. Use the URL of a smaller file.`,
  )

function decoderOf(encoding: string | undefined): Transform | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return undefined
  // Nested encodings are used for decompression bombs; no server needs them.
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (create === undefined)
    throw new OutboundFailed(
      'unreadable',
      'The response has an unsupported content encoding. Only gzip, deflate and br are supported.',
    )
  return create()
}
