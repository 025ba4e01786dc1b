import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IntegrationsApi, integrationsApis } from '../support/apis-integrations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'

// One pixel.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const SECRET = 'do-not-show-this-secret'

let t: TestApp
let people: People
let cast: Company
beforeAll(async () => {
  t = await startApp({ logLevel: 'info' })
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

let names = 0
const newName = () => `Tracker_${++names}.v-1`
const manifest = (more: object = {}) => ({
  organization: cast.organization.id,
  title: 'Page counter',
  description: 'Counts pages.',
  script: 'console.log("counted")',
  ...more,
})
const get = async (url: string) => {
  const response = await fetch(url)
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}
const eventTypes = async () => {
  const events = await t.db.database.prisma.event.findMany({
    where: { organizationId: cast.organization.id, type: { startsWith: 'integration.' } },
    orderBy: { position: 'asc' },
  })
  return events.map(({ type }) => type)
}

describe.each(integrationsApis)('integrations by $name', ({ enter }) => {
  const as = (who: keyof People): IntegrationsApi => enter(t, cast[who])

  it('are published in versions, read, and unpublished', async () => {
    const name = newName()
    const first = await done(as('admin').publish(name, manifest()))
    expect(first).toMatchObject({
      name,
      version: 1,
      title: 'Page counter',
      visibility: 'private',
      target: 'all',
      verified: false,
      scopes: [],
      categories: [],
      previewImages: [],
      owner: { id: cast.organization.id, title: cast.organization.title },
      permissions: { admin: true, install: true },
    })
    const second = await done(
      as('admin').publish(
        name,
        manifest({
          script: 'console.log(2)',
          summary: '# Counter',
          icon: PNG,
          previewImages: [GIF, PNG],
          visibility: 'unlisted',
          scopes: ['site:script:inject', 'site:script:cookies'],
          categories: ['analytics', 'visitor-auth'],
          contentSecurityPolicy: "script-src 'self'",
        }),
      ),
    )
    expect(second).toMatchObject({
      id: first.id,
      version: 2,
      summary: '# Counter',
      scopes: ['site:script:inject', 'site:script:cookies'],
      categories: ['analytics', 'visitor-auth'],
      contentSecurityPolicy: "script-src 'self'",
    })
    expect(await done(as('read').get(name))).toEqual({
      ...second,
      permissions: { admin: false, install: false },
    })

    const script = await get(`${second.urls.publicEndpoint}/script.js`)
    expect([script.status, script.body.toString()]).toEqual([200, 'console.log(2)'])
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    expect(script.headers.get('content-security-policy')).toBe(
      "script-src 'self', sandbox; default-src 'none'",
    )
    const [icon, preview] = [await get(second.urls.icon ?? ''), await get(second.previewImages[0] ?? '')]
    expect([icon, preview].map(({ headers }) => headers.get('content-type'))).toEqual([
      'image/png',
      'image/gif',
    ])
    expect(icon.body).toEqual(Buffer.from(PNG, 'base64'))
    expect(icon.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    for (const url of [second.urls.assets, second.urls.publicEndpoint])
      expect((await get(url)).status).toBe(200)
    // The files of earlier versions stay.
    expect((await get(`${first.urls.publicEndpoint}/script.js`)).body.toString()).toBe(
      'console.log("counted")',
    )

    await done(as('admin').unpublish(name))
    await done(as('admin').unpublish(name))
    await refused(as('admin').get(name), 404)
    expect((await get(`${second.urls.publicEndpoint}/script.js`)).status).toBe(404)
    expect(await eventTypes()).toEqual([
      'integration.published',
      'integration.published',
      'integration.unpublished',
    ])
  })

  it('keep the pictures of a private one for its members', async () => {
    const { urls } = await done(as('admin').publish(newName(), manifest({ icon: PNG })))
    expect((await get(urls.icon ?? '')).status).toBe(200)
    expect((await get((urls.icon ?? '').replace(/\?.*/, ''))).status).toBe(404)
    expect((await get((urls.icon ?? '').replace('/files/', '/assets/'))).status).toBe(404)
  })

  it('have names that tell nothing about private ones of other organizations', async () => {
    const [taken, free] = [newName(), newName()]
    await done(as('admin').publish(taken, manifest({ title: 'Ours' })))
    const organization = await t.build.buildOrganization()
    const stranger = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const elsewhere = enter(t, stranger)
    const there = manifest({ organization: organization.id, title: 'Theirs' })
    const seen = async (name: string) => {
      const before = [await elsewhere.unpublish(name), await elsewhere.get(name)]
      const { name: shown, version, urls } = await done(elsewhere.publish(name, there))
      const { title } = await done(elsewhere.get(name))
      await done(elsewhere.publish(name, { ...there, script: 'second()' }))
      const script = await get(`${urls.publicEndpoint}/script.js`)
      const again = await done(elsewhere.get(name))
      await done(elsewhere.unpublish(name))
      const after = [await elsewhere.get(name), await done(elsewhere.unpublish(name))]
      return {
        before,
        shown: shown === name,
        version,
        title,
        script: script.status,
        next: again.version,
        after,
      }
    }
    expect(await seen(taken)).toEqual(await seen(free))
    expect(await done(as('read').get(taken))).toMatchObject({ title: 'Ours', version: 1 })
    await done(as('admin').unpublish(taken))
    expect((await seen(taken)).shown).toBe(true)
    expect(await done(as('admin').publish(taken, manifest()))).toMatchObject({ version: 1 })
  })

  it('have names that are unique among those that everyone can see', async () => {
    const name = newName()
    await done(as('admin').publish(name, manifest({ title: 'Ours' })))
    const organization = await t.build.buildOrganization()
    const stranger = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const there = manifest({ organization: organization.id, title: 'Theirs', visibility: 'public' })
    await done(enter(t, stranger).publish(name, there))
    // Members of an organization mean its own integration by the name, and others the public one.
    expect(await done(as('read').get(name))).toMatchObject({ title: 'Ours' })
    expect(await done(as('stranger').get(name))).toMatchObject({ title: 'Theirs' })
    await refused(as('admin').publish(name, manifest({ visibility: 'unlisted' })), 409)
    const third = await t.build.buildOrganization()
    const other = await t.build.buildPerson({ organizationId: third.id, role: 'admin' })
    await refused(enter(t, other).publish(name, manifest({ organization: third.id })), 409)
  })

  it('accept the hostname of the organization', async () => {
    const hostname = `host-${++names}`
    await t.db.database.prisma.organization.update({
      where: { id: cast.organization.id },
      data: { hostname },
    })
    const { owner } = await done(as('admin').publish(newName(), manifest({ organization: hostname })))
    expect(owner.id).toBe(cast.organization.id)
    await refused(as('stranger').publish(newName(), manifest({ organization: hostname })), 404)
    await refused(as('create').publish(newName(), manifest()), 403)
  })

  it('reject what exceeds a limit, and change nothing', async () => {
    const name = newName()
    await done(as('admin').publish(name, manifest({ title: 'x'.repeat(30), description: 'x'.repeat(100) })))
    const big = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(1024 * 1024)]).toString('base64')
    const block = { id: 'a', title: 'Block' }
    for (const bad of [
      { title: 'x' },
      { title: 'x'.repeat(31) },
      { description: 'x'.repeat(101) },
      { summary: 'x'.repeat(2_049) },
      { script: '' },
      { previewImages: [PNG, PNG, PNG, PNG] },
      { icon: Buffer.from('This text is called icon.png.').toString('base64') },
      { icon: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
      { icon: 'not base64!' },
      { previewImages: [big] },
      { scopes: ['site:script:inject', 'site:script:inject'] },
      { blocks: [block, block] },
      { blocks: [{ id: 'a', title: 'x' }] },
      { blocks: [{ id: 'a', title: 'x'.repeat(41) }] },
      { blocks: [{ ...block, description: 'x'.repeat(151) }] },
      { blocks: [{ ...block, urlUnfurl: ['ftp://example.com/'] }] },
      { contentSources: [{ id: 'a', title: 'Source', configuration: {} }] },
      { externalLinks: Array.from({ length: 6 }, () => ({ url: 'https://example.com/', label: 'x' })) },
      { externalLinks: [{ url: 'javascript:alert(1)', label: 'x' }] },
      { configurations: { account: { properties: { a: { type: 'string', title: 'x'.repeat(31) } } } } },
      {
        configurations: { account: { properties: { a: { type: 'string', description: 'x'.repeat(101) } } } },
      },
      { configurations: { account: { properties: { a: { type: 'button', button_text: 'Go' } } } } },
      { configurations: { account: { properties: { a: { type: 'colour' } } } } },
      { configurations: { account: { properties: {}, required: ['a'] } } },
      { configurations: { account: { properties: { a: { type: 'string', enum: ['x'], default: 'y' } } } } },
      { configurations: { team: { properties: {} } } },
      { contentSecurityPolicy: "script-src 'self'\r\nSet-Cookie: a=b" },
      { secrets: { key: 5 } },
    ]) {
      const { reason } = await refused(as('admin').publish(name, manifest(bad)), 400)
      expect([reason, bad]).toEqual([
        expect.stringMatching(/^(invalid_input|graphql_validation_failed|bad_user_input)$/),
        bad,
      ])
    }
    await refused(as('admin').publish('x'.repeat(101), manifest()), 400)
    await refused(as('admin').publish('a%20b', manifest()), 400)
    expect(await done(as('admin').get(name))).toMatchObject({ version: 1, title: 'x'.repeat(30) })
    expect(await eventTypes()).toEqual(['integration.published'])
  })

  it('are public, unlisted or private', async () => {
    const made = new Map<string, string>()
    for (const visibility of ['public', 'unlisted', 'private']) {
      const { name } = await done(as('admin').publish(newName(), manifest({ visibility })))
      made.set(visibility, name)
    }
    const seen = async (who: keyof People) => {
      const { items } = await done(as(who).list({ owner: cast.organization.id }))
      return items.map(({ visibility }) => visibility)
    }
    expect(await seen('read')).toEqual(['public', 'unlisted', 'private'])
    expect(await seen('guest')).toEqual(['public'])
    expect(await seen('stranger')).toEqual(['public'])
    const open = await done(as('stranger').get(made.get('public') ?? ''))
    expect(open.permissions).toEqual({ admin: false, install: true })
    await done(as('guest').get(made.get('unlisted') ?? ''))
    await refused(as('guest').get(made.get('private') ?? ''), 404)
    await refused(as('stranger').unpublish(made.get('private') ?? ''), 404)
    await refused(as('stranger').unpublish('never-published'), 404)
    await refused(as('stranger').unpublish(made.get('public') ?? ''), 403)
    await refused(enter(t, null).list(), 401)
  })

  it('are listed by search, category, domain, blocks, content sources, owner, scope and target', async () => {
    const publish = async (more: object) =>
      (await done(as('admin').publish(newName(), manifest({ visibility: 'public', ...more })))).name
    const block = {
      id: 'b',
      title: 'Board',
      urlUnfurl: ['https://*.Boards.example/x/*', 'http://other.example/'],
    }
    const source = { id: 's', title: 'Source', configuration: { componentId: 'c' } }
    const counter = await publish({
      categories: ['analytics'],
      scopes: ['site:script:inject'],
      target: 'site',
    })
    const boards = await publish({ title: 'Böards', blocks: [block], target: 'space' })
    const content = await publish({ categories: ['content'], contentSources: [source] })
    const owner = cast.organization.id
    const found = async (query: Record<string, string>) =>
      (await done(as('stranger').list({ owner, ...query }))).items.map(({ name }) => name)
    expect(await found({})).toEqual([counter, boards, content])
    expect(await found({ search: 'boards' })).toEqual([boards])
    expect(await found({ search: content.toLowerCase() })).toEqual([content])
    expect(await found({ category: 'analytics' })).toEqual([counter])
    expect(await found({ blockDomain: 'BOARDS.example' })).toEqual([boards])
    expect(await found({ blockDomain: 'example' })).toEqual([])
    expect(await found({ blocks: 'true' })).toEqual([boards])
    expect(await found({ blocks: 'false' })).toEqual([counter, content])
    expect(await found({ contentSources: 'true' })).toEqual([content])
    expect(await found({ scope: 'site:script:inject' })).toEqual([counter])
    expect(await found({ target: 'site' })).toEqual([counter, content])
    expect(await found({ target: 'all' })).toEqual([content])
    expect(await found({ target: 'space', blocks: 'true', search: 'bo' })).toEqual([boards])
    const { items, next } = await done(as('stranger').list({ owner, limit: '2' }))
    expect(items).toHaveLength(2)
    const rest = await done(as('stranger').list({ owner, limit: '2', page: next ?? '' }))
    expect(rest.items.map(({ name }) => name)).toEqual([content])
    // A new version replaces what an integration is listed by.
    await done(as('admin').publish(counter, manifest({ visibility: 'public' })))
    expect(await found({ category: 'analytics' })).toEqual([])
  })

  it('keep secrets out of responses, events, rows and logs', async () => {
    const name = newName()
    t.faults.length = 0
    const invalid = await as('admin').publish(name, manifest({ title: '', secrets: { TOKEN: SECRET } }))
    expect(JSON.stringify(invalid)).not.toContain(SECRET)
    const published = await done(as('admin').publish(name, manifest({ secrets: { TOKEN: SECRET } })))
    const read = [published, await done(as('admin').get(name)), await done(as('admin').list())]
    expect(JSON.stringify(read)).not.toContain(SECRET)
    const { prisma } = t.db.database
    const { sealedSecrets, ...row } = await prisma.integration.findUniqueOrThrow({ where: { name } })
    expect(sealedSecrets).toEqual(expect.any(String))
    // The access log and the fault log.
    expect(t.faults.length).toBeGreaterThanOrEqual(4)
    const stored = [row, sealedSecrets, await prisma.event.findMany({}), t.faults]
    const shown = JSON.stringify(stored, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(shown).not.toContain(SECRET)
    expect(shown).not.toContain('TOKEN')
  })

  it('keep the scripts of their newest 1,000 versions', async () => {
    const name = newName()
    const { prisma } = t.db.database
    await done(as('admin').publish(name, manifest({ script: 'first()' })))
    const integration = await prisma.integration.findUniqueOrThrow({ where: { name } })
    const { script } = await prisma.integrationVersion.findFirstOrThrow({
      where: { integrationId: integration.id },
    })
    const file = { name, contentType: 'text/javascript', size: 1, bytes: Buffer.from('1') }
    await prisma.integrationFile.create({ data: { ...file, hash: 'oldest' } })
    // Versions before the first one: the oldest has a script of its own.
    await prisma.integrationVersion.createMany({
      data: Array.from({ length: 999 }, (_each, index) => ({
        integrationId: integration.id,
        number: -index,
        script: index === 998 ? 'oldest' : script,
        createdAt: new Date(),
      })),
    })
    await done(as('admin').publish(name, manifest({ script: 'second()' })))
    expect(await prisma.integrationVersion.count({ where: { integrationId: integration.id } })).toBe(1_000)
    const files = await prisma.integrationFile.findMany({ where: { name }, select: { hash: true } })
    expect(files).toHaveLength(2)
    expect(files).not.toContainEqual({ hash: 'oldest' })
  })

  it('count up their version when they are published at the same time', async () => {
    const name = newName()
    const versions = await Promise.all(
      Array.from({ length: 5 }, async (_each, index) => {
        const { version } = await done(as('admin').publish(name, manifest({ script: `run(${index})` })))
        return version
      }),
    )
    expect(versions.sort()).toEqual([1, 2, 3, 4, 5])
    const rows = await t.db.database.prisma.integrationVersion.count({ where: { integration: { name } } })
    expect(rows).toBe(5)
  })
})
