import { randomUUID } from 'node:crypto'

export interface WriterPlace {
  spaceId: string
  token: string
}

/** Keeps writing comments, each with a key of its own, and sends a write again until it is acknowledged. */
export class IdempotentWriter {
  /** The id that was acknowledged for each key; the key is the text of the comment too. */
  readonly acknowledged = new Map<string, string>()
  /** Answers that nothing excuses. */
  readonly refusals: string[] = []
  /** Requests that were cut off or refused for a while, after which the same write was sent again. */
  repeated = 0
  /** Acknowledged writes whose answer was given again. */
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
    // A client that lost the answer sends the same again, to whichever node.
    if (this.acknowledged.size % 20 === 0) {
      const again = await this.#until(key)
      if (again !== null && again !== id) this.refusals.push(`${key}: ${id} became ${again}`)
    }
  }

  /** Null when it was refused for good. */
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
      // A node that is not there refuses at once, and would be asked without end.
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
