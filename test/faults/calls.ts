import { expect } from 'vitest'

/** The token of the first user of `Nodes`. */
export const TOKEN = 'qre_for-the-tests-of-what-may-fail'

export type Body = Record<string, unknown> & { id: string; items: Record<string, unknown>[] }

/** Calls the REST API of a node, which must succeed. */
export async function call(origin: string, method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true)
  return ([204, 205].includes(response.status) ? {} : await response.json()) as Body
}

/** The id of a space in a new organization. */
export async function newSpace(origin: string): Promise<string> {
  const { id } = await call(origin, 'POST', '/orgs', { title: 'Acme' })
  return (await call(origin, 'POST', `/orgs/${id}/spaces`, { title: 'Handbook' })).id
}
