import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it, onTestFinished } from 'vitest'
import {
  openWith,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'

let owner: SiteOwner
let site: PublishedSiteInTest

ownSites(async (made) => {
  owner = made
  const { id } = await owner.space('Guide', [
    page('Start', 'Words about turbines.'),
    page('Deep', 'The turbines {{ 1 + 1 }}.', {}),
    page('Testers', 'The turbines of testers.', { condition: 'visitor.claims.beta === true' }),
    page('Long', `Begin.\n\n${'Many words. '.repeat(6_000)}`),
  ])
  site = await owner.site([id])
  await site.adapt()
})

/** A client of the official SDK. */
async function connected(query = '') {
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL(`${owner.t.origin}${site.base}/~mcp${query}`)
  // The types of the SDK do not know exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(url) as unknown as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return async (name: string, args: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } })
    const [first] = content as { text: string }[]
    return { text: first?.text ?? '', isError: isError === true }
  }
}

it('lets programs search a site and read its pages, as its reader', async () => {
  const call = await connected()
  const { text } = await call('search', { query: 'turbines' })
  const urls = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url ?? '')
  expect(urls.map((url) => url.slice(owner.t.origin.length + site.base.length)).sort()).toEqual([
    '/deep',
    '/start',
  ])
  expect(await call('read_page', { page: urls.find((url) => url.endsWith('/start')) })).toEqual({
    text: '# Start\n\nWords about turbines.\n',
    isError: false,
  })
  // The address of a page in another case, or its path alone.
  for (const path of ['/deep', 'deep.md', `${site.base}/Deep`])
    expect((await call('read_page', { page: path })).text).toContain('# Deep')
})

it('shows nothing that the reader does not see', async () => {
  const call = await connected()
  for (const wrong of ['/testers', '/no/such/page', '/~files/x', 'https://[', '/%zz'])
    expect([wrong, (await call('read_page', { page: wrong })).isError]).toEqual([wrong, true])
  expect((await call('search', { query: 'testers' })).text).toBe('Nothing was found.')
})

it('returns long pages in parts', async () => {
  const call = await connected()
  const { text } = await call('read_page', { page: '/long' })
  expect(text.length).toBeLessThan(50_200)
  expect(text).toContain('Read it with the offset 50000.')
  const rest = await call('read_page', { page: '/long', offset: 50_000 })
  expect(rest.text.startsWith('# Long')).toBe(false)
  expect(rest.text).toContain('Many words.')
})

it('refuses several messages at once, what is too large, and other methods', async () => {
  const send = (body: string, method = 'POST') =>
    openWith(owner.t, `${site.base}/~mcp`, { method, headers: { 'content-type': 'application/json' }, body })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect((await send(JSON.stringify(ping))).body).toBe('{"result":{},"jsonrpc":"2.0","id":1}')
  expect((await send(JSON.stringify([ping, ping]))).status).toBe(400)
  expect((await send(JSON.stringify({ ...ping, params: { text: 'x'.repeat(5_000) } }))).status).toBe(413)
  expect((await send('', 'DELETE')).status).toBe(405)
  const { status, headers } = await site.open('/~mcp')
  expect([status, headers.allow]).toEqual([405, 'POST'])
})
