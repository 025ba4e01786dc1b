import { brotliDecompressSync } from 'node:zlib'
import { type OperationDefinitionNode, parse, validate } from 'graphql'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EXAMPLES } from '../../src/graphql/explorer/examples.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import type { Person } from '../support/factories.ts'

// The page has nine megabytes of scripts, and a browser has to start.
vi.setConfig({ testTimeout: 60_000 })

let t: TestApp
let person: Person
let spaceId = ''
beforeAll(async () => {
  t = await startApp()
  const organization = await t.build.buildOrganization({ title: 'Bindery' })
  person = await t.build.buildPerson({ organizationId: organization.id, role: 'comment' })
  spaceId = (await t.build.buildSpace({ organizationId: organization.id, title: 'Handbook' })).id
})
afterAll(() => t.close())

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const visit = (headers: Record<string, string>, { origin } = t) => fetch(`${origin}/graphql`, { headers })

describe('the explorer over HTTP', () => {
  it('is a page for a browser', async () => {
    const response = await visit({ accept: HTML })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('Quire explorer')
  })

  it('loads its scripts and styles from addresses that browsers keep, compressed', async () => {
    const page = await (await visit({ accept: HTML })).text()
    expect(page.length).toBeLessThan(5_000)
    const files = [...page.matchAll(/"(\/graphql\/explorer\/files\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files).toHaveLength(6)
    const { http } = t.app
    for (const url of files) {
      const ask = (headers: Record<string, string>) => http.inject({ url, headers })
      const [compressed, plain] = await Promise.all([
        ask({ 'accept-encoding': 'gzip, br' }),
        ask({ 'accept-encoding': 'identity' }),
      ])
      expect(plain.statusCode, url).toBe(200)
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(plain.headers['content-encoding']).toBeUndefined()
      if (plain.rawPayload.length < 1_024) continue
      expect(compressed.headers['content-encoding'], url).toBe('br')
      expect(brotliDecompressSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect((await ask({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304)
    }
    expect((await http.inject({ url: '/graphql/explorer/files/other/start.js' })).statusCode).toBe(404)
  })

  it('shows examples that the schema accepts', () => {
    const kinds = EXAMPLES.map(({ query, variables }) => {
      const document = parse(query)
      expect(validate(graphqlSchema(modules), document).map(({ message }) => message)).toEqual([])
      if (variables !== undefined) expect(JSON.parse(variables)).toEqual({ space: '' })
      return (document.definitions[0] as OperationDefinitionNode).operation
    })
    expect(kinds).toEqual(['query', 'mutation', 'subscription'])
  })

  it('is not sent again to a browser that has it', async () => {
    const first = await visit({ accept: HTML })
    await first.body?.cancel()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await visit({ accept: HTML, 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('loads nothing from other origins', async () => {
    const response = await visit({ accept: HTML })
    await response.body?.cancel()
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).toContain(`connect-src ${new URL(t.origin).host}/graphql/explorer;`)
    expect(policy).not.toMatch(/https?:|\*/)
  })

  it.each(['application/json', '*/*', 'application/graphql-response+json'])(
    'is nothing for a client that accepts %s',
    async (accept) => {
      const response = await visit({ accept })
      expect(response.headers.get('content-type')).not.toContain('text/html')
      await response.body?.cancel()
    },
  )

  it('is not served when it is switched off', async () => {
    const closed = await startApp({ sharing: t, environment: { GRAPHQL_EXPLORER: 'false' } })
    try {
      const response = await visit({ accept: HTML }, closed)
      expect(await response.text()).not.toContain('<html')
      expect(response.headers.get('content-type')).not.toContain('text/html')
    } finally {
      await closed.close()
    }
  })
})

describe.skipIf(hasNoBrowser)(`the explorer in a browser${browserNote}`, () => {
  let browser: Browser
  let page: Page
  let requested: string[]
  let complaints: string[]

  beforeAll(async () => {
    browser = await launchBrowser()
    ;({ page, requested, complaints } = await openTab(browser))
    await page.goto(`${t.origin}/graphql`)
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor()
  })
  afterAll(() => browser?.close())

  /** Waits until the tab has the operation's name: a run before that would use the previous operation. */
  async function writeQuery(name: string, text: string): Promise<void> {
    await page.locator('.graphiql-query-editor .monaco-editor').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
    await page.getByRole('tab', { name }).waitFor()
  }

  const run = () => page.locator('.graphiql-execute-button').click()

  /** Waits for a text in the results. */
  const shows = (text: string) => page.locator('.graphiql-response').getByText(text).first().waitFor()

  it('reads the schema without a token, so that it can help from the first moment', async () => {
    await page.getByLabel('Show Documentation Explorer').click()
    await page.getByText('ChangeRequestConnection', { exact: true }).waitFor()
    await page.getByLabel('Hide Documentation Explorer').click()
  })

  it('runs a query with the token that was put into the field', async () => {
    await page.getByLabel('Token').fill(person.token)
    await run()
    await shows('Bindery')
    await shows('Handbook')
  })

  it('shows what a subscription delivers, while it happens', async () => {
    await writeQuery(
      'Follow',
      `subscription Follow { commentActivity(spaceId: "${spaceId}") { type comment { body { markdown } } } }`,
    )
    const stream = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').startsWith('text/event-stream'),
    )
    await run()
    await stream
    const posted = await fetch(`${t.origin}/v1/spaces/${spaceId}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: { markdown: 'Seen as it is written' } }),
    })
    expect(posted.status).toBe(200)
    await shows('COMMENT_POSTED')
    await shows('Seen as it is written')
  })

  it('makes requests only to this server, without errors', () => {
    const strangers = requested.filter((url) => !new RegExp(`^(blob:)?${t.origin}/|^data:`).test(url))
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
  })
})
