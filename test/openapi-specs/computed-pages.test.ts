import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany } from '../support/company.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let cast: Company
beforeAll(async () => {
  t = await startApp({ environment: { RUN_JOBS: 'true' } })
  cast = await foundCompany(t, await buildPeople(t))
})
afterAll(() => t.close())

interface Page {
  id: string
  type: string
  title: string
  slug: string
  path: string
  markdown: string
  computed?: { type: string; props: object; dependencies: object }
  computedSeed?: string
  pages?: Page[]
}

const rest = async <Body>(method: string, path: string, body?: object, who: keyof Company = 'admin') => {
  const options = body ? { body } : {}
  const answer = await callRest(t, cast[who] as { token: string }, method, path, options)
  return { status: answer.status, headers: answer.headers, body: answer.body as Body }
}
const content = () => `/spaces/${cast.space.id}/content`
const pages = async (query = '') =>
  (await rest<{ pages: Page[] }>('GET', `${content()}/pages${query}`)).body.pages
const insert = (change: object, who: keyof Company = 'admin') =>
  rest<{ changes: { page: { id: string } }[]; error?: { message: string } }>(
    'POST',
    content(),
    { changes: [{ operation: 'insert_page', ...change }] },
    who,
  )
const source = (spec: string, models = true) => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})
const document = (tags: string[]) => `openapi: 3.0.3
info: { title: Shop, version: '1', description: 'A shop.' }
paths:
${tags.map((tag) => `  /${tag}: { get: { tags: [${tag}], operationId: list_${tag}, summary: List all ${tag}, responses: { '200': { description: ok } } } }`).join('\n')}
components: { schemas: { Item: { type: object } } }
`
async function put(slug: string, tags: string[]): Promise<void> {
  const { status } = await rest('PUT', `/orgs/${cast.organization.id}/openapi/${slug}`, {
    source: { text: document(tags) },
  })
  expect(status).toBeLessThan(300)
  t.app.background.recheck()
  await t.app.background.idle()
}

it('a computed page is read as the pages of its spec, in both APIs', async () => {
  await put('shop', ['orders', 'carts'])
  await insert({ title: 'Orders', slug: 'orders' })
  const inserted = await insert({ type: 'computed', computed: source('shop') })
  const sourceId = inserted.body.changes[0]?.page.id ?? ''
  const shown = await pages()
  expect(shown.map(({ title, type }) => [title, type])).toEqual([
    ['Orders', 'document'],
    ['Shop', 'document'],
    ['orders', 'document'],
    ['carts', 'document'],
    ['Models', 'document'],
  ])
  const [, info, orders, carts, models] = shown
  expect(carts).toMatchObject({
    slug: 'carts',
    path: 'carts',
    id: expect.stringMatching(new RegExp(`^${sourceId}_[0-9a-f]{12}$`)),
    computed: {
      type: 'builtin:openapi',
      props: { doc: 'operations', page: 'carts' },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'shop' }, value: { slug: 'shop' } } },
    },
    computedSeed: expect.any(String),
  })
  expect(info?.computed?.props).toEqual({ doc: 'info', page: 'shop' })
  expect(models?.computed?.props).toEqual({ doc: 'models' })
  // The stored page keeps its slug.
  expect(orders?.slug).toMatch(/^orders-[0-9a-f]{4}$/)

  for (const page of [info, orders, carts, models]) {
    const byId = await rest<Page>('GET', `${content()}/page/${page?.id}`)
    const byPath = await rest<Page>('GET', `${content()}/path/${page?.path}`)
    expect(byId.body).toMatchObject({ id: page?.id, title: page?.title, path: page?.path, pages: [] })
    expect(byPath.body).toEqual(byId.body)
  }
  const { body: text } = await rest<Page>('GET', `${content()}/page/${carts?.id}`)
  expect(text.markdown).toContain('## List all carts')
  expect(text.markdown).toContain(
    '{% openapi-operation spec="shop" path="/carts" method="get" operationId="list_carts" %}',
  )
  const { body: tree } = await rest<{ document: object }>(
    'GET',
    `${content()}/page/${carts?.id}?format=document`,
  )
  expect(JSON.stringify(tree.document)).toContain('"type":"openapi-operation"')

  const plain = await pages('?computed=false')
  expect(plain.map(({ type }) => type)).toEqual(['document', 'computed'])
  expect(plain[1]).toMatchObject({ id: sourceId, computed: source('shop') })
  expect((await rest('GET', `${content()}/page/${carts?.id}?computed=false`)).status).toBe(404)

  const selection =
    'content(computed: $computed) { pages { nodes { id title __typename ... on DocumentPage { slug computedSeed } } } page(id: $page) { title path ... on DocumentPage { markdown computed } } pageByPath(path: "carts") { title } allPages { totalCount } }'
  const query = `query($id: ID!, $page: ID!, $computed: Boolean!) { space(id: $id) { ${selection} } }`
  const variables = { id: cast.space.id, page: carts?.id, computed: true }
  const found = await queried<{ space: { content: { pages: { nodes: Page[] } } } }>(
    t,
    cast.admin,
    query,
    variables,
  )
  expect(found.space.content).toMatchObject({
    page: { title: 'carts', path: 'carts', markdown: text.markdown, computed: carts?.computed },
    pageByPath: { title: 'carts' },
    allPages: { totalCount: 5 },
  })
  expect(found.space.content.pages.nodes.map(({ slug }) => slug)).toEqual(shown.map(({ slug }) => slug))
  expect(found.space.content.pages.nodes.map(({ id }) => id.split('-')[0])).toEqual(shown.map(({ id }) => id))
  const stored = await queried(t, cast.admin, query, { ...variables, computed: false })
  expect(stored).toMatchObject({
    space: {
      content: {
        page: null,
        pageByPath: null,
        allPages: { totalCount: 2 },
        pages: { nodes: [{}, { __typename: 'ComputedPage' }] },
      },
    },
  })
})

it('a computed page follows the spec: new tags, the same ids, and a new tag of the response', async () => {
  const before = await rest<{ pages: Page[] }>('GET', `${content()}/pages`)
  const etag = before.headers.get('etag') ?? ''
  const again = await callRest(t, cast.admin, 'GET', `${content()}/pages`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  await put('shop', ['carts', 'users', 'orders'])
  const after = await callRest(t, cast.admin, 'GET', `${content()}/pages`, {
    headers: { 'if-none-match': etag },
  })
  expect(after.status).toBe(200)
  const idOf = (all: Page[], title: string) => all.find((page) => page.title === title)?.id
  const shown = (after.body as { pages: Page[] }).pages
  expect(shown.map(({ title }) => title)).toEqual(['Orders', 'Shop', 'carts', 'users', 'orders', 'Models'])
  for (const title of ['Shop', 'carts', 'orders', 'Models'])
    expect(idOf(shown, title)).toBe(idOf(before.body.pages, title))
})

it('a computed page says that a spec is gone', async () => {
  await put('old', ['a'])
  await insert({ type: 'computed', computed: source('old', false) })
  const one = (await pages()).filter(({ slug }) => slug.startsWith('old-'))
  expect(one.map(({ title, slug }) => [title, slug])).toEqual([
    ['Shop', 'old-shop'],
    ['a', 'old-a'],
  ])
  await rest('DELETE', `/orgs/${cast.organization.id}/openapi/old`)
  const gone = (await pages()).at(-1)
  expect(gone).toMatchObject({ title: 'old', type: 'document' })
  expect((await rest('GET', `${content()}/page/${one[1]?.id}`)).status).toBe(404)
  const { body } = await rest<Page>('GET', `${content()}/page/${gone?.id}`)
  expect(body.markdown).toContain('`old` does not exist')
})

it('a computed page cannot have a source that the caller cannot see, or that is none', async () => {
  const refused = async (change: object, who: keyof Company = 'admin') =>
    (await insert(change, who)).body.error?.message
  expect(await refused({ type: 'computed' })).toContain('requires a source')
  expect(await refused({ type: 'document', computed: source('shop') })).toContain(
    'Only a page of type computed',
  )
  expect(await refused({ type: 'computed', computed: source('none') })).toContain('no OpenAPI spec "none"')
  expect(await refused({ type: 'computed', computed: { ...source('shop'), type: 'other' } })).toContain(
    'computed.type',
  )
  const guest = { userId: cast.guest.user.id }
  await t.build.buildGrant('edit', guest, { spaceId: cast.space.id }, cast.organization.id)
  expect(await refused({ type: 'computed', computed: source('shop') }, 'guest')).toContain(
    'no OpenAPI spec "shop"',
  )
})

const found = async (query: string) => {
  t.app.background.recheck()
  await t.app.background.idle()
  const { body } = await rest<{ items: { title: string; path: string; sections?: { title: string }[] }[] }>(
    'GET',
    `/spaces/${cast.space.id}/search?query=${query}`,
  )
  return body.items.map(({ title, path }) => [title, path])
}

it('the search finds operations of computed pages, and follows the spec', async () => {
  await put('shop', ['carts', 'invoices'])
  expect(await found('invoices')).toEqual([['invoices', 'invoices']])
  await put('shop', ['carts', 'receipts'])
  expect(await found('invoices')).toEqual([])
  expect(await found('receipts')).toEqual([['receipts', 'receipts']])
  await insert({ title: 'Other' })
  expect(await found('receipts')).toEqual([['receipts', 'receipts']])
  const [, stored] = await pages('?computed=false')
  await rest('POST', content(), { changes: [{ operation: 'delete_page', page: stored?.id }] })
  expect(await found('receipts')).toEqual([])
})

interface FoundLink {
  status: string
  targetReference?: { page?: { id: string }; url?: string }
}
const linksOf = async (pageId: string, of = '') => {
  t.app.background.recheck()
  await t.app.background.idle()
  const { body } = await rest<{ items: FoundLink[] }>('GET', `${of || content()}/page/${pageId}/links`)
  return body.items.map(({ status, targetReference: to }) => [status, to?.page?.id ?? to?.url])
}

it('links to computed pages are resolved by path and id, and again when the spec changes', async () => {
  await put('shop', ['carts', 'invoices'])
  const inserted = await insert({ type: 'computed', computed: source('shop') })
  const sourceId = inserted.body.changes[0]?.page.id ?? ''
  const idOf = async (title: string) => (await pages()).find((page) => page.title === title)?.id ?? ''
  const [carts, invoices] = [await idOf('carts'), await idOf('invoices')]
  const markdown = `[a](/shop-carts) [b](/pages/${invoices}) [c](/shop-invoices#anything) [d](/shop-receipts)\n`
  const linking = await insert({ title: 'Linking', document: { markdown } })
  const id = linking.body.changes[0]?.page.id ?? ''
  expect(await linksOf(id)).toEqual([
    ['ok', carts],
    ['ok', invoices],
    ['ok', invoices],
    ['broken', '/shop-receipts'],
  ])
  const { body: back } = await rest<{ items: object[] }>('GET', `${content()}/page/${invoices}/backlinks`)
  expect(back.items).toHaveLength(2)

  await put('shop', ['carts', 'receipts'])
  const receipts = await idOf('receipts')
  expect(await linksOf(id)).toEqual([
    ['ok', carts],
    ['broken', `/pages/${invoices}`],
    ['broken', '/shop-invoices#anything'],
    ['ok', receipts],
  ])
  await put('shop', ['invoices', 'carts'])
  expect((await linksOf(id)).map(([status]) => status)).toEqual(['ok', 'ok', 'ok', 'broken'])

  // A change request that deletes the source breaks them there alone.
  const { body: proposal } = await rest<{ id: string }>('POST', `/spaces/${cast.space.id}/change-requests`, {
    subject: 'Remove',
  })
  const proposed = `/spaces/${cast.space.id}/change-requests/${proposal.id}/content`
  await rest('POST', proposed, { changes: [{ operation: 'delete_page', page: sourceId }] })
  expect((await linksOf(id, proposed)).map(([status]) => status)).toEqual(Array(4).fill('broken'))
  expect((await linksOf(id)).map(([status]) => status)).toEqual(['ok', 'ok', 'ok', 'broken'])
  await rest('POST', content(), { changes: [{ operation: 'delete_page', page: sourceId }] })
  expect((await linksOf(id)).map(([status]) => status)).toEqual(Array(4).fill('broken'))
})

it('a spec lists the pages that show it, in both APIs, to those who see them', async () => {
  await put('used', ['orders'])
  const uses = async (who: keyof Company = 'admin') => {
    const at = `/orgs/${cast.organization.id}/openapi/used/uses`
    const { body } = await rest<{
      items: { kind: string; page: string; title: string; path: string; space: { id: string } }[]
    }>('GET', at, undefined, who)
    const { organization } = await queried<{
      organization: {
        openAPISpec: {
          uses: {
            totalCount: number
            nodes: { kind: string; pageId: string; title: string; path: string; space: { id: string } }[]
          }
        }
      }
    }>(
      t,
      cast[who] as { token: string },
      'query($id: ID!) { organization(id: $id) { openAPISpec(slug: "used") { uses { totalCount nodes { kind pageId title path space { id } } } } } }',
      { id: cast.organization.id },
    )
    const { nodes, totalCount } = organization.openAPISpec.uses
    expect(
      nodes.map(({ kind, pageId, title, path, space }) => [
        kind.toLowerCase(),
        pageId,
        title,
        path,
        space.id,
      ]),
    ).toEqual(body.items.map(({ kind, page, title, path, space }) => [kind, page, title, path, space.id]))
    expect(totalCount).toBe(nodes.length)
    return nodes.map(({ pageId }) => pageId)
  }
  expect(await uses()).toEqual([])
  const inserted = await insert({ type: 'computed', computed: source('used') })
  const id = inserted.body.changes[0]?.page.id ?? ''
  expect(await uses()).toEqual([id])
  expect(await uses('read')).toEqual([id])
  const { prisma } = t.db.database
  await prisma.space.update({ where: { id: cast.space.id }, data: { defaultLevel: null } })
  expect(await uses('read')).toEqual([])
  await prisma.space.update({ where: { id: cast.space.id }, data: { defaultLevel: 'inherit' } })
  await rest('POST', content(), { changes: [{ operation: 'delete_page', page: id }] })
  expect(await uses()).toEqual([])

  // Blocks in the text of a page, also of one whose anchors are unknown because it includes other content.
  const block =
    '{% openapi-operation spec="used" path="/orders" method="get" %}\n{% endopenapi-operation %}\n'
  const include = '{% include "/reusable/none" %}\n'
  const pageOf = async (title: string, markdown: string) =>
    (await insert({ title, document: { markdown } })).body.changes[0]?.page.id ?? ''
  const shown = await pageOf('Orders', `# Orders\n\n${block}`)
  const including = await pageOf('Included', `# Included\n\n${include}\n${block}`)
  await pageOf('Code', `# Code\n\n\`\`\`\n${block}\`\`\`\n`)
  expect((await uses()).sort()).toEqual([shown, including].sort())
  const text = { operation: 'update_page', page: shown, document: { markdown: '# Orders\n\nNothing.\n' } }
  await rest('POST', content(), { changes: [text] })
  expect(await uses()).toEqual([including])
})
