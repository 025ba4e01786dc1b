import { describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

type Who = { token: string } | null
type Body = Record<string, unknown>

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }
let file: string
let reusable: string

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Longer than a text that is converted on the main thread. */
const LONG = 'A sentence that makes the text long. '.repeat(200)

ownSites(async (made) => {
  owner = made
  t = owner.t
  space = await owner.space('Guide', [])
  const { insertedFiles } = await owner.send('POST', `/spaces/${space.id}/content`, {
    changes: [
      { operation: 'set_variable', name: 'version', value: 'v42' },
      { operation: 'insert_files', files: [{ name: 'a.png', base64: png }] },
      {
        operation: 'insert_reusable_content',
        title: 'Shared',
        document: { markdown: 'Shared words, see [second](/second.md).' },
      },
    ],
  })
  file = (insertedFiles as { id: string }[])[0]?.id ?? ''
  const content = await owner.send('GET', `/spaces/${space.id}/content`)
  reusable = (content.reusableContents as { id: string }[])[0]?.id ?? ''
  const links = `See [second](second.md), [a part](second.md#part), [here](#top), [hidden](secret.md), [nothing](none.md) and [elsewhere](https://example.com/).\n\n![](/files/${file})\n\nVersion <code class="expression">space.vars.version</code>.\n\n{% include "${reusable}" %}`
  space.pages = await owner.edit(space.id, [
    page('First', links),
    page('Second', '## Part\n\nWords.'),
    page('Secret', 'A narwhal.', { condition: 'visitor.claims.beta === true' }),
    page('Long', `${LONG}\n\n[second](second.md)`),
  ])
  site = await owner.site([space.id])
  await site.adapt()
})

const readerOf = async (more: object = {}): Promise<Who> => {
  const body = { url: `${t.origin}${site.base}/`, ...more }
  const answer = await callRest(t, null, 'POST', '/urls/published', { body })
  return { token: String((answer.body as Body).apiToken) }
}

interface Asked {
  evaluated?: boolean
  dereferenced?: boolean
}
const apis = [
  {
    name: 'rest',
    ofPage: async (who: Who, at: string, pageId: string, query: Asked = {}) => {
      const path = `/spaces/${space.id}/${at}/page/${pageId}/document`
      const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { status, body } = await callRest(t, who, 'GET', path, { query: asked })
      return { status, document: body as Body }
    },
  },
  {
    name: 'graphql',
    ofPage: async (who: Who, at: string, pageId: string, { evaluated, dereferenced }: Asked = {}) => {
      const [kind, id] = at.split('/')
      const field = `page(id: "${pageId}") { ... on DocumentPage {
        resolvedDocument(evaluated: ${evaluated ?? false}, dereferenced: ${dereferenced ?? false}) { document } } }`
      const isReader = who?.token.startsWith('qrr_') ?? false
      const query =
        kind === 'revisions'
          ? `{ found: node(id: "${id}") { ... on Revision { ${field} } } }`
          : isReader
            ? `{ found: publishedContent(spaceId: "${space.id}") { ${field} } }`
            : `{ found: space(id: "${space.id}") { content { ${field} } } }`
      const { data, errors } = await callGraphQL<{ found: Body | null }>(t, who, query)
      const found = (data?.found?.content ?? data?.found) as {
        page?: { resolvedDocument: Body } | null
      } | null
      const document = found?.page?.resolvedDocument?.document as Body | undefined
      return {
        status: document ? 200 : ((errors?.[0]?.extensions.status as number) ?? 404),
        document: document ?? {},
      }
    },
  },
]

/** The references of all links and images of a document. */
const refsIn = (document: unknown): unknown[] => {
  const found: unknown[] = []
  JSON.stringify(document, (key, value) => {
    if (key === 'ref') found.push(value)
    return value
  })
  return found
}

describe.each(apis)('the document of a page by $name', ({ ofPage }) => {
  const main = 'content'

  it('refers to pages, anchors and files by their IDs', async () => {
    const [first = '', second = '', secret = ''] = space.pages
    const { status, document } = await ofPage(owner.who, main, first)
    expect(status).toBe(200)
    expect(refsIn(document)).toEqual([
      { kind: 'page', page: second },
      { kind: 'anchor', anchor: 'part', page: second },
      { kind: 'anchor', anchor: 'top' },
      { kind: 'page', page: secret },
      { kind: 'url', url: 'none.md' },
      { kind: 'url', url: 'https://example.com/' },
      { kind: 'file', file },
      { kind: 'reusable-content', reusableContent: reusable },
    ])
    const long = await ofPage(owner.who, main, space.pages[3] ?? '')
    expect(refsIn(long.document)).toEqual([{ kind: 'page', page: second }])
  })

  it('is evaluated, and contains what it includes, if it is asked to', async () => {
    const [first = ''] = space.pages
    expect(JSON.stringify((await ofPage(owner.who, main, first)).document)).toContain('space.vars.version')
    for (const asked of [{ evaluated: true }, { dereferenced: true }]) {
      const text = JSON.stringify((await ofPage(owner.who, main, first, asked)).document)
      expect(text).toContain('v42')
      expect(text).toContain('Shared words')
      expect(text).not.toContain('reusable-content')
    }
  })

  it('is that of the reader of a site, without references to what is hidden', async () => {
    const [first = '', second = '', secret = ''] = space.pages
    const [anyone, tester] = [
      await readerOf(),
      await readerOf({ visitor: { jwtToken: await site.token({ beta: true }) } }),
    ]
    const { status, document } = await ofPage(anyone, main, first)
    expect(status).toBe(200)
    expect(refsIn(document)).toContainEqual({ kind: 'page', page: second })
    expect(refsIn(document)).toContainEqual({ kind: 'url', url: 'secret.md' })
    expect(JSON.stringify(document)).toContain('v42')
    expect((await ofPage(anyone, main, secret)).status).toBe(404)
    expect(refsIn((await ofPage(tester, main, first)).document)).toContainEqual({
      kind: 'page',
      page: secret,
    })
    expect((await ofPage(tester, main, secret)).status).toBe(200)
  })

  it('is that of a revision', async () => {
    const { revision } = await owner.send('GET', `/spaces/${space.id}`)
    const [first = ''] = space.pages
    const { document } = await ofPage(owner.who, `revisions/${revision}`, first)
    expect(refsIn(document)).toEqual(refsIn((await ofPage(owner.who, main, first)).document))
  })
})

it('documents are found by their ID, and of reusable contents', async () => {
  const read = async (path: string, who: Who = owner.who) => {
    const { status, body } = await callRest(t, who, 'GET', `/spaces/${space.id}/${path}`)
    return { status, body: body as Body }
  }
  const [first = '', second = '', secret = ''] = space.pages
  const { body: found } = await read(`content/page/${first}`)
  const { body } = await read(`documents/${found.documentId}`)
  expect(body).toEqual((await read(`content/page/${first}/document`)).body)
  const shared = await read(`content/reusable-contents/${reusable}/document`)
  expect(refsIn(shared.body)).toEqual([{ kind: 'page', page: second }])
  expect((await read('documents/none')).status).toBe(404)
  const hidden = (await read(`content/page/${secret}`)).body.documentId
  const reader = await readerOf()
  expect((await read(`documents/${found.documentId}`, reader)).status).toBe(200)
  expect((await read(`documents/${hidden}`, reader)).status).toBe(404)
  expect((await read(`content/reusable-contents/${reusable}/document`, reader)).status).toBe(200)
})
