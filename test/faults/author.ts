export interface Answer {
  /** The status, or null if the connection ended before the response. */
  status: number | null
  // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
  body: any
}

/** The page that all authors edit at once: one line per author, separated by lines that do not change. */
export const sharedText = (authors: number): string =>
  Array.from({ length: authors }, (_, n) => `${lineOf(n, 0)}\n\nNobody's line ${n}\n\n`).join('')

const lineOf = (author: number, round: number) => `Author ${author} was here in round ${round}.`

export interface Place {
  spaceId: string
  /** The page that all authors edit. */
  sharedPageId: string
}

/** Thrown for a request without a response, or with 503: it is unknown whether it was applied. */
export class Unanswered extends Error {}

/** Opens, edits, discusses, updates and merges change requests, and records what was acknowledged. */
export class Author {
  readonly comments = new Map<string, string>()
  readonly numbers: number[] = []
  readonly pages = new Map<string, string>()
  readonly merged: string[] = []
  /** The last round whose line in the shared page was merged. */
  lastRound = 0
  /** Responses that are never expected. */
  readonly refusals: string[] = []
  unanswered = 0
  /** The node that receives the next request. */
  origin: string
  readonly #index: number
  readonly #token: string
  readonly #place: Place
  #round = 0

  constructor(index: number, token: string, place: Place, origin: string) {
    this.#index = index
    this.#token = token
    this.#place = place
    this.origin = origin
  }

  get writes(): number {
    return this.comments.size + this.numbers.length + this.merged.length
  }

  /** One change request from its creation to its merge; abandoned if a response is missing. */
  async work(): Promise<void> {
    const round = ++this.#round
    try {
      await this.#propose(round)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      this.unanswered++
    }
  }

  async comment(at: string, markdown: string): Promise<string> {
    const { id } = await this.#ask('POST', `${at}/comments`, { body: { markdown } })
    this.comments.set(id, markdown)
    return id
  }

  async #propose(round: number): Promise<void> {
    const { sharedPageId } = this.#place
    const opened = await this.#ask('POST', '/change-requests', { subject: `${this.#index}.${round}` })
    this.numbers.push(opened.number)
    const at = `/change-requests/${opened.id}`
    const { markdown } = await this.#ask('GET', `${at}/content/page/${sharedPageId}`)
    const text = `What author ${this.#index} wrote in round ${round}.`
    const changes = [
      { operation: 'insert_page', title: `Page ${this.#index}.${round}`, document: { markdown: text } },
      {
        operation: 'update_page',
        page: sharedPageId,
        document: { markdown: this.#signed(markdown, round) },
      },
    ]
    const changed = await this.#ask('POST', `${at}/content?compat=false`, { changes })
    const comment = await this.comment(at, `On ${text}`)
    if (round % 2 === 0) await this.#ask('POST', `${at}/update`, {})
    if (round % 3 === 0) await this.#ask('PUT', `${at}/comments/${comment}`, { resolved: true })
    if (round % 3 === 1) await this.comment('', `About ${text}`)
    if (round % 4 === 1) await this.#ask('PATCH', at, { status: 'open' })
    if (round % 5 === 4) {
      await this.#ask('PATCH', at, { status: 'archived' })
      return
    }
    await this.#ask('POST', `${at}/merge`, {})
    this.merged.push(opened.id)
    this.pages.set(changed.changes[0].page.id, text)
    this.lastRound = round
  }

  #signed(markdown: string, round: number): string {
    const own = new RegExp(`^Author ${this.#index} was here in round \\d+\\.$`, 'm')
    return markdown.replace(own, lineOf(this.#index, round))
  }

  /** The round in the author's line of the shared page. */
  signedIn(markdown: string): number {
    return Number(new RegExp(`^Author ${this.#index} was here in round (\\d+)\\.$`, 'm').exec(markdown)?.[1])
  }

  async #ask(method: string, path: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, path, body)
    if (answer.status === null || answer.status === 503) throw new Unanswered()
    if (answer.status < 300) return answer.body
    this.refusals.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    throw new Unanswered()
  }

  async call(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(`${this.origin}/v1/spaces/${this.#place.spaceId}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    } catch {
      return { status: null, body: undefined }
    }
  }
}
