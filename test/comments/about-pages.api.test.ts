import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, done, failedRequests, type Place, refused, rest } from '../support/apis.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let editor: Person
let reader: Person
let stranger: Person
let organizationId: string

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  editor = await t.build.buildPerson({ organizationId, role: 'edit' })
  reader = await t.build.buildPerson({ organizationId, role: 'read' })
  stranger = await t.build.buildPerson({
    organizationId: (await t.build.buildOrganization()).id,
    role: 'admin',
  })
})
afterEach(() => {
  t.clock.now = () => new Date()
  expect(failedRequests(t)).toEqual([])
})
afterAll(() => t.close())

interface Changed {
  changes: { object: string; page?: { id: string } }[]
}

/** Changes content with a batch, and returns the ids of the inserted pages. */
async function change({ spaceId, changeRequest }: Place, ...changes: object[]): Promise<string[]> {
  const at = changeRequest === undefined ? '' : `/change-requests/${changeRequest}`
  const { status, body, trace } = await callRest(t, editor, 'POST', `/spaces/${spaceId}${at}/content`, {
    query: { compat: 'false' },
    body: { changes },
  })
  expect(status, trace).toBe(200)
  return (body as Changed).changes.flatMap(({ object, page }) =>
    object === 'created_page' ? (page?.id ?? []) : [],
  )
}

const TEXT = 'Turn it **off** and on.\n\n- one\n- two\n'
const insertPage = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: TEXT },
  ...more,
})

/** A space and a change request with the pages Setup and Setup/Pumps. */
async function prepare(isProposal: boolean) {
  const space = await t.build.buildSpace({ organizationId })
  const [setup = '', pumps = ''] = await change(
    { spaceId: space.id },
    { ...insertPage('Setup', { emoji: '🔧' }), ref: 'setup' },
    insertPage('Pumps', { into: 'setup' }),
  )
  if (!isProposal) return { place: { spaceId: space.id }, setup, pumps }
  const changeRequest = await t.build.buildChangeRequest({ spaceId: space.id })
  return { place: { spaceId: space.id, changeRequest: changeRequest.id }, setup, pumps }
}

async function blockOf({ spaceId }: Place, page: string, type: string): Promise<string> {
  const { body } = await callRest(t, editor, 'GET', `/spaces/${spaceId}/content/page/${page}`, {
    query: { format: 'document' },
  })
  const { document } = body as { document: { nodes: { type: string; key: string }[] } }
  return document.nodes.find((node) => node.type === type)?.key ?? ''
}

describe.each(apis)('a comment about a page ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each([
    ['main content', false],
    ['a change request', true],
  ])('of %s', (_where, isProposal) => {
    it('requires the comment role, whether the page exists or not', async () => {
      const { place, setup } = await prepare(isProposal)
      for (const page of [setup, newId('Page')]) {
        await refused(as(null).postComment(place, { markdown: 'Hello', page }), 401)
        await refused(as(stranger).postComment(place, { markdown: 'Hello', page }), 404)
        await refused(as(reader).postComment(place, { markdown: 'Hello', page }), 403)
      }
    })

    it('takes a page that is there', async () => {
      const { place } = await prepare(isProposal)
      const elsewhere = await prepare(isProposal)
      for (const page of [newId('Page'), elsewhere.setup]) {
        const refusal = await refused(as(editor).postComment(place, { markdown: 'Hello', page }), 400)
        expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['page'] }] })
      }
      expect((await done(as(editor).listComments(place))).items).toEqual([])
    })

    it('knows the page: its title, its emoji and where it is', async () => {
      const { place, setup, pumps } = await prepare(isProposal)
      const about = await done(as(editor).postComment(place, { markdown: 'Hello', page: setup }))
      const time = expect.stringMatching(/^\d{4}-.*Z$/)
      const page = { id: setup, title: 'Setup', emoji: '🔧', path: 'setup', createdAt: time, outdated: false }
      expect(about.page).toEqual(page)
      const below = await done(as(editor).postComment(place, { markdown: 'Hello', page: pumps }))
      expect(below.page).toEqual({
        id: pumps,
        title: 'Pumps',
        path: 'setup/pumps',
        createdAt: time,
        outdated: false,
      })
      const { items } = await done(as(reader).listComments(place))
      expect(items.map((comment) => comment.page)).toEqual([below.page, about.page])
    })

    it('is outdated once the page changes, and follows it', async () => {
      const { place, setup, pumps } = await prepare(isProposal)
      const { id: commentId } = await done(as(editor).postComment(place, { markdown: 'Hello', page: pumps }))
      const comment = () => done(as(reader).getComment({ ...place, commentId }))
      await change(place, { operation: 'update_page', page: setup, title: 'Start', slug: 'start' })
      expect((await comment()).page).toMatchObject({ path: 'start/pumps', outdated: false })
      await change(place, {
        operation: 'update_page',
        page: pumps,
        document: { markdown: '# Pumps\n\nNew.' },
      })
      expect((await comment()).page).toMatchObject({ title: 'Pumps', outdated: true })
      await change(place, { operation: 'update_page', page: pumps, into: null })
      expect((await comment()).page).toMatchObject({ path: 'pumps', outdated: true })
    })

    it('shows the last known page when the page is deleted', async () => {
      const { place, setup } = await prepare(isProposal)
      const posted = await done(as(editor).postComment(place, { markdown: 'Hello', page: setup }))
      await change(place, { operation: 'delete_page', page: setup })
      const comment = await done(as(reader).getComment({ ...place, commentId: posted.id }))
      expect(comment).toEqual({
        ...posted,
        page: { ...posted.page, outdated: true },
        permissions: expect.anything(),
      })
      await refused(as(editor).postComment(place, { markdown: 'Hello', page: setup }), 400)
    })

    it('keeps a block as it was named, and shows how it begins', async () => {
      const { place, setup } = await prepare(isProposal)
      const post = async (node: string) =>
        (await done(as(editor).postComment(place, { markdown: 'Hello', page: setup, node }))).node
      const paragraph = await blockOf(place, setup, 'paragraph')
      expect(await post(paragraph)).toEqual({ id: paragraph, preview: 'Turn it off and on.' })
      const list = await blockOf(place, setup, 'list-unordered')
      expect(await post(list)).toEqual({ id: list, preview: 'one two' })
      expect(await post('nothing')).toEqual({ id: 'nothing' })
    })
  })

  it('shows pages of many comments in as many statements as of one', async () => {
    const { place, setup, pumps } = await prepare(false)
    const now = t.clock.now()
    t.clock.now = () => now
    const statements = async () => {
      await done(as(reader).listComments(place))
      t.db.statements.length = 0
      await done(as(reader).listComments(place))
      return t.db.statements.length
    }
    const bare = await t.build.buildComment({ spaceId: place.spaceId })
    const without = await statements()
    await done(as(editor).postComment(place, { markdown: 'Hello', page: setup }))
    const ofOne = await statements()
    expect(ofOne).toBe(without + 1)
    for (const page of [setup, pumps, setup, pumps, setup]) {
      await change(place, { operation: 'update_page', page, description: newId('Page') })
      await done(as(editor).postComment(place, { markdown: 'Hello', page }))
    }
    expect(await statements()).toBe(ofOne)
    const { items } = await done(as(reader).listComments(place))
    expect(items.map(({ page }) => page?.outdated)).toEqual([false, false, true, true, true, true, undefined])
    expect(items.at(-1)?.id).toBe(bare.id)
  })
})

it('a comment about a page returns the current page and the original content in the GraphQL API', async () => {
  const { place, setup } = await prepare(true)
  const { id } = await done(rest.enter(t, editor).postComment(place, { markdown: 'Hello', page: setup }))
  const target = async () => {
    const query = `query($id: ID!) { node(id: $id) { ... on Comment { target {
      page { page { __typename title } } revision { page(id: "${setup}") { title } } } } } }`
    return (await queried<{ node: { target: unknown } }>(t, reader, query, { id })).node.target
  }
  await change(place, { operation: 'update_page', page: setup, title: 'Start' })
  expect(await target()).toEqual({
    page: { page: { __typename: 'DocumentPage', title: 'Start' } },
    revision: { page: { title: 'Setup' } },
  })
  await change(place, { operation: 'delete_page', page: setup })
  expect(await target()).toEqual({ page: { page: null }, revision: { page: { title: 'Setup' } } })
})
