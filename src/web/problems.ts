/** A request that a site cannot answer, with the status of the response. */
export class WebProblem extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'WebProblem'
    this.status = status
    this.headers = headers
  }
}

export const methodNotAllowed = (method: string, allowed: 'GET' | 'POST' = 'GET'): WebProblem =>
  new WebProblem(405, `This cannot be requested with ${method.slice(0, 20)}. Use ${allowed}.`, {
    allow: allowed === 'GET' ? 'GET, HEAD' : allowed,
  })

export const tooLong = (part: 'path' | 'query', most: number): WebProblem =>
  new WebProblem(414, `The ${part} of this address is too long: at most ${most} bytes are allowed.`)

export const unavailable = (): WebProblem =>
  new WebProblem(503, 'The server is starting or stopping. Try again in a few seconds.')
