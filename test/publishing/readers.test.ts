import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  hrefsIn,
  open,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'

let t: TestApp
let owner: SiteOwner
let space: { id: string; pages: string[] }

ownSites(async (made) => {
  owner = made
  t = owner.t
  space = await owner.space('Guide', [
    page(
      'Start',
      'For all.\n\n{% if visitor.claims.beta %}\nA block for testers.\n{% endif %}\n\n{% if visitor.claims.unsigned.beta %}\nA block for the curious.\n{% endif %}',
    ),
    page('Secret', 'A page for testers.', { condition: 'visitor.claims.beta === true' }),
  ])
})

const cookieOf = (headers: { 'set-cookie'?: string[] | undefined }) => headers['set-cookie']?.[0] ?? ''
const firstOf = (cookie: string) => cookie.split(';')[0] ?? ''

describe('a site for share links', () => {
  let site: PublishedSiteInTest
  let key: string
  let link: string
  beforeAll(async () => {
    site = await owner.site([space.id])
    await site.send('PATCH', '', { visibility: 'share-link' })
    const made = await site.send('POST', '/share-links', { name: 'Partners' })
    link = String(made.id)
    key = new URL((made.urls as { published: string }).published).searchParams.get('shareKey') ?? ''
  })

  it('requires the key, which stays in the path of every link', async () => {
    expect((await site.open('/')).status).toBe(401)
    expect((await site.open('/~/wrong/')).status).toBe(404)
    const moved = await site.open(`/?shareKey=${key}`)
    expect([moved.status, moved.headers.location]).toEqual([302, `${site.base}/~/${key}`])
    const { status, headers, body } = await site.open(`/~/${key}/`)
    expect(status).toBe(200)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('private, no-cache')
    const own = hrefsIn(body).filter((href) => href.startsWith(site.base))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((href) => !href.startsWith(`${site.base}/~/${key}`))).toEqual([])
    expect(body).toMatch(/<meta name="robots" content="noindex/)
  })

  it('does not accept the key of another site', async () => {
    const other = await owner.site([space.id])
    await other.send('PATCH', '', { visibility: 'share-link' })
    expect((await other.open(`/~/${key}/`)).status).toBe(404)
  })

  it('refuses a key at once when its link is deactivated, on every node within a second', async () => {
    const second = await startApp({ sharing: t, apart: true })
    try {
      const elsewhere = () => open(second, `${site.base}/~/${key}/`)
      expect((await elsewhere()).status).toBe(200)
      expect((await site.open(`/~/${key}/`)).status).toBe(200)
      await site.send('PATCH', `/share-links/${link}`, { active: false })
      expect((await site.open(`/~/${key}/`)).status).toBe(404)
      await expect.poll(async () => (await elsewhere()).status, { timeout: 5_000 }).toBe(404)
    } finally {
      await second.close()
    }
  })
})

describe('a site for authenticated visitors', () => {
  let site: PublishedSiteInTest
  beforeAll(async () => {
    site = await owner.site([space.id])
    await site.adapt()
    await site.send('PATCH', '', { visibility: 'visitor-auth' })
  })

  it('keeps a token in a cookie of the site, and out of the address', async () => {
    const token = await site.token({ beta: true })
    expect((await site.open('/')).status).toBe(401)
    const moved = await site.open(`/secret?jwt_token=${token}&tab=1`)
    expect([moved.status, moved.headers.location]).toEqual([302, `${site.base}/secret?tab=1`])
    const cookie = cookieOf(moved.headers)
    expect(cookie).toContain(`Path=${site.base};`)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    const { status, body, headers } = await site.open('/secret', { cookie: firstOf(cookie) })
    expect(status).toBe(200)
    expect(body).toContain('A page for testers.')
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('accepts a token as soon as the site has a key, also when the site was opened before', async () => {
    const other = await owner.site([space.id])
    await other.adapt()
    expect((await other.open('/secret')).status).toBe(404)
    const token = await other.token({ beta: true })
    expect((await other.open('/secret', { cookie: `quire-visitor=${token}` })).status).toBe(200)
  })

  it('shows each visitor what their claims allow', async () => {
    const [tester, other] = [await site.token({ beta: true }), await site.token({ beta: false })]
    const seen = async (token: string, path: string) =>
      (await site.open(path, { cookie: `quire-visitor=${token}` })).body
    expect(await seen(tester, '/')).toContain('A block for testers.')
    expect(hrefsIn(await seen(tester, '/'))).toContain(`${site.base}/secret`)
    expect(await seen(other, '/')).not.toContain('testers')
    expect(hrefsIn(await seen(other, '/'))).not.toContain(`${site.base}/secret`)
    expect((await site.open('/secret', { cookie: `quire-visitor=${other}` })).status).toBe(404)
  })

  it('does not accept a token of another site, a forged one, or one that was signed before the key was replaced', async () => {
    const other = await owner.site([space.id])
    const foreign = await other.token({ beta: true })
    const own = await site.token({ beta: true })
    for (const token of [foreign, `${own}x`, 'a.b.c', 'nonsense']) {
      expect((await site.open('/', { cookie: `quire-visitor=${token}` })).status).toBe(401)
    }
    expect((await site.open('/', { cookie: `quire-visitor=${own}` })).status).toBe(200)
    await site.send('POST', '/publishing/auth/regenerate')
    expect((await site.open('/', { cookie: `quire-visitor=${own}` })).status).toBe(401)
  })

  it('sends visitors without a token to where they sign in', async () => {
    await site.send('PATCH', '/publishing/auth', {
      backend: 'custom',
      fallbackURL: 'https://example.com/login?app=docs',
    })
    const { status, headers } = await site.open('/secret')
    const location = new URL(String(headers.location))
    expect(status).toBe(302)
    expect(location.origin).toBe('https://example.com')
    expect(location.searchParams.get('location')).toBe(`${site.base}/secret`)
  })
})

describe('unsigned claims', () => {
  it('are taken from the address and kept for the next pages', async () => {
    const site = await owner.site([space.id])
    await site.adapt()
    const { body, headers } = await site.open('/?visitor.beta=true')
    expect(body).toContain('A block for the curious.')
    expect(body).not.toContain('A block for testers.')
    expect((await site.open('/', { cookie: firstOf(cookieOf(headers)) })).body).toContain(
      'A block for the curious.',
    )
    expect((await site.open('/')).body).not.toContain('A block for the curious.')
  })
})

describe('previews', () => {
  it('show a site before it is published, with a token that stays in the path', async () => {
    const site = await owner.site([space.id])
    await site.adapt()
    await site.send('POST', '/unpublish')
    const claims = encodeURIComponent(JSON.stringify({ beta: true }))
    const { url } = await site.send('GET', `/publishing/preview?claims=${claims}`)
    expect((await site.open('/')).status).toBe(404)
    const moved = await open(t, String(url))
    expect(moved.status).toBe(302)
    const { status, body, headers } = await open(t, String(moved.headers.location))
    expect(status).toBe(200)
    expect(body).toContain('A block for testers.')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(hrefsIn(body).filter((href) => href.includes('/~preview/')).length).toBeGreaterThan(0)
    expect((await site.open('/~preview/forged/')).status).toBe(404)
  })

  it('show the content of a change request', async () => {
    const site = await owner.site([space.id])
    const { id } = await owner.send('POST', `/spaces/${space.id}/change-requests`, { subject: 'Proposal' })
    await owner.send('POST', `/spaces/${space.id}/change-requests/${id}/content`, {
      changes: [page('Proposed', 'A text that is proposed.')],
    })
    const { url } = await site.send('GET', `/publishing/preview?changeRequest=${id}`)
    const { headers } = await open(t, String(url))
    const base = String(headers.location)
    expect((await open(t, `${base}/proposed`)).body).toContain('A text that is proposed.')
    expect((await site.open('/proposed')).status).toBe(404)
  })
})

describe('a site that is no longer published', () => {
  it.each([
    ['unpublished', (site: PublishedSiteInTest) => site.send('POST', '/unpublish')],
    ['deleted', (site: PublishedSiteInTest) => site.send('DELETE', '')],
  ])('is not found at once when it was %s', async (_how, end) => {
    const site = await owner.site([space.id])
    expect((await site.open('/')).status).toBe(200)
    await end(site)
    expect((await site.open('/')).status).toBe(404)
  })

  it('does not show pages of a space that left it', async () => {
    const other = await owner.space('Other', [page('Leaving', 'Soon gone.')])
    const site = await owner.site([space.id, other.id])
    const row = (
      (await site.send('GET', '/site-spaces')).items as { id: string; path: string; default: boolean }[]
    ).find((each) => !each.default)
    expect((await site.open(`/${row?.path}`)).body).toContain('Soon gone.')
    await site.send('DELETE', `/site-spaces/${row?.id}`)
    expect((await site.open(`/${row?.path}`)).status).toBe(404)
  })
})
