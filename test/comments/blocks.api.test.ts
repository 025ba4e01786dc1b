import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { apis, failedRequests, type Place } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'create' })
const reader = await t.build.buildPerson({ organizationId, role: 'read' })
afterEach(() => {
  t.clock.now = () => new Date()
  expect(failedRequests(t)).toEqual([])
})

const TEXT = 'Intro.\n\nTurn it off and on.\n\n- one\n- two words\n- three\n\nThe end.\n'

async function rest<Body>(who: Person, method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
  const answer = await callRest(t, who, method, path, {
    ...(body ? { body } : {}),
    ...(path.endsWith('/content') ? { query: { compat: 'false' } } : {}),
  })
  expect(answer.status, answer.trace).toBeLessThan(300)
  return answer.body as Body
}

const pathOf = ({ spaceId, changeRequest }: Place) =>
  changeRequest === undefined ? `/spaces/${spaceId}` : `/spaces/${spaceId}/change-requests/${changeRequest}`

interface Changed {
  changes: { page?: { id: string } }[]
}

const change = (place: Place, ...changes: object[]) =>
  rest<Changed>(editor, 'POST', `${pathOf(place)}/content`, { changes })

const write = (place: Place, page: string, markdown: string) =>
  change(place, { operation: 'update_page', page, document: { markdown } })

interface Written {
  place: Place
  page: string
}

/** A space with a page; `isProposal`: in a change request of it. */
async function prepare(isProposal = false): Promise<Written> {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const { changes } = await change(
    { spaceId },
    { operation: 'insert_page', title: 'Pumps', document: { markdown: TEXT } },
  )
  const page = changes[0]?.page?.id ?? ''
  if (!isProposal) return { place: { spaceId }, page }
  const { id: changeRequest } = await t.build.buildChangeRequest({ spaceId })
  return { place: { spaceId, changeRequest }, page }
}

interface Node {
  key: string
  type: string
  nodes?: Node[]
}

/** The key of a block of a page, by its position. */
async function keyOf({ place, page }: Written, ...path: number[]): Promise<string> {
  const { document } = await rest<{ document: Node }>(
    editor,
    'GET',
    `${pathOf(place)}/content/page/${page}?format=document`,
  )
  return path.reduce<Node | undefined>((node, at) => node?.nodes?.[at], document)?.key ?? ''
}

async function comment({ place, page }: Written, node: string): Promise<string> {
  const { id } = await rest<{ id: string }>(editor, 'POST', `${pathOf(place)}/comments`, {
    body: { markdown: 'Really?' },
    page,
    node,
  })
  return id
}

interface Followed {
  markdown?: string
  outdated: boolean
  current?: { key: string; type: string; lines: { first: number; last: number }; markdown: string }
}

const FIELDS = 'markdown outdated current { key type lines { first last } markdown }'

const readers: Record<'rest' | 'graphql', (place: Place, commentId: string) => Promise<Followed>> = {
  rest: async (place, commentId) => {
    const found = await rest<{ target: { node: Followed & { current?: { id: string } } } }>(
      reader,
      'GET',
      `${pathOf(place)}/comments/${commentId}`,
    )
    const { markdown, outdated, current } = found.target.node
    if (!current) return { ...(markdown === undefined ? {} : { markdown }), outdated }
    const { id: key, type, lines, markdown: text } = current as typeof current & { id: string }
    return { markdown: markdown ?? '', outdated, current: { key, type, lines, markdown: text } }
  },
  graphql: async (_place, id) => {
    const query = `query($id: ID!) { node(id: $id) { ... on Comment { target { node { ${FIELDS} } } } } }`
    const { node } = await queried<{ node: { target: { node: Followed } } }>(t, reader, query, { id })
    const found = Object.entries(node.target.node).filter(([, value]) => value !== null)
    return Object.fromEntries(found) as unknown as Followed
  },
}

const PARAGRAPH = 'Turn it off and on.'

describe.each(apis)('the block of a comment ($name)', ({ name }) => {
  const block = readers[name]

  describe.each([
    ['main content', false],
    ['a change request', true],
  ])('on %s', (_where, isProposal) => {
    it('is where it is now, and its text is the same, after edits elsewhere', async () => {
      const written = await prepare(isProposal)
      const { place, page } = written
      const key = await keyOf(written, 1)
      const id = await comment(written, key)
      const current = { key, type: 'paragraph', lines: { first: 3, last: 3 }, markdown: PARAGRAPH }
      expect(await block(place, id)).toEqual({ markdown: PARAGRAPH, outdated: false, current })
      await write(place, page, `---\nicon: book\n---\nOther words.\n\nNew.\n\n${TEXT.replace('three', '3')}`)
      expect(await block(place, id)).toEqual({
        markdown: PARAGRAPH,
        outdated: false,
        current: { ...current, lines: { first: 10, last: 10 } },
      })
    })

    it('is outdated after an edit of it, with both texts, until the text is as before', async () => {
      const written = await prepare(isProposal)
      const { place, page } = written
      const id = await comment(written, await keyOf(written, 1))
      const edited = 'Turn it off, wait, and on.'
      await write(place, page, TEXT.replace(PARAGRAPH, edited))
      expect(await block(place, id)).toEqual({
        markdown: PARAGRAPH,
        outdated: true,
        current: {
          key: await keyOf(written, 1),
          type: 'paragraph',
          lines: { first: 3, last: 3 },
          markdown: edited,
        },
      })
      await write(place, page, TEXT.replace(`${PARAGRAPH}\n\n`, ''))
      expect(await block(place, id)).toEqual({ markdown: PARAGRAPH, outdated: true })
      await write(place, page, TEXT)
      expect(await block(place, id)).toMatchObject({ outdated: false, current: { markdown: PARAGRAPH } })
    })

    it('follows the page when it is moved, and is nowhere when the page is deleted', async () => {
      const written = await prepare(isProposal)
      const { place, page } = written
      const id = await comment(written, await keyOf(written, 2, 1))
      await change(place, { operation: 'insert_page', title: 'Above', ref: 'above' }, {
        operation: 'update_page',
        page,
        into: 'above',
      } as object)
      expect(await block(place, id)).toMatchObject({
        markdown: '- two words',
        outdated: false,
        current: { type: 'list-item', lines: { first: 6, last: 6 } },
      })
      await change(place, { operation: 'delete_page', page })
      expect(await block(place, id)).toEqual({ markdown: '- two words', outdated: true })
    })

    it('that never existed is nowhere', async () => {
      const written = await prepare(isProposal)
      expect(await block(written.place, await comment(written, 'nothing'))).toEqual({ outdated: true })
    })
  })

  it('is followed through a merge into main content, and through an update from it', async () => {
    const main = await prepare()
    const { spaceId } = main.place
    const { id: first } = await t.build.buildChangeRequest({ spaceId })
    const { id: second } = await t.build.buildChangeRequest({ spaceId })
    const ofMain = await comment(main, await keyOf(main, 1))
    const proposed = { page: main.page, place: { spaceId, changeRequest: second } }
    const ofProposal = await comment(proposed, await keyOf(proposed, 3))
    await write(
      { spaceId, changeRequest: first },
      main.page,
      `Above.\n\n${TEXT.replace(PARAGRAPH, 'Turn it on again.')}`,
    )
    await rest(editor, 'POST', `/spaces/${spaceId}/change-requests/${first}/merge`)
    expect(await block(main.place, ofMain)).toMatchObject({
      markdown: PARAGRAPH,
      outdated: true,
      current: { markdown: 'Turn it on again.', lines: { first: 5, last: 5 } },
    })
    await rest(editor, 'POST', `/spaces/${spaceId}/change-requests/${second}/update`)
    expect(await block(proposed.place, ofProposal)).toMatchObject({
      outdated: false,
      current: { markdown: 'The end.', lines: { first: 11, last: 11 } },
    })
  })

  it('is read in as many statements for many comments on many pages as for one', async () => {
    const { place, page } = await prepare()
    const list = async () => {
      if (name === 'rest') {
        return rest<{ items: { target: { node: Followed } }[] }>(
          reader,
          'GET',
          `${pathOf(place)}/comments?current=true`,
        ).then(({ items }) => items.map(({ target }) => target.node))
      }
      const query = `query($id: ID!) { space(id: $id) { comments { nodes { target { node { ${FIELDS} } } } } } }`
      const { space } = await queried<{
        space: { comments: { nodes: { target: { node: Followed } }[] } }
      }>(t, reader, query, { id: place.spaceId })
      return space.comments.nodes.map(({ target }) => target.node)
    }
    // The use of a token is noted once a minute.
    const now = t.clock.now()
    t.clock.now = () => now
    const statements = async () => {
      await list()
      t.db.statements.length = 0
      const found = await list()
      return { count: t.db.statements.length, found }
    }
    await comment({ place, page }, await keyOf({ place, page }, 1))
    const one = await statements()
    for (let n = 0; n < 5; n++) {
      const { changes } = await change(place, {
        operation: 'insert_page',
        title: `Page ${n}`,
        document: { markdown: `Number ${n}.\n\n${TEXT}` },
      })
      const other = { place, page: changes[0]?.page?.id ?? '' }
      await comment(other, await keyOf(other, 1))
      await comment(other, await keyOf(other, 0))
      await write(place, other.page, `Number ${n}.\n\nNew.\n\n${TEXT}`)
    }
    const many = await statements()
    expect(many.found).toHaveLength(11)
    expect(many.found.map(({ outdated }) => outdated)).toEqual(Array(11).fill(false))
    expect(many.count).toBe(one.count)
  })
})

it('a comment that was stored before blocks were followed is followed as well', async () => {
  const written = await prepare()
  const key = await keyOf(written, 1)
  const { id } = await t.build.buildComment({
    spaceId: written.place.spaceId,
    pageId: written.page,
    nodeId: key,
    nodePreview: null,
  })
  await write(written.place, written.page, `New.\n\n${TEXT}`)
  for (const read of Object.values(readers)) {
    expect(await read(written.place, id)).toMatchObject({ outdated: false, current: { lines: { first: 5 } } })
  }
})

it('lists of comments in the REST API have the texts of blocks only on request', async () => {
  const written = await prepare()
  const key = await keyOf(written, 1)
  await comment(written, key)
  const { items } = await rest<{ items: { target: { node: object } }[] }>(
    reader,
    'GET',
    `${pathOf(written.place)}/comments`,
  )
  expect(items[0]?.target.node).toEqual({ id: key, preview: PARAGRAPH })
})

it('the conversation of a change request has blocks in a fixed number of statements', async () => {
  const document = readFileSync(join(projectRoot, 'test/apis/console-documents/review.graphql'), 'utf8')
  const written = await prepare(true)
  const { place, page } = written
  const talk = async () => {
    const run = () =>
      runGraphQL<{ changeRequest: { comments: { nodes: { target: { node: Followed } }[] } } }>(
        document,
        'ChangeRequestTalk',
        { id: place.changeRequest },
      )
    await run()
    t.db.statements.length = 0
    const { changeRequest } = await run()
    return { statements: t.db.statements.length, nodes: changeRequest.comments.nodes }
  }
  for (const at of [0, 1, 3]) await comment(written, await keyOf(written, at))
  await write(place, page, TEXT.replace('Intro', 'New intro').replace('The end.\n', ''))
  const { statements, nodes } = await talk()
  expect(nodes.map(({ target: { node } }) => [node.outdated, node.current?.markdown])).toEqual([
    [true, 'New intro.'],
    [false, PARAGRAPH],
    [true, undefined],
  ])
  expect(statements).toBeLessThanOrEqual(7)
})

/** One operation of a document with several. */
async function runGraphQL<Data>(query: string, operationName: string, variables: object): Promise<Data> {
  const response = await fetch(`${t.origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, operationName, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}
