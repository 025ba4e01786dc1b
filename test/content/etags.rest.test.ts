import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done } from '../support/apis.ts'
import { contentApis } from '../support/apis-content.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

let t: TestApp
let cast: PeopleByRole
let spaceId: string
let pageId: string

const editor = () => {
  const [rest] = contentApis
  if (!rest) throw new Error('There is no REST API to test.')
  return rest.enter(t, cast.edit)
}

beforeAll(async () => {
  t = await startApp()
  cast = await buildPeopleByRole(t)
  spaceId = (await t.build.buildSpace({ organizationId: cast.organization.id })).id
  const change = { operation: 'insert_page', title: 'Page', document: { markdown: 'One\n' } }
  pageId = (await done(editor().change({ spaceId }, [change])))[0]?.id ?? ''
})
afterAll(() => t.close())

async function get(path: string, etag?: string | null) {
  t.db.statements.length = 0
  const response = await fetch(`${t.origin}/v1/spaces/${spaceId}${path}`, {
    headers: { authorization: `Bearer ${cast.read.token}`, ...(etag ? { 'if-none-match': etag } : {}) },
  })
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: await response.text(),
    texts: t.db.statements.filter(({ text }) => text.includes('"Document"')).length,
  }
}

describe('the tag of content', () => {
  it('is compared before a text is read', async () => {
    const path = `/content/page/${pageId}`
    const first = await get(path)
    expect(first).toMatchObject({ status: 200, texts: 1 })
    expect(await get(path, first.etag)).toEqual({ status: 304, etag: first.etag, body: '', texts: 0 })
    expect(await get(path, '"another"')).toMatchObject({ status: 200, texts: 1 })
  })

  it('is that of the revision, so an edit changes it and an earlier revision keeps its own', async () => {
    const path = `/content/page/${pageId}`
    const { etag } = await get(path)
    const { id: revision } = await done(editor().revision({ spaceId }))
    const document = { markdown: 'Two\n' }
    await done(editor().change({ spaceId }, [{ operation: 'update_page', page: pageId, document }]))
    const after = await get(path, etag)
    expect(after.status).toBe(200)
    expect(JSON.parse(after.body)).toMatchObject({ markdown: 'Two\n' })
    expect(await get(`/revisions/${revision}/page/${pageId}`, etag)).toMatchObject({ status: 304 })
  })
})

describe('the tree of a large space', () => {
  const path = '/content/pages'
  const ask = (token: string, encoding = 'identity') => {
    t.db.statements.length = 0
    return fetch(`${t.origin}/v1/spaces/${spaceId}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
    })
  }
  const treeReads = () => t.db.statements.filter(({ text }) => text.includes('"ContentNode"')).length

  beforeAll(async () => {
    const changes = Array.from({ length: 50 }, (_, n) => ({
      operation: 'insert_page',
      title: `Page ${n} ${'é'.repeat(200)}`,
      document: { markdown: 'Text\n' },
    }))
    await done(editor().change({ spaceId }, changes))
  })

  it('is built once for a revision, in every encoding', async () => {
    const first = await (await ask(cast.read.token)).text()
    expect(treeReads()).toBeGreaterThan(0)
    for (const encoding of ['identity', 'br', 'gzip', 'br']) {
      const response = await ask(cast.edit.token, encoding)
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(await response.text()).toBe(first)
      expect(treeReads()).toBe(0)
    }
    await done(editor().change({ spaceId }, [{ operation: 'update_page', page: pageId, title: 'Renamed' }]))
    const after = (await (await ask(cast.read.token)).json()) as { pages: { id: string; title: string }[] }
    expect(after.pages.find(({ id }) => id === pageId)?.title).toBe('Renamed')
  })

  it('is not returned to those who may not read it', async () => {
    await (await ask(cast.read.token)).text()
    const { token: scoped } = await t.build.buildToken({ userId: cast.read.user.id, scopes: ['user:read'] })
    expect((await ask(scoped)).status).toBe(403)
    expect((await ask(cast.stranger.token)).status).toBe(404)
  })
})

describe('a body', () => {
  it.each(['/content', '/comments'])('can have a limited number of values (%s)', async (path) => {
    const response = await fetch(`${t.origin}/v1/spaces/${spaceId}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cast.edit.token}`, 'content-type': 'application/json' },
      body: `{"a": [${'0,'.repeat(150_000)}0]}`,
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('at most 150000 are allowed in one request')
  })
})
