import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'edit' })
const reader = await t.build.buildPerson({ organizationId, role: 'read' })
const space = await t.build.buildSpace({ organizationId })

interface Imported {
  id: string
  source: string
  url: string
  mode: string
  state: string
  importedResources: number
  skipped: { path: string; reason: string }[]
}

async function open(): Promise<string> {
  const { body } = await callRest(t, editor, 'POST', `/spaces/${space.id}/change-requests`, { body: {} })
  return `/spaces/${space.id}/change-requests/${(body as { id: string }).id}/content`
}

const send = (content: string, name: string, bytes: string | Buffer, who = editor, headers = {}) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  return callRest(t, who, 'POST', `${content}/import/file`, { form, headers })
}

const titles = async (content: string) => {
  const { body } = await callRest(t, editor, 'GET', `${content}/pages`)
  return (body as { pages: { title: string }[] }).pages.map(({ title }) => title)
}

it('imports an archive that is sent in the request, and reports what it skipped', async () => {
  const content = await open()
  const archive = zipOf({
    'README.md': '# Welcome\n',
    'guide.md': '# Guide\n',
    'broken.html': Buffer.alloc(0),
  })
  const { status, body, headers, trace } = await send(content, 'docs.zip', archive)
  expect([status, trace]).toEqual([201, trace])
  expect(headers.get('location')).toContain(content)
  const imported = body as Imported
  expect(imported).toMatchObject({ source: 'zip', url: 'file:///docs.zip', mode: 'update', state: 'success' })
  expect(await titles(content)).toEqual(expect.arrayContaining(['Welcome', 'Guide']))
  const read = await callRest(t, editor, 'GET', `/spaces/${space.id}/imports/${imported.id}`)
  expect(read.body).toMatchObject({ id: imported.id, importedResources: imported.importedResources })
})

it('adds pages in Markdown and HTML, and applies a repeated request once', async () => {
  const content = await open()
  expect((await send(content, 'Release notes.md', '# Release notes\n\nText')).status).toBe(201)
  const html = '<title>From HTML</title><h1>From HTML</h1><p>Text <img src="far.png"></p>'
  const key = { 'idempotency-key': 'import-once' }
  const first = await send(content, 'page.HTML', html, editor, key)
  const second = await send(content, 'page.HTML', html, editor, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect((second.body as Imported).id).toBe((first.body as Imported).id)
  expect(first.body).toMatchObject({ source: 'html', mode: 'add' })
  expect((await titles(content)).slice(-2)).toEqual(['Release notes', 'From HTML'])
})

it('rejects files of other types, damaged ones, several at once, and people who cannot edit', async () => {
  const content = await open()
  const before = await titles(content)
  const other = await send(content, 'picture.png', 'bytes')
  expect(other.status).toBe(400)
  expect(JSON.stringify(other.body)).toContain('.docx')
  expect((await send(content, 'docs.zip', 'no archive')).status).toBe(400)
  expect((await send(content, 'text.docx', 'no document')).status).toBe(400)
  expect((await send(content, 'page.md', '# Page', reader)).status).toBe(403)
  const two = new FormData()
  two.append('file', new Blob(['# One']), 'one.md')
  two.append('file', new Blob(['# Two']), 'two.md')
  const many = await callRest(t, editor, 'POST', `${content}/import/file`, { form: two })
  expect(many.status).toBe(413)
  expect(await titles(content)).toEqual(before)
})
