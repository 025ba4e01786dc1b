import { expect } from 'vitest'
import { type Reason, statusOf } from '../../src/core/errors.ts'
import type { Database } from '../../src/platform/database.ts'
import type { TestApp } from './app.ts'

/** A response, unchanged. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

export interface Ask {
  method?: string
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged, with no content type except the one in `headers`. */
  raw?: string
}

export async function send(origin: string, path: string, ask: Ask = {}): Promise<Answer> {
  const { json, raw, token } = ask
  const response = await fetch(`${origin}${path}`, {
    method: ask.method ?? (json === undefined && raw === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...ask.headers,
    },
    // Bytes, because fetch adds a content type to a string.
    ...(raw === undefined ? {} : { body: Buffer.from(raw) }),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A GraphQL request by POST. */
export function query(
  origin: string,
  text: string,
  ask: Ask & { variables?: unknown; operationName?: unknown } = {},
): Promise<Answer> {
  const { variables, operationName, ...rest } = ask
  return send(origin, '/graphql', { ...rest, json: { query: text, variables, operationName } })
}

export const bodyOf = (answer: Answer) => JSON.parse(answer.text)

export interface Failure {
  message: string
  details?: { path: (string | number)[]; message: string }[]
}

/** Internals that no caller may see: code, SQL, tables, files, drivers. */
const INSIDES =
  /\bat [\w.<> ]+ \([^()]*:\d+:\d+|node_modules|\.ts:|\.js:|file:\/\/|prisma|\bselect .+ from\b|\binsert into\b|\bupdate "|relation |PostgreSQL|\bpg_|"stack|postgres/i

interface Envelope {
  error?: Failure & { code: number; reason: string }
  errors?: (Failure & { extensions: Failure & { code: string; status: number } })[]
  data?: unknown
}

/** The error of a response of either API, after checking everything that every error must have. */
export function expectRefused(answer: Answer, reason: Reason): Failure {
  const status = statusOf[reason]
  const body: Envelope = bodyOf(answer)
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]+$/)
  expect(answer.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/)
  expect(answer.text).not.toMatch(INSIDES)
  if (body.error) {
    expect(body).toEqual({
      error: {
        code: status,
        reason,
        message: expect.any(String),
        ...(body.error.details ? { details: expect.any(Array) } : {}),
      },
    })
    expect(answer.status).toBe(status)
    expect(body.error.message).not.toBe('')
    return body.error
  }
  const [first] = body.errors ?? []
  expect(first?.extensions, answer.text).toMatchObject({ code: reason.toUpperCase(), status })
  expect(first?.message).toMatch(/./)
  // A request that could not be executed has the error's status; otherwise it is 200 with partial data.
  expect(answer.status, answer.text).toBe(body.data === undefined || status === 503 ? status : 200)
  return { message: first?.message ?? '', ...first?.extensions }
}

/** The number of rows in every table, which rejected requests must not change. */
export async function rowCounts({ pool }: Database): Promise<Record<string, number>> {
  const tables = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const counts = tables.rows.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}"`)
  const { rows } = await pool.query<{ name: string; n: number }>(counts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** The errors logged since the last call, without warnings of a machine under load. */
export function faultsOf({ faults }: TestApp): unknown[] {
  return faults.splice(0).filter((line) => (line as { level: number }).level >= 50)
}

/** Invalid input never causes an internal error. */
export function expectNoFaults(t: TestApp): void {
  expect(faultsOf(t)).toEqual([])
}
