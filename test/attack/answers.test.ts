import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { StallTarget } from './stalls.ts'

/** More pages than fit into one response as documents. */
const PAGES = 12

let attacked: StallTarget
let spaceId: string

beforeAll(async () => {
  attacked = await StallTarget.start()
  spaceId = attacked.spaceId
})
afterAll(() => attacked.end())

const rest = (method: string, path: string, body?: unknown) => attacked.rest(method, path, body)
const graphql = (query: string, variables: object) => attacked.graphql(query, variables)
const measure = (name: string, work: () => Promise<unknown>) => attacked.measure(name, work)

/** A page of many small blocks, which make the longest documents. */
const textOf = (index: number, characters: number) =>
  `Page ${index}\n\n${'A *word* and `code`, [a link](https://example.com).\n\n- One\n- Two\n\n'.repeat(
    Math.floor(characters / 66),
  )}`

async function insertPages(pages: number, characters: number): Promise<void> {
  for (let done = 0; done < pages; done += 4) {
    const changes = Array.from({ length: 4 }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${done + index}`,
      document: { markdown: `# Page\n\n${textOf(done + index, characters)}` },
    }))
    await rest('POST', `/spaces/${spaceId}/content`, { changes })
  }
}

const ofPages = (fields: string) => `content { pages { nodes { ... on DocumentPage { ${fields} } } } }`
const inSpace = (fields: string) => `query ($s: ID!) { space(id: $s) { ${fields} } }`
const aliased = (times: number, field: string) =>
  Array.from({ length: times }, (_, index) => `a${index}: ${field}`).join(' ')

test('documents of pages of 240 kB', async () => {
  await insertPages(PAGES, 240_000)
  let bytes = 0
  await measure('documents', async () => {
    const fields = ['document', 'markdown', 'evaluated: document(evaluated: true)']
    const answers = await Promise.all(fields.map((field) => graphql(inSpace(ofPages(field)), { s: spaceId })))
    bytes = Math.max(...answers.map((text) => text.length))
  })
  figure('longest answer to documents, MB', bytes / 1e6, { below: 17 })
})

test('pages under 30 aliases', async () => {
  let bytes = 0
  await measure('aliases', async () => {
    const queries = [ofPages(aliased(30, 'document')), aliased(30, ofPages('markdown'))]
    const answers = await Promise.all(queries.map((fields) => graphql(inSpace(fields), { s: spaceId })))
    bytes = Math.max(...answers.map((text) => text.length))
  })
  figure('longest answer to aliases, MB', bytes / 1e6, { below: 17 })
})

/** 1,200 characters with 4,000 fields: fragments in fragments, each used ten times. */
function fragmentsInFragments(): string {
  const fragments = Array.from({ length: 3 }, (_, level) => {
    const below = level < 2 ? `spaces(first: 1) { nodes { ...S${level + 1} } }` : 'title'
    return `fragment S${level} on Space { ${aliased(10, `organization { ...O${level} }`)} }
      fragment O${level} on Organization { id ${below} }`
  })
  return `${inSpace('...S0')} ${fragments.join(' ')}`
}

test('fragments in fragments, often enough for the document to be compiled', async () => {
  await measure('fragments', async () => {
    for (let run = 0; run < 4; run++) {
      expect(await graphql(fragmentsInFragments(), { s: spaceId })).toContain('"title"')
    }
  })
})

test('30 comments of 99 kB as documents', async () => {
  const { person, target } = attacked
  const { build } = target
  for (let index = 0; index < 30; index++) {
    await build.buildComment({ spaceId, postedById: person.user.id, markdown: textOf(index, 98_000) })
  }
  await measure('comments', async () => {
    const query = 'query ($s: ID!) { space(id: $s) { comments(first: 30) { nodes { body { document } } } } }'
    await Promise.all([
      rest('GET', `/spaces/${spaceId}/comments?limit=30&format=document`),
      graphql(query, { s: spaceId }),
    ])
  })
})

test('20 aliased differences of a large change leave connections for others', async () => {
  const { person, target } = attacked
  const { id } = await target.build.buildChangeRequest({ spaceId, createdById: person.user.id })
  for (let batch = 0; batch < 3; batch++) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      operation: 'insert_page',
      title: `New ${batch}-${index}`,
      document: { markdown: `# New\n\n${textOf(index, 5_000)}` },
    }))
    await rest('POST', `/spaces/${spaceId}/change-requests/${id}/content`, { changes })
  }
  const aliases = aliased(20, 'diff(first: 1000) { nodes { type } }')
  const hunks = 'diff(first: 300) { nodes { hunks { after { start } } } }'
  const query = (fields: string) =>
    `query ($s: ID!, $c: ID) { changeRequest(spaceId: $s, id: $c) { ${fields} } }`
  let others = 0
  await measure('diff', async () => {
    const attack = Promise.all([
      graphql(query(aliases), { s: spaceId, c: id }),
      graphql(query(hunks), { s: spaceId, c: id }),
    ])
    for (; others < 20; others++) await rest('GET', `/spaces/${spaceId}`)
    await attack
  })
  expect(others).toBe(20)
  expect(target.bugs()).toEqual([])
})
