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
