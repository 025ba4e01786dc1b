import { expect } from 'vitest'
import type { Person } from '../support/factories.ts'
import { figure, MAX_STALL_MS } from './figures.ts'
import { Target } from './target.ts'

/** A server under attack by one user. */
export class StallTarget {
  readonly target: Target
  readonly person: Person
  readonly spaceId: string

  private constructor(target: Target, person: Person, spaceId: string) {
    this.target = target
    this.person = person
    this.spaceId = spaceId
  }

  static async start(environment: Record<string, string> = {}): Promise<StallTarget> {
    const target = await Target.start(environment)
    const organization = await target.build.buildOrganization()
    const person = await target.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const { id } = await target.build.buildSpace({ organizationId: organization.id })
    return new StallTarget(target, person, id)
  }

  /** Prints how long the server did nothing else, in CPU time of its main thread. */
  async measure(name: string, work: () => Promise<unknown>): Promise<void> {
    const ms = await this.target.longestTurnDuring(work)
    figure(`longest stall of the event loop (${name}), ms`, ms, { below: MAX_STALL_MS })
  }

  async rest(method: string, path: string, body?: unknown): Promise<string> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.target.origin}/v1${path}`, {
      method,
      headers: this.#headers(isForm),
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return textOf(response)
  }

  async graphql(query: string, variables: object): Promise<string> {
    const body = JSON.stringify({ query, variables })
    const headers = this.#headers(false)
    return textOf(await fetch(`${this.target.origin}/graphql`, { method: 'POST', headers, body }))
  }

  end(): Promise<void> {
    return this.target.end()
  }

  #headers(isForm: boolean): Record<string, string> {
    const authorization = `Bearer ${this.person.token}`
    return isForm ? { authorization } : { authorization, 'content-type': 'application/json' }
  }
}

/** A 503 is a valid response too, because the queue is bounded. */
async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  const isFailure = response.status >= 500 && response.status !== 503
  expect(isFailure, `${response.status} ${text.slice(0, 300)}`).toBe(false)
  return text
}
