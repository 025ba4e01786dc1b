import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await Target.start()
})
afterAll(() => target.end())

const DOCUMENTS = 1_000
const MEGABYTE = 1_000_000

/** A different document of 1 MB each time, sent without a token. */
async function anonymousDocument(index: number): Promise<number> {
  const query = `{ __typename a${index}: ${'__typename '.repeat(MEGABYTE / 11)} }`
  const response = await fetch(`${target.origin}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status ?? 413
}

/** A different document of the maximum length each time. */
async function longestDocument(index: number): Promise<number> {
  const query = `{ __typename } # ${index} ${'x'.repeat(64_000)}`
  const body = JSON.stringify({ query })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${target.origin}/graphql`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

test('anonymous documents leave nothing in the heap', async () => {
  const before = await target.report()
  const statuses = new Set<number>()
  for (let index = 0; index < DOCUMENTS; index++) {
    statuses.add(await anonymousDocument(index))
    statuses.add(await longestDocument(index))
  }
  const after = await target.report()
  expect([...statuses].sort()).toEqual([200, 413])
  figure('heap growth after 1,000 anonymous 1 MB documents, MB', (after.heapUsed - before.heapUsed) / 1e6, {
    below: 64,
  })
  expect(target.bugs()).toEqual([])
})
