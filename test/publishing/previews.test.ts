import { imageSize } from 'image-size'
import { expect, it } from 'vitest'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="red"/></svg>'

/** A pattern of 1.6 GB. */
const HUGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><pattern id="p" width="20000" height="20000" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern><rect width="120" height="40" fill="url(#p)"/></svg>'

let owner: SiteOwner
let site: PublishedSiteInTest
let ids: string[]
let logo: string
let spaceId: string

ownSites(async (made) => {
  owner = made
  const space = await owner.space('Guide', [
    page('Start', 'Words.'),
    page('設定 تثبيت 🚀', 'Words.', { slug: 'other' }),
    page('Testers', 'Secret.', { condition: 'visitor.claims.beta === true' }),
  ])
  ids = space.pages
  spaceId = space.id
  site = await owner.site([spaceId])
})

const imageIn = (html: string) => /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]

async function previewOf(path: string, of = site): Promise<Buffer> {
  const url = imageIn((await of.open(path)).body) ?? ''
  expect(url).toMatch(new RegExp(`^${owner.t.origin}${of.base}/~social/pag_\\w+\\.png\\?v=[\\w-]{12}$`))
  const answer = await of.open(url.slice(owner.t.origin.length + of.base.length))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toContain('public')
  return answer.bytes
}

it('of a page is drawn from its title, and linked by its absolute address', async () => {
  const bytes = await previewOf('/')
  expect(imageSize(bytes)).toMatchObject({ width: 1200, height: 630, type: 'png' })
  expect(await previewOf('/')).toEqual(bytes)
  expect(Buffer.compare(await previewOf('/other'), bytes)).not.toBe(0)
})

it('has another address once the title changes', async () => {
  const before = imageIn((await site.open('/')).body)
  await owner.edit(spaceId, [{ operation: 'update_page', page: ids[0], title: 'Begin' }])
  expect(imageIn((await site.open('/')).body)).not.toBe(before)
})

it('exists only of pages that the reader sees', async () => {
  expect((await site.open(`/~social/${ids[0]}.png`)).status).toBe(200)
  expect((await site.open(`/~social/${ids[2]}.png`)).status).toBe(404)
  expect((await site.open(`/~social/${ids[0]}`)).status).toBe(404)
  expect((await site.open('/~social/pag_01.png')).status).toBe(404)
})

it('shows the logo of the site', async () => {
  const before = await previewOf('/')
  const { id } = await site.send('POST', '/images', { name: 'logo.svg', base64: btoa(SVG) })
  logo = String(id)
  await site.send('PATCH', '/customization', {
    header: { preset: 'default', links: [], logo: { light: logo, dark: logo } },
  })
  expect(Buffer.compare(await previewOf('/'), before)).not.toBe(0)
})

it('is that of the customization, if it has one', async () => {
  await site.send('PATCH', '/customization', { socialPreview: { url: logo } })
  expect(imageIn((await site.open('/')).body)).toContain(`${site.base}/~images/`)
})

it('has the name of the site where the logo takes too much memory', async () => {
  const other = await owner.site([spaceId])
  const before = await previewOf('/', other)
  const { id } = await other.send('POST', '/images', { name: 'huge.svg', base64: btoa(HUGE) })
  await other.send('PATCH', '/customization', {
    header: { preset: 'default', links: [], logo: { light: id, dark: id } },
  })
  expect(await previewOf('/', other)).toEqual(before)
})

it('is not named where other services cannot read the site', async () => {
  const closed = await owner.site([spaceId])
  await closed.send('PATCH', '', { visibility: 'share-link' })
  const { urls } = await closed.send('POST', '/share-links', { name: 'Partners' })
  const key = new URL((urls as { published: string }).published).searchParams.get('shareKey')
  const { status, body } = await closed.open(`/~/${key}/`)
  expect(status).toBe(200)
  expect(imageIn(body)).toBeUndefined()
  expect((await closed.open(`/~social/${ids[0]}.png`)).status).toBe(401)
  const own = await closed.open(`/~/${key}/~social/${ids[0]}.png`)
  expect(own.status).toBe(200)
  expect(own.headers['cache-control']).toContain('private')
})
