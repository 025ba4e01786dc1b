import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Opened, open, ownSites, page, type SiteOwner } from '../support/published-sites.ts'

let t: TestApp
let owner: SiteOwner
let spaceId: string

ownSites(async (given) => {
  owner = given
  t = owner.t
  spaceId = (await owner.space('Guide', [page('Start'), page('Setup')])).id
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** The title, the sentence and the actions of a page for a reader, whose stylesheet loads. */
async function problemIn({ body, headers }: Opened, app = t) {
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
  expect((await open(app, stylesheet)).status, stylesheet).toBe(200)
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? []
  const [, title = ''] = /<h1>(.*?)<\/h1>/.exec(main) ?? []
  const sentences = [...main.matchAll(/<p class="description">(.*?)<\/p>/g)].map(([, text = '']) => text)
  const [, action = 'none'] =
    /<(?:a|button) class="button primary"[^>]*>(.*?)<\/(?:a|button)>/.exec(main) ?? []
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).not.toBe(title)
  expect(sentences[0]).not.toMatch(/`|shareKey|does not exist or is not visible/)
  return { title, action, main }
}

const lockedSite = async (visibility: string) => {
  const site = await owner.site([spaceId])
  await site.send('PATCH', '', { visibility })
  return site
}

describe('the page for readers', () => {
  it.each([
    ['no key', 'share-link', '/', {}, 401, 'This site opens with a link', 'Open'],
    ['a key that has ended', 'share-link', '/~/wrong/', {}, 404, 'This link no longer works', 'Open'],
    ['no token', 'visitor-auth', '/start', {}, 401, 'Sign in to read this site', 'Try again'],
    [
      'a token without access',
      'visitor-auth',
      '/',
      { cookie: 'quire-visitor=a.b.c' },
      401,
      'You have no access to this site',
      'Try again',
    ],
  ])(
    'with %s says so and offers one action',
    async (_what, visibility, path, headers, status, title, action) => {
      const site = await lockedSite(visibility)
      const answer = await site.open(path, { ...BROWSER, ...headers })
      const problem = await problemIn(answer)
      expect([answer.status, problem.title, problem.action]).toEqual([status, title, action])
    },
  )

  it('who enter a key leads to the site', async () => {
    const site = await lockedSite('share-link')
    const made = await site.send('POST', '/share-links', { name: 'Partners' })
    const key = new URL((made.urls as { published: string }).published).searchParams.get('shareKey') ?? ''
    const { main } = await problemIn(await site.open('/start', BROWSER))
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(main) ?? []
    const [, name = ''] = /<input name="([^"]+)"/.exec(main) ?? []
    const moved = await open(t, `${action}?${name}=${encodeURIComponent(key)}`)
    expect((await open(t, String(moved.headers.location))).status).toBe(200)
  })

  it('of a locked site has its colours and language, and nothing of its content', async () => {
    const site = await lockedSite('share-link')
    await site.send('PATCH', '/customization', {
      title: 'Secret project',
      internationalization: { locale: 'de' },
      header: { preset: 'bold', links: [] },
    })
    const answer = await site.open('/', BROWSER)
    expect((await problemIn(answer)).title).toBe('Diese Website öffnet sich mit einem Link')
    expect(answer.body).toContain('header-bold')
    expect(answer.body).not.toContain('Secret project')
    expect(answer.body).not.toContain('Setup')
  })

  it.each([
    ['an unknown site', async () => '/sites/org_none/sit_none/start'],
    [
      'a site that is not published',
      async () => {
        const site = await owner.site([spaceId])
        await site.send('POST', '/unpublish')
        return `${site.base}/start`
      },
    ],
  ])('of %s does not tell them apart', async (_what, place) => {
    const answer = await open(t, await place(), BROWSER)
    const { title, action } = await problemIn(answer)
    expect([answer.status, title, action]).toEqual([404, 'No site at this address', 'Home'])
  })

  it('of a preview that has ended says so', async () => {
    const site = await owner.site([spaceId])
    const answer = await site.open('/~preview/forged/', BROWSER)
    expect([answer.status, (await problemIn(answer)).title]).toEqual([404, 'This preview has ended'])
  })

  it('of an address without a page offers the search and the home page', async () => {
    const site = await owner.site([spaceId])
    const answer = await site.open('/nothing', BROWSER)
    const { title, main } = await problemIn(answer)
    expect([answer.status, title]).toEqual([404, 'Page not found'])
    expect(main).toContain('role="search"')
    expect(main).toContain(`href="${site.base}/">Home</a>`)
  })

  it('of a page that was removed says that it is gone, where all readers see the same', async () => {
    const { id: other, pages } = await owner.space('Removing', [page('Start'), page('Setup')])
    const [, setup = ''] = pages
    const site = await owner.site([other])
    expect((await site.open('/setup')).status).toBe(200)
    await owner.edit(other, [{ operation: 'delete_page', page: setup }])
    const answer = await site.open('/setup', BROWSER)
    expect([answer.status, (await problemIn(answer)).title]).toEqual([410, 'This page was removed'])
    await site.adapt()
    expect((await site.open('/setup')).status).toBe(404)
  })

  it.each([
    ['a space without pages', async () => [(await owner.space('Empty', [])).id]],
    ['no space', async () => []],
  ])('of a site with %s says that there is nothing yet', async (_what, spaces) => {
    const site = await owner.site(await spaces())
    const answer = await site.open('/', BROWSER)
    const { title, action } = await problemIn(answer)
    expect([answer.status, title, action]).toEqual([200, 'Nothing here yet', 'Try again'])
    expect(answer.body).toContain('content="noindex"')
  })

  it('with too many requests says how to go on', async () => {
    const site = await owner.site([spaceId])
    const limited = await startApp({ sharing: t, environment: { RATE_LIMIT: '3' } })
    try {
      for (let count = 0; count < 3; count += 1) await open(limited, `${site.base}/`)
      const answer = await open(limited, `${site.base}/start`, BROWSER)
      expect(answer.status).toBe(429)
      const { title, action } = await problemIn(answer, t)
      expect([title, action]).toEqual(['Too many requests', 'Try again'])
    } finally {
      await limited.close()
    }
  })

  it.each(['/nothing', '/app-old/start?x=1'])(
    'of the unknown address %s of the server is HTML in a browser, and JSON elsewhere',
    async (path) => {
      const answer = await open(t, path, BROWSER)
      const { title, action } = await problemIn(answer)
      expect([answer.status, title, action]).toEqual([404, 'Nothing at this address', 'Home'])
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      for (const accept of ['*/*', 'application/json']) {
        expect((await open(t, path, { accept })).headers['content-type'], accept).toMatch(
          /^application\/json/,
        )
      }
      expect((await open(t, '/v1/nothing', BROWSER)).headers['content-type']).toMatch(/^application\/json/)
    },
  )
})

describe('programs that do not accept HTML', () => {
  it('get failures of sites as JSON', async () => {
    const site = await lockedSite('share-link')
    for (const [path, status] of [
      ['/', 401],
      ['/~/wrong/', 404],
    ] as const) {
      const { headers, body, ...answer } = await site.open(path, { accept: 'application/json' })
      expect([answer.status, headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
      expect(JSON.parse(body)).toEqual({ error: { code: status, message: expect.any(String) } })
    }
    expect((await site.open('/', { accept: '*/*' })).headers['content-type']).toMatch(/^text\/html/)
  })
})
