import { Pool } from 'undici'
import type { BadRequest } from './rest-requests.ts'

export interface Answer {
  status: number
  text: string
}

/** A request that got a response of an internal error. */
export interface Failure {
  request: string
  status: number
  answer: string
}

/** Sends requests over a few connections, and records those with a 5xx response or none. */
export class Sender {
  readonly failures: Failure[] = []
  readonly statuses = new Map<number, number>()
  sent = 0
  readonly #pool: Pool

  constructor(origin: string, connections = 8) {
    this.#pool = new Pool(origin, { connections, headersTimeout: 120_000, bodyTimeout: 120_000 })
  }

  async send({ method, path, headers, body }: BadRequest, token: string | undefined): Promise<Answer> {
    this.sent++
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    let answer: Answer
    try {
      const response = await this.#pool.request({
        method: method as 'GET',
        path,
        headers: { ...headers, ...authorization },
        ...(body === undefined ? {} : { body }),
      })
      answer = { status: response.statusCode, text: await response.body.text() }
    } catch (error) {
      answer = { status: 0, text: String(error) }
    }
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 0 || answer.status >= 500 || hasFault(path, answer)) {
      this.failures.push({
        status: answer.status,
        request: `${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}`.slice(0, 3_000),
        answer: answer.text.slice(0, 500),
      })
    }
    return answer
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** GraphQL can return 200 with an internal error in `errors`. */
function hasFault(path: string, { text }: Answer): boolean {
  return path.startsWith('/graphql') && /"status":5\d\d/.test(text) && text.includes('"errors"')
}
