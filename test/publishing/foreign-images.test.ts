import { expect, it } from 'vitest'
import { KeptImages } from '../../src/modules/publishing/foreign/kept-images.ts'
import { startImageServer } from '../support/image-server.ts'
import { open, ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

const files: Record<string, string | Buffer> = {
  '/one.gif': GIF,
  '/in-html.gif': GIF,
  '/drawn.svg': SVG,
  '/page.png': '<!doctype html><p>No image</p>',
  '/large.gif': Buffer.concat([GIF, Buffer.alloc(5 * 1024 * 1024)]),
}
const web = await startImageServer(files)
let owner: SiteOwner
let site: PublishedSiteInTest
let spaceId: string

ownSites(
  async (made) => {
    owner = made
    const names = ['one.gif', 'drawn.svg', 'page.png', 'large.gif', 'missing.gif']
    const text = [
      ...names.map((name) => `![${name}](${web.origin}/${name})`),
      `<img src="${web.origin}/in-html.gif" alt="in-html.gif">`,
      `![loopback](http://127.0.0.2:9/loopback.gif)`,
      `A [link](${web.origin}/one.gif).`,
    ]
    spaceId = (await owner.space('Guide', [page('Start', text.join('\n\n'), { ref: 'start' })])).id
    site = await owner.site([spaceId])
  },
  { OUTBOUND_ALLOW: web.host },
)

/** The address at which the page shows an image, by its alternative text. */
async function shownAt(alt: string, shown = site): Promise<string> {
  const { body } = await shown.open('/')
  const tag = [...body.matchAll(/<img[^>]*>/g)]
    .map(([each]) => each)
    .find((each) => each.includes(`"${alt}"`))
  return /src="([^"]*)"/.exec(tag ?? '')?.[1] ?? ''
}

it('shows images of other hosts, which the server fetches once', async () => {
  for (const name of ['one.gif', 'in-html.gif']) {
    const src = await shownAt(name)
    expect(src).toMatch(new RegExp(`^${site.base}/~foreign/[\\w-]{22}/[\\w-]+$`))
    const answers = [await open(owner.t, src), await open(owner.t, src)]
    for (const { status, bytes, headers } of answers) {
      expect([status, headers['content-type'], bytes.equals(GIF)]).toEqual([200, 'image/gif', true])
      expect(headers['cache-control']).toBe('public, max-age=3600')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(web.requests.filter((path) => path === `/${name}`)).toHaveLength(1)
  }
  const { body, headers } = await site.open('/')
  expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
  expect(body).toContain(`<a href="${web.origin}/one.gif"`)
})

it('shows drawings, in which no script can run', async () => {
  const { status, headers } = await open(owner.t, await shownAt('drawn.svg'))
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
})

it('shows nothing else: no document, nothing too large, nothing private, nothing that was not fetched', async () => {
  for (const name of ['page.png', 'large.gif', 'missing.gif', 'loopback']) {
    const { status, headers, body } = await open(owner.t, await shownAt(name))
    expect([name, status, headers['content-type']]).toEqual([name, 404, 'text/plain; charset=utf-8'])
    expect(body).toBe('There is no image at this address that can be shown.')
  }
})

it('fetches only addresses that pages of the same site have', async () => {
  const src = await shownAt('one.gif')
  const other = await owner.site([spaceId])
  const name = Buffer.from(`${web.origin}/secret`).toString('base64url')
  const [, , signature = ''] = src.slice(site.base.length).split('/')
  const before = web.requests.length
  const wrong = [
    `${site.base}/~foreign/${signature}/${name}`,
    `${site.base}/~foreign/x/${name}`,
    `${site.base}/~foreign/${name}`,
    `${src}/more`,
    `${other.base}${src.slice(site.base.length)}`,
  ]
  for (const path of wrong) expect([path, (await open(owner.t, path)).status]).toEqual([path, 404])
  expect(web.requests).toHaveLength(before)
})

it('shows links to them, and serves none, where the customization says so', async () => {
  const src = await shownAt('one.gif')
  const set = (externalLinks: object) => owner.send('PATCH', `${site.path}/customization`, { externalLinks })
  await set({ target: 'self', images: 'link' })
  const { body } = await site.open('/')
  expect(body).not.toContain('~foreign')
  expect((await open(owner.t, src)).status).toBe(404)
  await set({ target: 'self', images: 'proxy' })
  expect(await shownAt('one.gif')).toBe(src)
})

it('keeps a bounded number of bytes, and at most a quarter of them for one site', () => {
  const kept = new KeptImages(100_000)
  const image = (length: number) => ({
    image: { bytes: Buffer.alloc(length), contentType: 'image/gif', name: 'a.gif' },
    freshUntil: 0,
  })
  kept.set('quiet', 'https://a.example/1', image(10_000))
  for (let number = 0; number < 50; number += 1) {
    kept.set('busy', `https://b.example/${number}`, image(5_000))
    expect(kept.get('busy', 'https://b.example/0') !== undefined).toBe(true)
  }
  expect(kept.get('quiet', 'https://a.example/1')).toBeDefined()
  expect(kept.get('busy', 'https://b.example/49')).toBeDefined()
  expect(kept.get('busy', 'https://b.example/10')).toBeUndefined()
  kept.set('busy', 'https://b.example/huge', image(30_000))
  expect(kept.get('busy', 'https://b.example/huge')).toBeUndefined()
  for (let site = 0; site < 30; site += 1) kept.set(`site ${site}`, 'https://c.example/', image(10_000))
  expect(kept.bytes).toBeLessThanOrEqual(100_000)
  expect(kept.get('quiet', 'https://a.example/1')).toBeUndefined()
})
