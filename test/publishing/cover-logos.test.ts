import { expect, it } from 'vitest'
import { open, ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="red"/></svg>'

let owner: SiteOwner
let site: PublishedSiteInTest
let spaceId: string
let only: string | undefined

ownSites(async (made) => {
  owner = made
  const space = await owner.space('Guide', [page('Start'), page('Next')])
  spaceId = space.id
  only = space.pages[0]
  site = await owner.site([spaceId])
})

async function imagesIn(query = ''): Promise<number> {
  const { url } = await owner.send('GET', `/spaces/${spaceId}/pdf${query}`)
  const { status, bytes } = await open(owner.t, String(url))
  expect(status).toBe(200)
  return bytes.toString('latin1').split('/Subtype /Image').length - 1
}

it('the cover of a PDF has the logo of the site that shows the space', async () => {
  expect(await imagesIn()).toBe(0)
  const { id } = await site.send('POST', '/images', { name: 'logo.svg', base64: btoa(SVG) })
  await site.send('PATCH', '/customization', {
    header: { preset: 'default', links: [], logo: { light: id, dark: id } },
  })
  expect(await imagesIn()).toBeGreaterThan(0)
  expect(await imagesIn(`?page=${only}&only=true`)).toBe(0)
  await site.send('POST', '/unpublish')
  expect(await imagesIn()).toBe(0)
})
