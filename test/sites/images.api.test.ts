import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { MAX_IMAGES } from '../../src/modules/sites/images/images.model.ts'
import { type ImageView, settingsApis } from '../support/apis-site-settings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { startImageServer } from '../support/image-server.ts'
import { fillSpace } from '../support/main-content.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'
import { open } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>'
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

let t: TestApp
let web: Awaited<ReturnType<typeof startImageServer>>
let people: People
let cast: Company
let siteId: string
beforeAll(async () => {
  web = await startImageServer({
    '/logo.svg': SVG,
    '/dark.gif': GIF,
    '/page': '<!doctype html><p>No image</p>',
  })
  t = await startApp({ environment: { OUTBOUND_ALLOW: web.host } })
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  web.requests.length = 0
  const { prisma } = t.db.database
  const data = { id: newId('Site'), organizationId: cast.organization.id, title: 'Docs' }
  siteId = (await prisma.site.create({ data: { ...data, publishedAt: new Date() } })).id
  const at = {
    siteId,
    parentId: siteId,
    spaceId: cast.space.id,
    path: 'guide',
    orderKey: 'a0',
    isDefault: true,
  }
  await prisma.siteSpace.create({ data: { id: newId('SiteSpace'), ...at } })
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await Promise.all([t.close(), web.close()])
})

const eventTypes = async () =>
  (
    await t.db.database.prisma.event.findMany({
      where: { organizationId: cast.organization.id, type: { startsWith: 'site_image' } },
      orderBy: { position: 'asc' },
    })
  ).map(({ type }) => type)
const openSite = (path: string) => open(t, `/sites/${cast.organization.id}/${siteId}${path}`)
const svg = { name: 'logo.svg', base64: Buffer.from(SVG).toString('base64') }

describe.each(settingsApis)('images of a site by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], { organizationId: cast.organization.id, siteId })

  it('are added in base64 or by URL, listed, read by anyone, and deleted', async () => {
    const logo = await done(as('create').addImage(svg))
    expect(logo).toMatchObject({ name: 'logo.svg', contentType: 'image/svg+xml', width: 120, height: 40 })
    const fetched = await done(as('create').addImage({ name: 'dark.gif', url: `${web.origin}/dark.gif` }))
    expect(fetched).toMatchObject({
      contentType: 'image/gif',
      size: GIF.length,
      source: `${web.origin}/dark.gif`,
    })
    expect(await done(as('read').images())).toEqual([logo, fetched])
    const { bytes, headers } = await open(t, fetched.url)
    expect(bytes).toEqual(GIF)
    expect(headers['content-security-policy']).toContain('sandbox')
    await refused(as('read').addImage(svg), 403)
    await refused(as('read').deleteImage(logo.id), 403)
    await done(as('create').deleteImage(logo.id))
    await done(as('create').deleteImage(logo.id))
    expect(await done(as('read').images())).toEqual([fetched])
    expect((await open(t, logo.url)).status).toBe(404)
    expect(await eventTypes()).toEqual(['site_image.created', 'site_image.created', 'site_image.deleted'])
  })

  it('with the same bytes are one', async () => {
    const first = await done(as('create').addImage(svg))
    expect((await done(as('create').addImage({ ...svg, name: 'again.svg' }))).id).toBe(first.id)
    expect(await eventTypes()).toEqual(['site_image.created'])
  })

  it('are refused if they are no image, too large, or too many', async () => {
    const text = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')
    await refused(as('create').addImage({ name: 'logo.png', base64: text }), 400)
    await refused(as('create').addImage({ name: 'logo.png', url: `${web.origin}/page` }), 400)
    await refused(as('create').addImage({ name: 'logo.png', url: `${web.origin}/none` }), 400)
    await refused(as('create').addImage({ name: 'logo.png', url: 'http://127.0.0.1:1/x.png' }), 400)
    await refused(as('create').addImage({ name: 'logo.png' }), 400)
    const large = Buffer.concat([GIF, Buffer.alloc(1024 * 1024)]).toString('base64')
    await refused(as('create').addImage({ name: 'large.gif', base64: large }), 413)
    const rows = Array.from({ length: MAX_IMAGES }, (_, at) => ({
      ...{ id: newId('SiteImage'), siteId, name: 'x.gif', contentType: 'image/gif', size: 1 },
      ...{ hash: `hash ${at}`, bytes: Buffer.from('x'), createdAt: new Date() },
    }))
    await t.db.database.prisma.siteImage.createMany({ data: rows })
    await refused(as('create').addImage(svg), 409)
    expect(await eventTypes()).toEqual([])
  })

  it('are the logo, the icon and the preview of a site, by id or by a URL that is fetched once', async () => {
    const { id } = await done(as('create').addImage(svg))
    const url = `${web.origin}/dark.gif`
    const base = await done(as('create').customization())
    const logo = { light: id, dark: url }
    const parts = {
      header: { ...base.header, logo },
      favicon: { icon: { light: url, dark: url } },
      socialPreview: { url: id },
    }
    const changed = await done(as('create').changeCustomization(parts))
    const [, fetched] = (await done(as('read').images())) as [ImageView, ImageView]
    expect(changed.header?.logo).toEqual({ light: `${t.origin}/site-images/${id}`, dark: fetched.url })
    // What was returned can be sent back, and is the same.
    expect(await done(as('create').putCustomization(changed))).toEqual(changed)
    await done(as('create').changeCustomization(parts))
    expect(web.requests).toEqual(['/dark.gif'])
    expect(await done(as('read').images())).toHaveLength(2)

    await fillSpace(t, cast.space.id, () => 'Start')
    const { body } = await openSite('/')
    const site = `/sites/${cast.organization.id}/${siteId}`
    expect(body).toMatch(
      new RegExp(
        `<img class="logo on-light" src="${site}/~images/${id}" alt="Docs" width="120" height="40">`,
      ),
    )
    expect(body).toContain(`<img class="logo on-dark" src="${site}/~images/${fetched.id}"`)
    expect(body).toContain(`<link rel="icon" href="${site}/~images/${fetched.id}">`)
    expect(body).toContain(`<meta property="og:image" content="${t.origin}${site}/~images/${id}">`)
    const shown = await openSite(`/~images/${id}`)
    expect(shown.body).toBe(SVG)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
    })
    expect(shown.headers['cache-control']).toContain('immutable')
    const other = await t.db.database.prisma.site.create({
      data: {
        id: newId('Site'),
        organizationId: cast.organization.id,
        title: 'Other',
        publishedAt: new Date(),
      },
    })
    expect((await open(t, `/sites/${cast.organization.id}/${other.id}/~images/${id}`)).status).toBe(404)
    await refused(as('create').deleteImage(id), 409)
  })

  it('of other sites, and addresses without an image, are refused in a customization', async () => {
    const { prisma } = t.db.database
    const other = await prisma.site.create({
      data: { id: newId('Site'), organizationId: cast.organization.id, title: 'Other' },
    })
    const foreign = await done(
      enter(t, cast.create, { organizationId: cast.organization.id, siteId: other.id }).addImage(svg),
    )
    const base = await done(as('create').customization())
    for (const light of [
      foreign.id,
      foreign.url,
      `${web.origin}/page`,
      `${web.origin}/none`,
      'sim_none',
      'x',
    ]) {
      const header = { ...base.header, logo: { light, dark: light } }
      await refused(as('create').changeCustomization({ header }), 400)
    }
    expect(await done(as('read').customization())).toEqual(base)
    expect(await done(as('read').images())).toEqual([])
  })

  it('that are an emoji are drawn in the tab', async () => {
    await done(as('create').changeCustomization({ favicon: { emoji: '📘' } }))
    const { body, headers } = await openSite('/')
    expect(decodeURIComponent(/<link rel="icon" href="([^"]*)">/.exec(body)?.[1] ?? '')).toMatch(
      /^data:image\/svg\+xml,<svg .*📘<\/text><\/svg>$/,
    )
    expect(headers['content-security-policy']).toContain("img-src 'self' data:")
  })
})

it('an image is uploaded as a form in REST', async () => {
  const form = new FormData()
  form.append('file', new Blob([SVG]), 'logo.svg')
  const path = `/orgs/${cast.organization.id}/sites/${siteId}/images/upload`
  const { status, body, headers } = await callRest(t, cast.create, 'POST', path, { form })
  expect(status).toBe(201)
  expect(body).toMatchObject({ object: 'site-image', name: 'logo.svg', width: 120 })
  expect(headers.get('location')).toBe((body as { urls: { location: string } }).urls.location)
  const two = new FormData()
  for (const name of ['a.svg', 'b.svg']) two.append('file', new Blob([SVG]), name)
  expect((await callRest(t, cast.create, 'POST', path, { form: two })).status).toBe(413)
})

it('the icon of a site is fetched like the images of its customization', async () => {
  const light = `${web.origin}/logo.svg`
  const { body } = await callRest(t, cast.create, 'PATCH', `/orgs/${cast.organization.id}/sites/${siteId}`, {
    body: { icon: { icon: { light, dark: light } } },
  })
  const { icon } = body as { icon: { icon: { light: string } } }
  expect(icon.icon.light).toMatch(new RegExp(`^${t.origin}/site-images/sim_`))
  expect((await openSite('/')).body).toContain('<link rel="icon" href="/sites/')
})
