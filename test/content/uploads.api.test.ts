import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Space } from '../../src/generated/prisma/client.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let editor: Person
let space: Space

beforeAll(async () => {
  t = await startApp()
  space = await t.build.buildSpace()
  editor = await t.build.buildPerson({ organizationId: space.organizationId, role: 'edit' })
})
afterAll(() => t.close())

const files = (count: number, text = 'Words') => {
  const form = new FormData()
  for (let n = 0; n < count; n++) form.append('file', new Blob([text]), `words-${n}.txt`)
  return form
}
const upload = (form: FormData) => callRest(t, editor, 'POST', `/spaces/${space.id}/content/files`, { form })

const HEADERS = 'Content-Disposition: form-data; name="file"; filename="a.txt"'

describe('a form with files', () => {
  it('adds as many files as allowed, each with its name', async () => {
    const { status, body, trace } = await upload(files(20))
    expect(status, trace).toBe(201)
    const { insertedFiles } = body as { insertedFiles: { name: string; size: number }[] }
    expect(insertedFiles).toHaveLength(20)
    expect(insertedFiles[0]).toMatchObject({ name: 'words-0.txt', size: 5, contentType: 'text/plain' })
  })

  it.each([
    ['the empty line after the headers of its only part', []],
    ['the empty line after the headers of its second part', ['--b', HEADERS, '', 'Words']],
  ])('that lacks %s is rejected immediately', async (_what, before) => {
    const response = await fetch(`${t.origin}/v1/spaces/${space.id}/content/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${editor.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: [...before, '--b', HEADERS, 'Words', '--b--', ''].join('\r\n'),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { reason: 'invalid_input' } })
    expectNoFaults(t)
  })

  it('with one file more is too large', async () => {
    const { status, body } = await upload(files(21))
    expect(status).toBe(413)
    expect(body).toMatchObject({ error: { reason: 'payload_too_large' } })
    expectNoFaults(t)
  })

  it('with more than 32 MiB in all its files is too large', async () => {
    const part = 'x'.repeat(12 * 1024 * 1024)
    const { status, body } = await upload(files(3, part))
    expect(status).toBe(413)
    expect(body).toMatchObject({
      error: { message: 'The form is too large: at most 20 files with 32 MiB together are allowed.' },
    })
    expectNoFaults(t)
  })

  it('without a file is rejected with a message, and JSON is not a form', async () => {
    expect((await upload(files(0))).status).toBe(400)
    const { status } = await callRest(t, editor, 'POST', `/spaces/${space.id}/content/files`, { body: {} })
    expect(status).toBe(415)
  })
})
