import { randomUUID } from 'node:crypto'

export interface WriterPlace {
  spaceId: string
  token: string
}

/** Posts comments, each with its own idempotency key, and retries each one until it is acknowledged. */
export class IdempotentWriter {
  /** The acknowledged id for each key. The key is also the text of the comment. */
  readonly acknowledged = new Map<string, string>()
  /** Responses that are never expected. */
  readonly refusals: string[] = []
  /** Requests that were cut off or temporarily rejected, and then retried. */
  repeated = 0
  /** Acknowledged writes whose response was replayed. */
  replayed = 0
  readonly #place: WriterPlace
  readonly #origins: () => string[]
  #requests = 0

  constructor(place: WriterPlace, origins: () => string[]) {
    this.#place = place
    this.#origins = origins
  }

  async write(): Promise<void> {
    const key = randomUUID()
    const id = await this.#until(key)
    if (id === null) return
    this.acknowledged.set(key, id)
    // A client that lost the response sends the same request again, to any node.
    if (this.acknowledged.size % 20 === 0) {
      const again = await this.#until(key)
      if (again !== null && again !== id) this.refusals.push(`${key}: ${id} became ${again}`)
    }
  }

  /** Null if it was rejected permanently. */
  async #until(key: string): Promise<string | null> {
    for (;;) {
      const response = await this.#send(key)
      if (response && response.status < 300) {
        if (response.headers.get('idempotent-replayed') === 'true') this.replayed++
        const text = await response.text().catch(() => null)
        if (text !== null) return JSON.parse(text).id
      } else if (response && ![503, 409].includes(response.status)) {
        this.refusals.push(`${key}: ${response.status} ${await response.text().catch(() => '')}`)
        return null
      } else {
        await response?.text().catch(() => '')
      }
      this.repeated++
      // A stopped node refuses connections at once: without a pause this would be a busy loop.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async #send(key: string): Promise<Response | null> {
    const origins = this.#origins()
    const origin = origins[this.#requests++ % origins.length]
    return fetch(`${origin}/v1/spaces/${this.#place.spaceId}/comments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#place.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ body: { markdown: key } }),
    }).catch(() => null)
  }
}
