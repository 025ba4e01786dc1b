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

interface BodyReader {
  encoding: string | undefined
  maxBytes: number
  signal: AbortSignal
  /** Receives the bytes instead of the result, which is then empty. */
  sink?: Sink | undefined
}

/** Counts bytes up to a limit. */
class ByteLimit {
  readonly #maxBytes: number
  #total = 0
  exceeded: OutboundFailed | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: Uint8Array): void {
    this.#total += chunk.byteLength
    if (this.#total <= this.#maxBytes) return
    this.exceeded = tooLarge(this.#maxBytes)
    throw this.exceeded
  }
}

/** Reads a body to its end. The limit applies to the bytes on the wire and to the decoded bytes. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { encoding, maxBytes, signal, sink }: BodyReader,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const limit = new ByteLimit(maxBytes)
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      signal.throwIfAborted()
      limit.add(chunk)
      if (sink) await sink(chunk)
      else chunks.push(Buffer.from(chunk))
    }
  }
  const decoder = decoderOf(encoding)
  // Without a decoder no other stream is needed, each of which takes as long as a small body.
  if (decoder === undefined) await collect(body)
  else await decodeInto(collect, body, decoder, { maxBytes, signal, limit })
  return Buffer.concat(chunks)
}

async function decodeInto(
  collect: (source: AsyncIterable<Uint8Array>) => Promise<void>,
  body: AsyncIterable<Uint8Array>,
  decoder: Transform,
  { maxBytes, signal, limit }: { maxBytes: number; signal: AbortSignal; limit: ByteLimit },
): Promise<void> {
  const encoded = new ByteLimit(maxBytes)
  const bounded = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      encoded.add(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(bounded()), decoder, collect, { signal })
  } catch (error) {
    // The pipeline may report a stage that closed early instead of the original error.
    throw encoded.exceeded ?? limit.exceeded ?? error
  }
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
