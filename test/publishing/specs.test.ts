import { expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { ownSites, page, type SiteOwner } from '../support/published-sites.ts'

let t: TestApp
let owner: SiteOwner

const document = `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /items: { get: { tags: [items], summary: List all items, responses: { '200': { description: ok } } } }
`
const SOURCE = 'https://api.example.com/openapi.yaml'

ownSites(
  async (made) => {
    owner = made
    t = owner.t
    await owner.send('PUT', `/orgs/${owner.org}/openapi/shop`, { source: { text: document } })
    t.app.background.recheck()
    await t.app.background.idle()
    // Without another server: as if it had been read from there.
    await t.db.database.prisma.openAPISpec.updateMany({ data: { sourceUrl: SOURCE } })
  },
  { RUN_JOBS: 'true' },
)

it('a page shows operations of a spec that is named by its slug or by the URL of its source', async () => {
  const block = (attributes: string) =>
    `{% swagger ${attributes} path="/items" method="get" %}\nitems\n{% endswagger %}`
  const space = await owner.space('Guide', [
    page('By URL', block(`src="${SOURCE}"`)),
    page('By another URL', block('src="https://api.example.com/other.yaml"')),
  ])
  const site = await owner.site([space.id])
  expect((await site.open('/by-url')).body).toContain('List all items')
  expect((await site.open('/by-another-url')).body).not.toContain('List all items')
  // The specs of an organization are not shown by others.
  const elsewhere = await t.build.buildOrganization()
  await t.db.database.prisma.openAPISpec.updateMany({ data: { organizationId: elsewhere.id } })
  const apart = await owner.site([space.id])
  expect((await apart.open('/by-url')).body).not.toContain('List all items')
  await t.db.database.prisma.openAPISpec.updateMany({ data: { organizationId: owner.org } })
})

it('a page allows requests to exactly the servers of its operations, and lists these in its navigation', async () => {
  const servers = ['https://api.example.com/v1', 'http://plain.example.com', 'https://10.0.0.1:x']
  const json = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths: { '/orders': { get: { summary: 'List all orders', responses: { 200: { description: 'ok' } } } } },
  })
  const block = '{% swagger src="orders.json" path="/orders" method="get" %}\norders\n{% endswagger %}'
  const space = await owner.space('Tried', [page('Start')])
  const { changes } = await owner.send('POST', `/spaces/${space.id}/content`, {
    changes: [
      {
        operation: 'insert_files',
        files: [{ name: 'orders.json', base64: Buffer.from(json).toString('base64') }],
      },
    ],
  })
  const [file] = JSON.stringify(changes).match(/fil_[a-z0-9]+/g) ?? []
  await owner.edit(space.id, [
    page('Orders', block.replace('orders.json', `/files/${file}`)),
    page('Words', 'No operation.'),
  ])
  const site = await owner.site([space.id])
  const policyOf = async (path: string) => {
    const { body, headers } = await site.open(path)
    return { body, policy: String(headers['content-security-policy']) }
  }
  const { body, policy } = await policyOf('/orders')
  expect(policy).toContain("connect-src 'self' https://api.example.com;")
  expect(body).toContain('data-try-script="')
  expect(body).toMatch(
    /<div class="nav-branch nav-operations">.*<span>List all orders<\/span><span class="method get">GET/,
  )
  const words = await policyOf('/words')
  expect(words.policy).toContain("connect-src 'self';")
  expect(words.body).not.toContain('data-try')
})

it('a page shows operations of a document in a file of the space, in JSON or YAML', async () => {
  const json = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: { '/orders': { get: { summary: 'List all orders', responses: { 200: { description: 'ok' } } } } },
  })
  const elsewhere = json.replace(
    '"responses"',
    '"parameters":[{"$ref":"https://example.com/a.json"}],"responses"',
  )
  const space = await owner.space('Files', [page('Start')])
  const files = { 'orders.json': json, 'shop.yaml': document, 'other.json': elsewhere, 'text.txt': 'words' }
  const { changes } = await owner.send('POST', `/spaces/${space.id}/content`, {
    changes: [
      {
        operation: 'insert_files',
        files: Object.entries(files).map(([name, text]) => ({
          name,
          base64: Buffer.from(text).toString('base64'),
        })),
      },
    ],
  })
  const [orders, shop, other, text] = JSON.stringify(changes).match(/fil_[a-z0-9]+/g) ?? []
  const block = (file: string | undefined, path: string) =>
    `{% openapi src="/files/${file}" path="${path}" method="get" %}\nAPI\n{% endopenapi %}`
  await owner.edit(space.id, [
    page('Both', `${block(orders, '/orders')}\n\n${block(shop, '/items')}`),
    page('Neither', `${block(other, '/orders')}\n\n${block(text, '/items')}\n\n${block('fil_0', '/items')}`),
  ])
  const site = await owner.site([space.id])
  const both = (await site.open('/both')).body
  expect(both).toContain('List all orders')
  expect(both).toContain('List all items')
  const neither = (await site.open('/neither')).body
  expect(neither.match(/This API description is not available/g)).toHaveLength(3)
  // A new file under the same name is another document.
  await owner.edit(space.id, [{ operation: 'delete_file', file: orders }])
  expect((await site.open('/both')).body).not.toContain('List all orders')
})

it('a site shows computed pages only to readers who see their source', async () => {
  const source = {
    operation: 'insert_page',
    type: 'computed',
    title: 'Shop',
    condition: 'visitor.claims.beta === true',
    computed: {
      type: 'builtin:openapi',
      props: { models: false },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'shop' } } },
    },
  }
  const space = await owner.space('Guide', [page('Start'), source])
  const site = await owner.site([space.id])
  await site.adapt()
  const token = await site.token({ beta: true })
  const cookie = `quire-visitor=${token}`
  expect((await site.open('/items', { cookie })).status).toBe(200)
  expect((await site.open('/items')).status).toBe(404)
  expect((await site.open('/')).body).not.toContain('/items"')
})
