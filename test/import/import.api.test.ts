import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

describe('content.import', () => {
  let t: TestApp
  let server: Server
  const web = { origin: '', asked: 0 }
  let editor: Person
  let reader: Person
  let organizationId: string
  let spaceId: string
  let changeRequestId: string

  const PAGES = {
    'README.md': '---\ndescription: "Where to begin"\n---\n\n# Welcome\n\nSee [setup](guide/setup.md).\n',
    'guide/README.md': '# Guide\r\n\r\nWindows lines.\r\n',
    'guide/setup.md': '# Set up\n\n![logo](../assets/logo.png)\n\nno newline at the end',
  }
  const INCLUDED = '---\ntitle: A note\n---\n\nRead *this*.\r\n'
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  const call = async (who: Person, method: string, path: string, body?: unknown) => {
    const response = await fetch(
      `${t.origin}/v1/spaces/${spaceId}/change-requests/${changeRequestId}${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${who.token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
    )
    // biome-ignore lint/suspicious/noExplicitAny: read property by property below
    return { status: response.status, body: (await response.json()) as any }
  }

  beforeAll(async () => {
    const site: Record<string, string | Buffer> = {
      '/docs.zip': zipOf({ ...PAGES, 'assets/logo.png': PNG }),
      '/includes.zip': zipOf({
        'guide/README.md':
          '# Start\n\n{% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/gone.md" %}\n',
        '.gitbook/includes/note.md': INCLUDED,
      }),
      '/one.md': '# One\n\nText.\n',
      '/bad.zip': zipOf({ 'README.md': '---\ntitle: [\n---\n# Bad\n' }),
      '/mixed.zip': zipOf({ 'good.md': '# Good\n', 'bad.md': '---\ntitle: [\n---\n# Bad\n' }),
    }
    server = createServer((request, response) => {
      web.asked++
      response.end(site[request.url ?? ''])
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    web.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    t = await startApp({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
    organizationId = (await t.build.buildOrganization()).id
    editor = await t.build.buildPerson({ organizationId, role: 'edit' })
    reader = await t.build.buildPerson({ organizationId, role: 'read' })
    spaceId = (await t.build.buildSpace({ organizationId })).id
    changeRequestId = (await t.build.buildChangeRequest({ spaceId })).id
  })
  afterAll(async () => {
    await t.close()
    server.closeAllConnections()
    server.close()
  })

  it('imports a zip archive, and every page has the same bytes', async () => {
    const imported = await call(editor, 'POST', '/content/import', {
      url: `${web.origin}/docs.zip`,
      source: 'zip',
    })
    expect(imported).toMatchObject({ status: 201, body: { importedResources: 4, totalResources: 4 } })
    const { pages } = (await call(editor, 'GET', '/content/pages')).body
    expect(pages.map(({ title, path }: { title: string; path: string }) => [title, path])).toEqual([
      ['Welcome', expect.any(String)],
      ['Guide', 'guide'],
    ])
    expect(pages[0].description).toBe('Where to begin')
    for (const [path, source] of Object.entries(PAGES)) {
      const found = [...pages, ...pages[1].pages].find((page) => page.git.path === path)
      expect((await call(editor, 'GET', `/content/page/${found.id}`)).body.markdown).toBe(source)
    }
    const [logo] = (await call(editor, 'GET', '/content/files')).body.items
    expect(logo).toMatchObject({
      name: 'logo.png',
      contentType: 'image/png',
      dimensions: { width: 1, height: 1 },
    })
    expect(Buffer.from(await (await fetch(logo.downloadURL)).arrayBuffer())).toEqual(PNG)
  })

  it('imports reusable contents, and pages include them', async () => {
    const imported = await call(editor, 'POST', '/content/import', {
      url: `${web.origin}/includes.zip`,
      source: 'zip',
    })
    expect(imported).toMatchObject({ status: 201, body: { importedResources: 2, totalResources: 2 } })
    const { reusableContents } = (await call(editor, 'GET', '/content')).body
    expect(reusableContents).toMatchObject([{ title: 'A note', git: { path: '.gitbook/includes/note.md' } }])
    const [{ id }] = reusableContents
    expect((await call(editor, 'GET', `/content/reusable-contents/${id}`)).body.markdown).toBe(INCLUDED)

    const { pages } = (await call(editor, 'GET', '/content/pages')).body
    const page = pages.at(-1).id
    const links = (await call(editor, 'GET', `/content/page/${page}/links`)).body
    expect(links.items).toMatchObject([
      { status: 'ok', targetReference: { kind: 'reusable-content', reusableContent: { id } } },
      { status: 'broken' },
    ])
    const { markdown } = (await call(editor, 'GET', `/content/page/${page}?evaluated=true`)).body
    expect(markdown).toBe('# Start\n\nRead *this*.\n\n{% include "../.gitbook/includes/gone.md" %}\n')
  })

  it('imports a single page with GraphQL', async () => {
    const response = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation ($input: ImportContentInput!) { importContent(input: $input) {
          importedResources totalResources revision { pageByPath(path: "one") { title } } } }`,
        variables: { input: { spaceId, changeRequestId, url: `${web.origin}/one.md`, source: 'MARKDOWN' } },
      }),
    })
    expect(await response.json()).toMatchObject({
      data: {
        importContent: {
          importedResources: 1,
          totalResources: 1,
          revision: { pageByPath: { title: 'One' } },
        },
      },
    })
  })

  it.each([
    ['a source that is not supported', { url: 'https://example.com/x', source: 'notion' }, 'source'],
    ['an unknown source', { url: 'https://example.com/x', source: 'gopher' }, 'source'],
    ['a private address', { url: 'http://10.0.0.1/x.md', source: 'markdown' }, 'url'],
    ['something that is no address', { url: 'nowhere', source: 'markdown' }, 'url'],
  ])('rejects %s, with a message', async (_what, body, member) => {
    const before = (await call(editor, 'GET', '')).body.revision
    const refused = await call(editor, 'POST', '/content/import', body)
    expect(refused).toMatchObject({ status: 400, body: { error: { reason: 'invalid_input' } } })
    expect(refused.body.error.details[0].path).toEqual([member])
    expect((await call(editor, 'GET', '')).body.revision).toBe(before)
  })

  it('lists what was left out, with the reason and the line', async () => {
    const input = { url: `${web.origin}/mixed.zip`, source: 'zip' }
    const skipped = [{ path: 'bad.md', reason: expect.stringContaining('line 3'), line: 3 }]
    const { body } = await call(editor, 'POST', '/content/import', input)
    expect(body).toMatchObject({ importedResources: 1, totalResources: 2, skipped })
    const response = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation ($input: ImportContentInput!) { importContent(input: $input) { skipped { path reason line } } }`,
        variables: { input: { spaceId, changeRequestId, ...input, source: 'ZIP' } },
      }),
    })
    expect(await response.json()).toMatchObject({ data: { importContent: { skipped } } })
  })

  it('reports the file whose front matter cannot be parsed, and applies nothing', async () => {
    const before = (await call(editor, 'GET', '')).body.revision
    const refused = await call(editor, 'POST', '/content/import', {
      url: `${web.origin}/bad.zip`,
      source: 'zip',
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: ['README.md', expect.any(Number)] }] } },
    })
    expect((await call(editor, 'GET', '')).body.revision).toBe(before)
  })

  it('requires the edit role, and fetches nothing without it', async () => {
    const { asked } = web
    const refused = await call(reader, 'POST', '/content/import', {
      url: `${web.origin}/one.md`,
      source: 'markdown',
    })
    expect(refused.status).toBe(403)
    expect(web.asked).toBe(asked)
  })

  it('includes its origin in Git, unless that is omitted on request', async () => {
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    expect((await call(admin, 'POST', '/merge')).status).toBe(200)
    const { id: revision, pages, files, reusableContents } = (await call(admin, 'GET', '/content')).body
    const prefixes = [
      `/spaces/${spaceId}/content`,
      `/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
      `/spaces/${spaceId}/revisions/${revision}`,
    ]
    const paths = [
      '',
      '/pages',
      `/page/${pages[0].id}`,
      `/path/${pages[0].path}`,
      '/files',
      `/files/${files[0].id}`,
      `/reusable-contents/${reusableContents[0].id}`,
    ]
    for (const path of prefixes.flatMap((prefix) => paths.map((below) => prefix + below))) {
      const hasMetadata = async (query: string) => {
        const answer = await callRest(t, admin, 'GET', path + query)
        expect(answer.status, answer.trace).toBe(200)
        return JSON.stringify(answer.body).includes('"git":')
      }
      expect([
        path,
        await hasMetadata(''),
        await hasMetadata('?metadata=true'),
        await hasMetadata('?metadata=false'),
      ]).toEqual([path, true, true, false])
    }
  })
})
