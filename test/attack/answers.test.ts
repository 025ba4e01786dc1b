import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../support/factories.ts'
import { figure } from './figures.ts'
import { Target } from './target.ts'

let target: Target
let person: Person
let spaceId: string

beforeAll(async () => {
  target = await Target.start()
  const organization = await target.build.buildOrganization()
  person = await target.build.buildPerson({ organizationId: organization.id, role: 'admin' })
  spaceId = (await target.build.buildSpace({ organizationId: organization.id })).id
})
afterAll(() => target.end())

const headers = () => ({ authorization: `Bearer ${person.token}`, 'content-type': 'application/json' })

async function rest(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${target.origin}/v1${path}`, {
    method,
    headers: headers(),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  return text
}

async function graphql(query: string, variables: object): Promise<string> {
  const response = await fetch(`${target.origin}/graphql`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ query, variables }),
  })
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  return text
}

/** A page of many small blocks, which make the longest documents. */
const textOf = (index: number, characters: number) =>
  `Page ${index}\n\n${'A *word* and `code`, [a link](https://example.com).\n\n- One\n- Two\n\n'.repeat(
    Math.floor(characters / 66),
  )}`

test('documents of 40 pages of 240 kB, alone and under aliases', async () => {
  for (let batch = 0; batch < 10; batch++) {
    const changes = Array.from({ length: 4 }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${batch}-${index}`,
      document: { markdown: `# Page\n\n${textOf(batch * 4 + index, 240_000)}` },
    }))
    await rest('POST', `/spaces/${spaceId}/content`, { changes })
  }
  const query = (fields: string) =>
    `query ($s: ID!) { space(id: $s) { content { pages { ... on DocumentPage { ${fields} } } } } }`
  const aliases = Array.from({ length: 30 }, (_, index) => `a${index}: document`).join(' ')
  let bytes = 0
  const { longestMs, ownLagMs } = await target.stallsDuring(async () => {
    const answers = await Promise.all(
      [query('document'), query(aliases), query('markdown')].map((text) => graphql(text, { s: spaceId })),
    )
    bytes = Math.max(...answers.map((text) => text.length))
  })
  figure('longest answer to documents, MB', bytes / 1e6, { below: 17 })
  figure(`longest stall (documents; the meter lagged ${Math.round(ownLagMs)} ms), ms`, longestMs, {
    below: 200,
  })
})

test('30 comments of 99 kB as documents', async () => {
  for (let index = 0; index < 30; index++) {
    await target.build.buildComment({ spaceId, postedById: person.user.id, markdown: textOf(index, 98_000) })
  }
  const { longestMs, ownLagMs } = await target.stallsDuring(async () => {
    const query = 'query ($s: ID!) { space(id: $s) { comments(first: 30) { nodes { body { document } } } } }'
    await Promise.all([
      rest('GET', `/spaces/${spaceId}/comments?limit=30&format=document`),
      graphql(query, { s: spaceId }),
    ])
  })
  figure(`longest stall (comments; the meter lagged ${Math.round(ownLagMs)} ms), ms`, longestMs, {
    below: 200,
  })
})

test('20 aliased differences of a large change leave connections for others', async () => {
  const { id } = await target.build.buildChangeRequest({ spaceId, createdById: person.user.id })
  for (let batch = 0; batch < 6; batch++) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      operation: 'insert_page',
      title: `New ${batch}-${index}`,
      document: { markdown: `# New\n\n${textOf(index, 5_000)}` },
    }))
    await rest('POST', `/spaces/${spaceId}/change-requests/${id}/content`, { changes })
  }
  const aliases = Array.from(
    { length: 20 },
    (_, index) => `a${index}: diff(limit: 1000) { changes { type } }`,
  )
  const hunks = 'diff(limit: 300) { changes { hunks { after { start } } } }'
  const query = (fields: string) =>
    `query ($s: ID!, $c: ID) { changeRequest(spaceId: $s, id: $c) { ${fields} } }`
  let others = 0
  const { longestMs, ownLagMs } = await target.stallsDuring(async () => {
    const attack = Promise.all([
      graphql(query(aliases.join(' ')), { s: spaceId, c: id }),
      graphql(query(hunks), { s: spaceId, c: id }),
    ])
    for (; others < 20; others++) await rest('GET', `/spaces/${spaceId}`)
    await attack
  })
  expect(others).toBe(20)
  figure(`longest stall (diff; the meter lagged ${Math.round(ownLagMs)} ms), ms`, longestMs, { below: 200 })
  expect(target.bugs()).toEqual([])
})
