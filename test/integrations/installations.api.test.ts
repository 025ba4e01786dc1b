import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type InstallationsApi, installationsApis } from '../support/apis-installations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { insertIntegration } from '../support/integrations.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
let organizationId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  organizationId = cast.organization.id
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

const newSite = async (owner = organizationId) => {
  const at = t.clock.now()
  const { id } = await t.db.database.prisma.site.create({
    data: {
      id: newId('Site'),
      organizationId: owner,
      title: 'Docs',
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    },
  })
  return id
}
const publish = async (name: string, more: object = {}) => {
  const body = {
    organization: organizationId,
    title: 'Counter',
    description: 'Counts.',
    script: 'count()',
    visibility: 'public',
    ...more,
  }
  const { status } = await callRest(t, cast.admin, 'POST', `/integrations/${name}`, { body })
  expect(status).toBe(200)
}
const subjects = async () => {
  const events = await t.db.database.prisma.event.findMany({
    where: { organizationId, type: { startsWith: 'integration.' } },
    orderBy: { position: 'asc' },
  })
  return events.map(({ type, subject }) => [
    type.replace('integration.', ''),
    Object.keys(subject as object)
      .sort()
      .join(),
  ])
}

const CONFIGURATIONS = {
  account: {
    properties: {
      key: { type: 'string' },
      mode: { type: 'string', enum: ['slow', 'fast'], default: 'slow' },
      most: { type: 'number' },
      open: { type: 'boolean' },
      connect: { type: 'button', button_text: 'Connect', callback_url: 'https://example.com/' },
    },
    required: ['key', 'mode'],
  },
}

let names = 0
describe.each(installationsApis)('installations by $name', ({ enter }) => {
  const as = (who: keyof People): InstallationsApi => enter(t, cast[who])

  it('are made, listed, configured and ended', async () => {
    const { name } = await insertIntegration(t, organizationId, { configurations: CONFIGURATIONS })
    expect(await done(as('admin').status(organizationId, name))).toEqual({ installed: false })
    const made = await done(as('admin').install(name, organizationId))
    const { id } = made
    expect(made).toEqual({
      id,
      integration: name,
      status: 'pending',
      space_selection: 'selected',
      site_selection: 'selected',
      configuration: {},
      externalIds: [],
      urls: {
        location: `${t.origin}/v1/integrations/${name}/installations/${id}`,
        app: expect.stringContaining(`/${name}`),
        publicEndpoint: expect.stringContaining('/'),
      },
    })
    await refused(as('admin').status(organizationId, 'no-such-integration'), 404)
    await refused(as('admin').install(name, organizationId), 409)
    const configuration = { key: 'abc', mode: 'fast', most: 1.5, open: true }
    const configured = await done(
      as('admin').update(name, id, { configuration, externalIds: ['crm-1', 'crm-2'] }),
    )
    expect(configured).toEqual({ ...made, status: 'active', configuration, externalIds: ['crm-1', 'crm-2'] })
    expect(await done(as('admin').get(name, id))).toEqual(configured)
    expect((await done(as('admin').list(name, 'crm-2'))).items).toEqual([configured])
    expect((await done(as('admin').list(name, 'crm'))).items).toEqual([])
    expect((await done(as('admin').listOf(organizationId))).items).toEqual([configured])
    expect(await done(as('admin').status(organizationId, name))).toEqual({
      installed: true,
      status: 'active',
    })
    expect((await done(as('admin').statuses(organizationId))).items).toEqual([
      { integration: name, status: 'active' },
    ])
    expect(await done(as('admin').available(organizationId, name))).toEqual([name])
    await done(as('admin').uninstall(name, id))
    await done(as('admin').uninstall(name, id))
    await refused(as('create').uninstall(name, id), 404)
    await refused(as('admin').get(name, id), 404)
    expect(await subjects()).toEqual([
      ['installed', 'installation,integration'],
      ['configured', 'installation,integration'],
      ['uninstalled', 'installation,integration'],
    ])
  })

  it('reject a configuration that does not fit the declaration, and change nothing', async () => {
    const { name } = await insertIntegration(t, organizationId, { configurations: CONFIGURATIONS })
    const { id } = await done(as('admin').install(name, organizationId))
    const before = await done(as('admin').update(name, id, { configuration: { key: 'abc' } }))
    for (const configuration of [
      {},
      { mode: 'fast' },
      { key: 5 },
      { key: 'abc', mode: 'medium' },
      { key: 'abc', most: '5' },
      { key: 'abc', open: 'yes' },
      { key: 'abc', connect: true },
      { key: 'abc', unknown: 1 },
      { key: null },
    ]) {
      const { details } = await refused(as('admin').update(name, id, { configuration }), 400)
      expect([configuration, details?.[0]?.path[0]]).toEqual([configuration, 'configuration'])
    }
    await refused(as('admin').update(name, id, { externalIds: ['a', 'b', 'c', 'd', 'e', 'f'] }), 400)
    expect(await done(as('admin').get(name, id))).toEqual(before)
    // A level without a declaration has no properties.
    const bare = await insertIntegration(t, organizationId)
    const installation = await done(as('admin').install(bare.name, organizationId))
    expect(installation.status).toBe('active')
    await refused(as('admin').update(bare.name, installation.id, { configuration: { key: 1 } }), 400)
  })

  it('are on spaces and sites of their organization', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    const siteId = await newSite()
    const configurations = { space: { properties: { a: { type: 'string' } }, required: ['a'] } }
    const { name } = await insertIntegration(t, organizationId, { configurations })
    const { id } = await done(as('admin').install(name, organizationId))
    const other = await foundCompany(t, people)
    for (const [noun, placeId] of [
      ['space', spaceId],
      ['site', siteId],
    ] as const) {
      const placed = await done(as('admin').place(noun, name, id, placeId))
      expect(placed).toEqual({
        integration: name,
        installation: id,
        status: noun === 'space' ? 'pending' : 'active',
        configuration: {},
        externalIds: [],
        place: placeId,
      })
      await refused(as('admin').place(noun, name, id, placeId), 409)
      await refused(as('create').place(noun, name, id, placeId), 404)
      const changed = await done(as('admin').updatePlacement(noun, name, id, placeId, { externalIds: ['x'] }))
      expect(changed).toEqual({ ...placed, externalIds: ['x'] })
      expect(await done(as('admin').placement(noun, name, id, placeId))).toEqual(changed)
      expect((await done(as('admin').placements(noun, name, id, 'x'))).items).toEqual([changed])
      expect((await done(as('admin').placements(noun, name, id, 'y'))).items).toEqual([])
      expect((await done(as('admin').placementsOf(noun, name))).items).toEqual([changed])
      expect(await done(as('admin').installedOn(noun, organizationId, placeId))).toEqual([name])
    }
    await done(as('admin').updatePlacement('space', name, id, spaceId, { configuration: { a: 'b' } }))
    await refused(as('admin').updatePlacement('site', name, id, siteId, { configuration: { a: 'b' } }), 400)
    expect(await done(as('admin').placement('space', name, id, spaceId))).toMatchObject({ status: 'active' })
    const { id: foreign } = await t.build.buildSpace({ organizationId: other.organization.id })
    const elsewhere = await as('admin').place('space', name, id, foreign)
    expect(elsewhere).toMatchObject({ ok: false, status: expect.toBeOneOf([400, 404]) })
    await done(as('admin').displace('space', name, id, spaceId))
    await done(as('admin').displace('space', name, id, spaceId))
    await refused(as('admin').placement('space', name, id, spaceId), 404)
    expect(await done(as('admin').installedOn('space', organizationId, spaceId))).toEqual([])
    await done(as('admin').update(name, id, { space_selection: 'all' }))
    expect(await done(as('admin').installedOn('space', organizationId, spaceId))).toEqual([name])
    const only = await insertIntegration(t, organizationId, { target: 'site' })
    const { id: onlyId } = await done(as('admin').install(only.name, organizationId))
    await refused(as('admin').place('space', only.name, onlyId, spaceId), 409)
  })

  it('add the script of an integration to published sites, until it is unpublished', async () => {
    const name = `script-${++names}`
    const siteId = await newSite()
    const scopes = ['site:script:inject']
    await publish(name, { scopes, contentSecurityPolicy: { 'script-src': "'self'", 'img-src': '*' } })
    const { id } = await done(as('admin').install(name, organizationId))
    const anyone = enter(t, null)
    expect(await done(anyone.published(organizationId, siteId))).toEqual([])
    await done(as('admin').place('site', name, id, siteId))
    const [script] = await done(anyone.published(organizationId, siteId))
    expect(script).toMatchObject({
      script: expect.stringMatching(/^http.*\/v1\/public\/script\.js$/),
      contentSecurityPolicy: "script-src 'self'; img-src *",
      cookies: false,
    })
    expect(await (await fetch(script?.script ?? '')).text()).toBe('count()')
    expect(await done(as('read').scripts(organizationId, siteId))).toEqual([script])
    expect(await done(as('read').published(organizationId, siteId))).toEqual([script])
    // A version with a required property makes the installation pending, and one without the scope has no script.
    const configurations = { site: { properties: { a: { type: 'string' } }, required: ['a'] } }
    await publish(name, { scopes, configurations })
    expect(await done(anyone.published(organizationId, siteId))).toEqual([])
    await publish(name, { scopes: [...scopes, 'site:script:cookies'] })
    expect(await done(anyone.published(organizationId, siteId))).toMatchObject([{ cookies: true }])
    await done(as('admin').displace('site', name, id, siteId))
    expect(await done(anyone.published(organizationId, siteId))).toEqual([])
    await done(as('admin').update(name, id, { site_selection: 'all' }))
    expect(await done(anyone.published(organizationId, siteId))).toHaveLength(1)
    await callRest(t, cast.admin, 'DELETE', `/integrations/${name}`)
    expect(await done(anyone.published(organizationId, siteId))).toEqual([])
    expect((await done(as('admin').listOf(organizationId))).items).toEqual([])
    await done(as('admin').uninstall(name, id))
    expect((await subjects()).slice(-2)).toEqual([
      ['uninstalled', 'installation,integration'],
      ['unpublished', 'integration'],
    ])
  })

  it('belong to the organizations of their admins', async () => {
    const name = `shared-${++names}`
    await publish(name)
    const other = await foundCompany(t, people)
    const ours = await done(as('admin').install(name, organizationId))
    const theirs = await done(enter(t, other.admin).install(name, other.organization.id))
    expect((await done(enter(t, other.admin).list(name))).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([theirs.id]),
    )
    expect((await done(as('create').list(name))).items).toEqual([])
    await refused(as('create').get(name, ours.id), 404)
    await refused(as('create').install(name, organizationId), 403)
    await refused(as('create').listOf(organizationId), 403)
    await refused(as('stranger').get(name, ours.id), 404)
    const { name: own } = await insertIntegration(t, other.organization.id)
    await refused(as('stranger').install(own, organizationId), 404)
    // Unpublishing ends all of them.
    await callRest(t, cast.admin, 'DELETE', `/integrations/${name}`)
    await refused(enter(t, other.admin).get(name, theirs.id), 404)
    const ended = await t.db.database.prisma.event.findMany({
      where: { organizationId: other.organization.id, type: 'integration.uninstalled' },
    })
    expect(ended).toHaveLength(1)
  })
})

it('an installation of a space or site returns the whole space or site with extended=true', async () => {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const siteId = await newSite()
  const { name } = await insertIntegration(t, organizationId)
  const rest = async (method: string, path: string, body?: object) =>
    (await callRest(t, cast.admin, method, `/integrations/${name}${path}`, body ? { body } : {}))
      .body as Record<string, unknown>
  const { id } = await rest('POST', '/installations', { organization: organizationId })
  await rest('POST', `/installations/${id}/spaces`, { space: spaceId })
  await rest('POST', `/installations/${id}/sites`, { siteId })
  const whole = { object: 'space', id: spaceId }
  expect(await rest('GET', `/installations/${id}/spaces/${spaceId}?extended=true`)).toMatchObject({
    space: whole,
  })
  expect(await rest('GET', '/spaces?extended=true')).toMatchObject({ items: [{ space: whole }] })
  expect(await rest('GET', `/installations/${id}/sites?extended=true`)).toMatchObject({
    items: [{ site: { object: 'site', id: siteId } }],
  })
})
