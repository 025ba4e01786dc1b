import { describe, expect, it } from 'vitest'
import { buildWorld } from '../access/world.ts'
import { appForFile } from '../support/app.ts'
import { bodyOf, expectRefused, query, send } from '../support/refusals.ts'

const t = await appForFile()
const world = await buildWorld(t)

const TEXT = '## Heading\n\nSome **bold** text, [a link](https://example.com) and a list:\n\n* one\n* two\n'

const token = () => world.people.admin.token
const contentPath = () => `/v1/spaces/${world.spaceId}/change-requests/${world.changeRequestId}/content`
const read = async (pageId: string, format: 'markdown' | 'document') =>
  bodyOf(await send(t.origin, `${contentPath()}/page/${pageId}?format=${format}`, { token: token() }))

type Change = Record<string, unknown>

const rest = {
  name: 'REST',
  change: (operation: string, change: Change) =>
    send(t.origin, contentPath(), {
      method: 'POST',
      token: token(),
      json: { compat: false, changes: [{ operation, ...change }] },
    }),
  pageOf: (body: { changes: { page: { id: string } }[] }) => body.changes[0]?.page.id ?? '',
}

const graphql = {
  name: 'GraphQL',
  change: (operation: string, change: Change) =>
    query(
      t.origin,
      'mutation ($input: ChangeContentInput!) { changeContent(input: $input) { changes { subjectId } } }',
      {
        token: token(),
        variables: {
          input: {
            spaceId: world.spaceId,
            changeRequestId: world.changeRequestId,
            changes: [{ [operation.replace('_p', 'P')]: change }],
          },
        },
      },
    ),
  pageOf: (body: { data: { changeContent: { changes: { subjectId: string }[] } } }) =>
    body.data.changeContent.changes[0]?.subjectId ?? '',
}

describe.each([rest, graphql])('the text of a page, over $name', ({ change, pageOf }) => {
  const insert = async (text: Change) =>
    pageOf(bodyOf(await change('insert_page', { title: 'Page', ...text })))

  it('is accepted as a document with markdown, and as markdown next to the other fields', async () => {
    const pages = [await insert({ document: { markdown: TEXT } }), await insert({ markdown: TEXT })]
    for (const id of pages) expect((await read(id, 'markdown')).markdown).toContain('Some **bold** text')
  })

  it('is accepted as a document of nodes, and returned unchanged', async () => {
    const { document } = await read(await insert({ markdown: TEXT }), 'document')
    const copy = await insert({ document: { document } })
    expect((await read(copy, 'document')).document).toEqual(document)
    const emptied = await insert({ title: 'Empty' })
    await change('update_page', { page: emptied, document: { document } })
    expect((await read(emptied, 'document')).document).toEqual(document)
  })

  it('is replaced by the markdown next to the page', async () => {
    const page = await insert({ markdown: TEXT })
    await change('update_page', { page, markdown: 'Other words\n' })
    expect((await read(page, 'markdown')).markdown).toContain('Other words')
  })

  it('is rejected when it is sent twice', async () => {
    const answer = await change('insert_page', { markdown: TEXT, document: { markdown: TEXT } })
    const isField = 'data' in bodyOf(answer)
    if (!isField) expectRefused(answer, 'invalid_input')
    expect(answer.text).toContain('must have the text once')
  })
})

describe('a text over REST', () => {
  it('is accepted as the nodes of a document without the field document around them', async () => {
    const markdown = bodyOf(await rest.change('insert_page', { title: 'One', markdown: TEXT }))
    const { document } = await read(rest.pageOf(markdown), 'document')
    const nodes = bodyOf(await rest.change('insert_page', { title: 'Two', document }))
    expect((await read(rest.pageOf(nodes), 'document')).document).toEqual(document)
  })

  it.each([
    ['nodes without a document', { nodes: [] }],
    ['a misspelled member', { markDown: TEXT }],
  ])('is rejected in a field that is not read: %s', async (_what, document) => {
    const failure = expectRefused(await rest.change('insert_page', { document }), 'invalid_input')
    expect(failure.message).toContain('{"markdown": "..."}')
  })
})
