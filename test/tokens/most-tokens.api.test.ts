import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { expectRefused, query, send } from '../support/refusals.ts'

let t: TestApp
let person: Person

beforeAll(async () => {
  t = await startApp({ environment: { MAX_TOKENS_PER_USER: '3' } })
  const { id: organizationId } = await t.build.buildOrganization()
  person = await t.build.buildPerson({ organizationId, role: 'admin' })
  await t.build.buildToken({ userId: person.user.id, expiresAt: new Date(Date.now() - 1) })
})
afterAll(() => t.close())

it('a user has at most as many tokens as the operator allows, however many are made at once', async () => {
  const { token } = person
  const make = () => send(t.origin, '/v1/user/tokens', { token, json: { label: 'Another' } })
  const answers = await Promise.all([make(), make(), make(), make()])
  // Three with the existing token of the user; an expired one does not count.
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  const { message } = expectRefused(await make(), 'conflict')
  expect(message).toBe('A user can have at most 3 API tokens. Revoke one first.')
  const text = 'mutation { createApiToken(input: { label: "x" }) { token } }'
  expect((await query(t.origin, text, { token })).text).toContain('"CONFLICT"')
})
