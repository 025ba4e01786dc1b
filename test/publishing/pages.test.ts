import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import {
  hrefsIn,
  open,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'
import { statementsOf } from '../support/statements.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

ownSites(async (made) => {
  owner = made
  t = owner.t
  space = await owner.space('Guide', [
    page(
      'Start',
      'Begin with [setup](/start/setup), [nothing](/no/such/page) or [us](https://example.com/).',
      {
        ref: 'start',
      },
    ),
    page('Setup', 'Words of setup. '.repeat(200), { into: 'start', ref: 'setup' }),
    page('Deep', 'At the bottom.', { into: 'setup' }),
    { operation: 'insert_page', type: 'group', title: 'More', ref: 'more' },
    page('Inside', 'In a group.', { into: 'more' }),
    page('Quiet', 'Not in the table of contents.', { hidden: true }),
  ])
  site = await owner.site([space.id])
})

describe('a page', () => {
  it('shows its text, the open branch, its neighbours and addresses of the site', async () => {
    const { status, body, headers } = await site.open('/start/setup')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['x-request-id']).toMatch(/^\S+$/)
    expect(body).toContain('Words of setup.')
    expect(body).toMatch(/<title>[^<]*Setup/)
    const hrefs = hrefsIn(body)
    for (const path of ['/', '/start/setup/deep', '/more/inside'])
      expect(hrefs).toContain(`${site.base}${path}`)
    expect(hrefs).not.toContain(`${site.base}/quiet`)
    expect(body).toContain(`<link rel="canonical" href="${t.origin}${site.base}/start/setup"`)
    expect(body).toContain(`<link rel="alternate" type="text/markdown" href="${site.base}/start/setup.md">`)
  })

  it('links to pages that exist, and shows the text of broken links', async () => {
    const { body } = await site.open('/')
    const hrefs = hrefsIn(body)
    expect(hrefs).toContain(`${site.base}/start/setup`)
    expect(hrefs).toContain('https://example.com/')
    expect(hrefs.filter((href) => href.includes('no/such'))).toEqual([])
    expect(body).toContain('nothing')
  })

  it('is at the address of its site space if it is the first', async () => {
    const [first, named] = [await site.open('/'), await site.open('/start')]
    expect(first.status).toBe(200)
    expect(named.body).toContain(`<link rel="canonical" href="${t.origin}${site.base}/"`)
    expect(first.body).toContain('Begin with')
  })

  it('that is hidden can be opened and is not indexed', async () => {
    const { status, body } = await site.open('/quiet')
    expect(status).toBe(200)
    expect(body).toMatch(/<meta name="robots" content="noindex/)
  })

  it('in a group is opened by the address of the group', async () => {
    const { status, headers } = await site.open('/more')
    expect([status, headers.location]).toEqual([302, `${site.base}/more/inside`])
  })

  it('is found by a path in another case, and by the id of its site', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await open(t, path)
      return [status, headers.location]
    }
    const setup = `${site.base}/start/setup`
    expect(site.base).toMatch(/\/docs(-\d+)?$/)
    expect(await moved(`${site.base}/Start/SETUP`)).toEqual([308, setup])
    expect(await moved(`${site.base}/Guide/Start/Setup`)).toEqual([308, setup])
    expect(await moved(`${site.base}/GUIDE`)).toEqual([308, `${site.base}/`])
    expect((await site.open('/Start/Nowhere')).status).toBe(404)
    const byId = `/sites/${owner.org}/${site.id}`
    expect(await moved(`${byId}/start/setup?tab=1`)).toEqual([302, `${setup}?tab=1`])
    expect(await moved(byId)).toEqual([302, `${site.base}`])
    const lookups = async (path: string) => (await statementsOf(t, () => site.open(path))).length
    expect((await lookups('/Start/No')) - (await lookups('/start/no'))).toBeLessThanOrEqual(1)
  })

  it('that does not exist is a page with the status 404 that offers the search', async () => {
    const { status, body, headers } = await site.open('/no/such/page')
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<html')
  })

  it('is at the hostname of its site', async () => {
    const other = await owner.site([space.id])
    await other.send('PATCH', '', { hostname: 'docs.example.com' })
    const { status, body } = await open(t, '/start/setup', { host: 'docs.example.com' })
    expect(status).toBe(200)
    expect(hrefsIn(body)).toContain('/start/setup/deep')
    expect((await open(t, '/v1/orgs', { host: 'docs.example.com' })).status).toBe(404)
    expect((await open(t, '/start', { host: 'other.example.com' })).headers['content-type']).toMatch(/json/)
  })

  it('has a branch of its table of contents to load', async () => {
    const { status, body } = await site.open(`/~nav/${space.pages[1]}`)
    expect(status).toBe(200)
    expect(hrefsIn(body)).toEqual([`${site.base}/start/setup/deep`])
  })
})

describe('a file', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const sourceIn = (html: string) => /src="([^"]*~files[^"]*)"/.exec(html)?.[1] ?? ''

  it('is immutable, and shown only while the content that the reader sees has it', async () => {
    const { changes } = await owner.send('POST', `/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_files', files: [{ name: 'dot.png', base64: png.toString('base64') }] }],
    })
    const id = /fil_[a-z0-9]+/.exec(JSON.stringify(changes))?.[0] ?? ''
    await owner.edit(space.id, [page('Pictures', `![A dot](/files/${id})`)])
    const address = sourceIn((await site.open('/pictures')).body)
    const file = await open(t, address)
    expect(file.status).toBe(200)
    expect(file.bytes.equals(png)).toBe(true)
    expect(file.headers['content-type']).toBe('image/png')
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await open(t, address, { range: 'bytes=0-7' })).status).toBe(206)
    expect((await open(t, address.replace(/\.[^./]*\/dot/, '.other/dot'))).status).toBe(404)
    await owner.edit(space.id, [{ operation: 'delete_file', file: id }])
    expect((await open(t, address)).status).toBe(404)
  })
})

describe('a response', () => {
  it('has a strong tag for each encoding, and is not sent again', async () => {
    const tags = new Set<string>()
    for (const [encoding, decode] of [
      ['identity', (bytes: Buffer) => bytes],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { headers, bytes } = await site.open('/start/setup', { 'accept-encoding': encoding })
      expect(decode(bytes).toString()).toContain('Words of setup.')
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      tags.add(String(headers.etag))
      const again = await site.open('/start/setup', {
        'accept-encoding': encoding,
        'if-none-match': String(headers.etag),
      })
      expect([again.status, again.body]).toEqual([304, ''])
    }
    expect(tags.size).toBe(3)
    expect([...tags].every((tag) => tag.startsWith('"'))).toBe(true)
  })

  it('has a strict policy, and nothing of it may be run elsewhere', async () => {
    const { headers } = await site.open('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('to HEAD has no body, and other methods are not allowed', async () => {
    const head = await site.open('/', {}, 'HEAD')
    expect([head.status, head.body]).toEqual([200, ''])
    const post = await site.open('/', {}, 'POST')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('needs at most 12 statements on a node that knows nothing of the site, and none after that', async () => {
    const cold = await owner.site([space.id])
    expect((await statementsOf(t, () => cold.open('/start/setup'))).length).toBeLessThanOrEqual(12)
    expect(await statementsOf(t, () => cold.open('/start/setup'))).toEqual([])
  })

  it('needs as many statements with many groups before its first page as with few', async () => {
    const cold = async (count: number) => {
      const groups = Array.from({ length: count }, (_, at) => [
        { operation: 'insert_page', type: 'group', title: `Group ${at}`, ref: `group${at}`, at: 0 },
        { operation: 'insert_page', type: 'group', title: `Empty ${at}`, at: 0 },
        {
          operation: 'insert_page',
          type: 'link',
          title: `Link ${at}`,
          into: `group${at}`,
          target: { kind: 'page', page: 'first' },
        },
      ])
      const { id } = await owner.space('Groups', [
        page('First', 'A text.', { ref: 'first' }),
        ...groups.flat(),
        page('Second', 'Another text.'),
      ])
      const other = await owner.site([id])
      const statements = await statementsOf(t, async () => {
        const { body } = await other.open('/second')
        expect(hrefsIn(body)).toContain(`${other.base}/`)
      })
      return statements.length
    }
    expect(await cold(15)).toBe(await cold(2))
  })
})

describe('a change of content', () => {
  it('is shown by the next request', async () => {
    const [id = ''] = await owner.edit(space.id, [page('Fresh', 'The first text.')])
    expect((await site.open('/fresh')).body).toContain('The first text.')
    await owner.edit(space.id, [
      { operation: 'update_page', page: id, document: { markdown: '# Fresh\n\nThe second text.' } },
    ])
    expect((await site.open('/fresh')).body).toContain('The second text.')
  })

  it('that moves a page redirects its former path, and those of the pages below it', async () => {
    const [id = ''] = await owner.edit(space.id, [
      page('Old', '', { ref: 'old' }),
      page('Below', '', { into: 'old' }),
    ])
    expect((await site.open('/old/below')).status).toBe(200)
    await owner.edit(space.id, [{ operation: 'update_page', page: id, slug: 'new' }])
    for (const path of ['', '/below']) {
      const { status, headers } = await site.open(`/old${path}`)
      expect([status, headers.location]).toEqual([308, `${site.base}/new${path}`])
    }
    await owner.edit(space.id, [page('Old', 'Another page.')])
    expect((await site.open('/old')).status).toBe(200)
  })
})

describe('redirects of a site', () => {
  it('come before content', async () => {
    await site.send('POST', '/redirects', {
      source: '/start/setup/old-name',
      destination: { kind: 'external', url: 'https://example.com/new' },
    })
    const { status, headers } = await site.open('/start/setup/old-name')
    expect([status, headers.location]).toEqual([302, 'https://example.com/new'])
  })

  it('append what a wildcard matches to their destination, and are permanent or drafts', async () => {
    const redirect = (source: string, more: object) =>
      site.send('POST', '/redirects', {
        source,
        destination: { kind: 'external', url: 'https://example.com/new?q=1' },
        ...more,
      })
    const opened = async (path: string) => {
      const { status, headers } = await site.open(path)
      return [status, headers.location]
    }
    await redirect('/v1/*', { captureWildcard: true, permanent: true })
    await redirect('/v2/*', {})
    await redirect('/v3', { draft: true })
    expect(await opened('/v1/a/b%20c')).toEqual([308, 'https://example.com/new/a/b%20c?q=1'])
    expect(await opened('/v1/%2e%2e/%2e%2e/other')).toEqual([404, undefined])
    expect(await opened('/v1//evil.example/')).toEqual([308, 'https://example.com/new/evil.example?q=1'])
    expect(await opened('/v2/a/b')).toEqual([302, 'https://example.com/new?q=1'])
    expect(await opened('/v3')).toEqual([404, undefined])
  })

  it('show the page that a wildcard and its destination have in common', async () => {
    const { items } = (await site.send('GET', '/site-spaces')) as { items: { id: string }[] }
    await site.send('POST', '/redirects', {
      source: '/more/*',
      destination: { kind: 'site-page', siteSpaceId: items[0]?.id, pageId: space.pages[4] },
    })
    expect((await site.open('/more/inside')).body).toContain('In a group.')
    expect((await site.open('/more/other')).headers.location).toBe(`${site.base}/more/inside`)
  })
})
