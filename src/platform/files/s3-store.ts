import { hash as hashOf } from 'node:crypto'
import { once } from 'node:events'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { FilesUnavailable, ObjectMissing, type ObjectStore } from './object-store.ts'
import { type SigningKeys, withSignature } from './signature.ts'

export interface S3Options extends SigningKeys {
  endpoint: string
  bucket: string
  /** The beginning of all keys: empty, or with a slash at its end. */
  prefix: string
}

/** Milliseconds without any byte after which a request counts as failed. */
const SILENCE_MS = 10_000
/** Milliseconds before each further attempt. All requests can be repeated: keys are never used twice. */
const DELAYS_MS = [100, 400]
const FREE_SOCKETS = 16
const MAX_ERROR_BYTES = 4_096
const NO_BYTES = Buffer.alloc(0)
const HASH_OF_NOTHING = hashOf('sha256', NO_BYTES)

interface Sent {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  body?: Buffer
  payloadHash?: string
}

/** An S3 bucket, or that of a compatible server, addressed by path. */
export class S3Store implements ObjectStore {
  readonly #options: S3Options
  readonly #endpoint: URL
  readonly #agent: HttpAgent

  constructor(options: S3Options) {
    this.#options = options
    this.#endpoint = new URL(options.endpoint)
    const agent = { keepAlive: true, maxFreeSockets: FREE_SOCKETS }
    this.#agent = this.#isSecure ? new HttpsAgent(agent) : new HttpAgent(agent)
  }

  async put(key: string, bytes: Buffer, hash: Buffer): Promise<void> {
    const payloadHash = hash.toString('hex')
    await this.#repeated(async () => {
      const response = await this.#send({ method: 'PUT', key, body: bytes, payloadHash })
      await finished(response)
    })
  }

  async *stream(key: string, start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    // A connection can be lost while a slow client takes its bytes: the rest is then requested again.
    for (let failures = 0; at < end; ) {
      try {
        const headers = { range: `bytes=${at}-${end - 1}` }
        const response = await this.#send({ method: 'GET', key, headers })
        for await (const piece of piecesOf(response)) {
          at += piece.length
          failures = 0
          yield piece
        }
        if (at < end) throw new FilesUnavailable(`The response of ${this.#endpoint.host} is too short.`)
      } catch (error) {
        const delay = DELAYS_MS[failures]
        if (!(error instanceof FilesUnavailable) || delay === undefined) throw error
        failures += 1
        await wait(delay)
      }
    }
  }

  async remove(key: string): Promise<void> {
    await this.#repeated(async () => finished(await this.#send({ method: 'DELETE', key })))
  }

  close(): void {
    this.#agent.destroy()
  }

  get #isSecure(): boolean {
    return this.#endpoint.protocol === 'https:'
  }

  async #repeated(attempt: () => Promise<void>): Promise<void> {
    for (const delay of DELAYS_MS) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof FilesUnavailable)) throw error
        await wait(delay)
      }
    }
    return attempt()
  }

  /** Resolves with the headers of a response that says success. */
  async #send({ method, key, headers = {}, body, payloadHash = HASH_OF_NOTHING }: Sent) {
    const { bucket, prefix } = this.#options
    const { hostname, port, host } = this.#endpoint
    const path = `/${bucket}/${prefix}${key}`
    const sent = (this.#isSecure ? httpsRequest : httpRequest)({
      method,
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      path,
      agent: this.#agent,
      timeout: SILENCE_MS,
      headers: {
        ...withSignature(
          { method, path, headers: { ...headers, host }, payloadHash },
          this.#options,
          new Date(),
        ),
        ...(body ? { 'content-length': body.length } : {}),
      },
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${SILENCE_MS / 1000} s`)))
    // `once` reports the error of a request without a response; a response that breaks off reports it to its reader.
    sent.on('error', () => {})
    let response: IncomingMessage
    try {
      sent.end(body)
      ;[response] = (await once(sent, 'response')) as [IncomingMessage]
    } catch (error) {
      throw this.#unavailable((error as Error).message, error)
    }
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    const code = /<Code>(\w+)<\/Code>/.exec(await beginningOf(response))?.[1] ?? ''
    if (statusCode === 404 && code === 'NoSuchKey') {
      if (method === 'DELETE') return response
      throw new ObjectMissing(`The object ${prefix}${key} does not exist in the bucket ${bucket}.`)
    }
    throw this.#unavailable(`status ${statusCode} ${code}`.trim())
  }

  #unavailable(reason: string, cause?: unknown): FilesUnavailable {
    const { bucket } = this.#options
    const message = `The bucket ${bucket} at ${this.#endpoint.host} cannot be used: ${reason}.`
    return new FilesUnavailable(message, { cause })
  }
}

/** The body as it arrives. Waiting for the client does not count as silence of the server. */
async function* piecesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { socket } = response
  try {
    for await (const piece of response) {
      socket.setTimeout(0)
      yield piece as Buffer
      socket.setTimeout(SILENCE_MS)
    }
  } catch (error) {
    throw new FilesUnavailable('The response of the file storage broke off.', { cause: error })
  }
}

async function finished(response: IncomingMessage): Promise<void> {
  for await (const _ of piecesOf(response));
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of piecesOf(response)) {
    text += piece.toString()
    if (text.length > MAX_ERROR_BYTES) break
  }
  return text
}
