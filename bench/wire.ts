import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A value of a statement in PostgreSQL's text format, or bytes. */
export type WireValue = string | null | { base64: string }

export interface WireStatement {
  text: string
  values: WireValue[]
}

/** One round trip: what was sent until the client waits for the server. */
export interface Trip {
  statements: WireStatement[]
  sentAt: number
  answeredAt: number
}

/** Statements for which other writers of the same rows wait until the transaction ends. */
const LOCKS = /^\s*(?:WITH .*)?(?:UPDATE|DELETE)\b|FOR (?:NO KEY )?UPDATE|pg_advisory_xact_lock/s

/** The cost of one write, as the server sees it. */
export interface WireCost {
  statements: number
  trips: number
  /** Round trips from the first statement that locks until the commit is answered, and their time. */
  tripsUnderLock: number
  msUnderLock: number
}

export function costOf(trips: readonly Trip[]): WireCost {
  const has = (trip: Trip, test: (text: string) => boolean) => trip.statements.some(({ text }) => test(text))
  const first = trips.findIndex((trip) => has(trip, (text) => LOCKS.test(text)))
  const end = trips.findIndex((trip) => has(trip, (text) => text === 'COMMIT'))
  const [from, to] = [trips[first], trips[end]]
  return {
    statements: trips.reduce((sum, trip) => sum + trip.statements.length, 0),
    trips: trips.length,
    tripsUnderLock: from && to ? end - first + 1 : 0,
    msUnderLock: from && to ? to.answeredAt - from.sentAt : 0,
  }
}

/**
 * Forwards connections to a PostgreSQL server and records what clients send: statements, values and round trips. It
 * needs no support by the client, so the same code can measure any of them.
 */
export class WireRecorder {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #target: URL
  #trips: Trip[] = []

  constructor(url: string) {
    this.#target = new URL(url)
    this.#server = createServer((client) => this.#forward(client))
  }

  /** Starts listening. Returns the URL to connect to instead. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    const url = new URL(this.#target)
    // Not through the socket of the server.
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(typeof address === 'object' && address ? address.port : 0)
    return url.href
  }

  /** The round trips of `work`, without those that look up tokens or follow the log. */
  async record(work: () => Promise<unknown>): Promise<Trip[]> {
    this.#trips = []
    await work()
    return this.#trips.filter(({ statements }) =>
      statements.every(({ text }) => !text.includes('"ApiToken"')),
    )
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #forward(client: Socket): void {
    const { hostname, port } = this.#target
    const server = connect(Number(port), hostname)
    const waiting: Trip[] = []
    const conversation = new Conversation((statements) => {
      const trip = { statements, sentAt: performance.now(), answeredAt: Number.NaN }
      waiting.push(trip)
      this.#trips.push(trip)
    })
    const answers = new Messages(false, (type) => {
      // ReadyForQuery. The first one ends the start of the connection.
      if (type !== 'Z') return
      const trip = waiting.shift()
      if (trip) trip.answeredAt = performance.now()
    })
    client.on('data', (chunk) => conversation.read(chunk))
    server.on('data', (chunk) => answers.read(chunk))
    client.pipe(server)
    server.pipe(client)
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        server.destroy()
        this.#sockets.delete(socket)
      })
    }
  }
}

/** Splits a stream into messages: a type, a length and a body. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no type. */
  #isStart: boolean
  readonly #onMessage: (type: string, body: Buffer) => void

  constructor(isClient: boolean, onMessage: (type: string, body: Buffer) => void) {
    this.#isStart = isClient
    this.#onMessage = onMessage
  }

  read(chunk: Buffer): void {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    for (;;) {
      const typed = this.#isStart ? 0 : 1
      if (this.#rest.length < typed + 4) return
      const length = typed + this.#rest.readInt32BE(typed)
      if (this.#rest.length < length) return
      const type = this.#isStart ? '' : String.fromCharCode(this.#rest[0] ?? 0)
      this.#onMessage(type, this.#rest.subarray(typed + 4, length))
      this.#isStart = false
      this.#rest = this.#rest.subarray(length)
    }
  }
}

/** What one client sends. */
class Conversation {
  readonly #texts = new Map<string, string>()
  readonly #messages: Messages
  #statements: WireStatement[] = []

  constructor(onTrip: (statements: WireStatement[]) => void) {
    const end = () => {
      if (this.#statements.length > 0) onTrip(this.#statements)
      this.#statements = []
    }
    this.#messages = new Messages(true, (type, body) => {
      if (type === 'P') {
        const [name, text] = body.toString().split('\0')
        this.#texts.set(name ?? '', text ?? '')
      } else if (type === 'B') this.#statements.push(this.#bound(body))
      else if (type === 'Q') {
        this.#statements.push({ text: body.toString().replace(/\0$/, ''), values: [] })
        end()
      } else if (type === 'S') end()
    })
  }

  read(chunk: Buffer): void {
    this.#messages.read(chunk)
  }

  #bound(body: Buffer): WireStatement {
    let at = body.indexOf(0) + 1
    const endOfName = body.indexOf(0, at)
    const name = body.toString('utf8', at, endOfName)
    at = endOfName + 1
    const formats = Array.from({ length: body.readInt16BE(at) }, (_, n) => body.readInt16BE(at + 2 + 2 * n))
    at += 2 + 2 * formats.length
    const count = body.readInt16BE(at)
    at += 2
    const values: WireValue[] = []
    for (let n = 0; n < count; n++) {
      const length = body.readInt32BE(at)
      at += 4
      if (length < 0) {
        values.push(null)
        continue
      }
      const bytes = body.subarray(at, at + length)
      const isBinary = (formats.length === 1 ? formats[0] : formats[n]) === 1
      values.push(isBinary ? { base64: bytes.toString('base64') } : bytes.toString())
      at += length
    }
    return { text: this.#texts.get(name) ?? '', values }
  }
}
