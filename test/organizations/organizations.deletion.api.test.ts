import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { purgeDeletedOrganizations } from '../../src/modules/organizations/organizations.purge.ts'
import { buildWorld } from '../access/world.ts'
import { apiNamed } from '../support/api-requests.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { webhookApis } from '../support/apis-webhooks.ts'
import { appForFile, startApp } from '../support/app.ts'
import { columnsWith } from '../support/columns-with.ts'
import { follow, WAIT } from '../support/live.ts'
import { done, refused } from '../support/outcome.ts'
import { open, page, SiteOwner } from '../support/published-sites.ts'
import { startReceiver } from '../support/receiver.ts'

const t = await appForFile({ environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' } })
const { prisma } = t.db.database
afterEach(() => {
  t.clock.now = () => new Date()
})

const DAY = 24 * 60 * 60 * 1000
const later = (ms: number) => {
  const now = new Date(Date.now() + ms)
  t.clock.now = () => now
}
const purge = (options: Partial<Parameters<typeof purgeDeletedOrganizations>[1]> = {}) =>
  purgeDeletedOrganizations(t.db.database, { now: t.clock.now(), ...options })

async function buildPlace() {
  const { id: organizationId } = await t.build.buildOrganization()
  const space = await t.build.buildSpace({ organizationId })
  const person = (role: 'admin' | 'read') => t.build.buildPerson({ organizationId, role })
  return { organizationId, space, admin: await person('admin'), reader: await person('read') }
}

describe.each(accountApis)('deleting an organization at $name', ({ name, enter }) => {
  const api = apiNamed(name)

  it('hides it, and restoring it brings back everything, for 7 days', async () => {
    const { organizationId, space, admin, reader } = await buildPlace()
    const comment = await t.build.buildComment({ spaceId: space.id })
    const left = await t.build.buildMember({ organizationId, disabled: true })
    await refused(enter(t, reader).deleteOrganization(organizationId), 403)
    await refused(enter(t, await t.build.buildPerson()).deleteOrganization(organizationId), 404)
    await refused(enter(t, admin).restoreOrganization(organizationId), 409)
    await done(enter(t, admin).deleteOrganization(organizationId))
    for (const who of [admin, reader]) {
      await refused(enter(t, who).getSettings(organizationId), 404)
      await refused(api.enter(t, who).getComment({ spaceId: space.id, commentId: comment.id }), 404)
    }
    await refused(enter(t, reader).restoreOrganization(organizationId), 404)
    await done(enter(t, admin).deleteOrganization(organizationId))
    later(7 * DAY - 60_000)
    expect(await purge()).toEqual([])
    expect(await done(enter(t, admin).restoreOrganization(organizationId))).toMatchObject({
      id: organizationId,
    })
    await done(api.enter(t, reader).getComment({ spaceId: space.id, commentId: comment.id }))
    expect(await prisma.member.findUnique({ where: { id: left.id } })).toMatchObject({ disabled: true })
    const events = await prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual(['organization.deleted', 'organization.restored'])
  })

  it('is done once by requests that are sent twice', async () => {
    const { organizationId, admin } = await buildPlace()
    const twice = (send: () => Promise<{ ok: boolean }>) => Promise.all([send(), send()])
    const deletions = await twice(() => enter(t, admin).deleteOrganization(organizationId))
    expect(deletions.map(({ ok }) => ok)).toEqual([true, true])
    const restorations = await twice(() => enter(t, admin).restoreOrganization(organizationId))
    expect(restorations.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await prisma.event.count({ where: { organizationId } })).toBe(2)
  })

  it('is final after 7 days', async () => {
    const { organizationId, admin } = await buildPlace()
    await done(enter(t, admin).deleteOrganization(organizationId))
    later(7 * DAY + 60_000)
    await refused(enter(t, admin).restoreOrganization(organizationId), 404)
    await refused(enter(t, admin).deleteOrganization(organizationId), 404)
    expect(await purge()).toContain(organizationId)
  })

  it('ends subscriptions on every node', async () => {
    const { organizationId, space, admin, reader } = await buildPlace()
    const other = await startApp({ sharing: t })
    onTestFinished(() => other.close())
    const live = await follow('WebSocket', other, reader.token, {
      query: 'subscription($id: ID!) { commentActivity(spaceId: $id) { __typename } }',
      variables: { id: space.id },
    })
    await done(enter(t, admin).deleteOrganization(organizationId))
    await live.ended
  })

  it('takes its sites offline until it is restored', async () => {
    const { organizationId, admin } = await buildPlace()
    const owner = new SiteOwner(t, organizationId, admin)
    const space = await owner.space('Guide', [page('Welcome')])
    const site = await owner.site([space.id])
    expect((await site.open('/')).status).toBe(200)
    await done(enter(t, admin).deleteOrganization(organizationId))
    expect((await open(t, `${site.base}/`)).status).toBe(404)
    await done(enter(t, admin).restoreOrganization(organizationId))
    expect((await open(t, `${site.base}/`)).status).toBe(200)
  })

  it('delivers nothing to its webhooks until it is restored', async () => {
    const { organizationId, admin } = await buildPlace()
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const hooks = webhookApis.find((each) => each.name === name)?.enter(t, admin)
    if (!hooks) throw new Error('There is no API layer')
    await done(hooks.create(organizationId, { url: receiver.url, events: [] }))
    await done(enter(t, admin).deleteOrganization(organizationId))
    await t.app.background.idle()
    const received = () => receiver.inbox.all.map(({ raw }) => raw).join()
    expect(received()).not.toContain('organization.deleted')
    await done(enter(t, admin).restoreOrganization(organizationId))
    await vi.waitFor(() => expect(received()).toMatch(/organization\.deleted.*organization\.restored/), WAIT)
  })
})

describe('the purge of deleted organizations', () => {
  it('leaves no row with the id of the organization, or of something that it had', async () => {
    const world = await buildWorld(t)
    const { organizationId, spaceId, siteId, teamId, collectionId, webhookId } = world as typeof world & {
      siteId: string
    }
    await t.build.buildCollection({ parentId: collectionId })
    await prisma.space.update({ where: { id: spaceId }, data: { parentId: collectionId } })
    const ids = [organizationId, spaceId, siteId, teamId, collectionId, webhookId]
    expect((await columnsWith(t.db.database, ids)).length).toBeGreaterThan(30)
    const deletedAt = new Date(Date.now() - 8 * DAY)
    await prisma.organization.update({ where: { id: organizationId }, data: { deletedAt } })
    const others = await prisma.organization.count()
    // Stopped after its first step, as by a node that is killed, and then after each further one.
    expect(await purge({ signal: AbortSignal.abort() })).toEqual([])
    expect(await prisma.organization.findUnique({ where: { id: organizationId } })).toMatchObject({
      deletedAt: new Date(0),
    })
    for (let steps = 1; !(await purge({ batch: 2, signal: stopsAfter(steps) })).length; steps += 3) {}
    expect(await columnsWith(t.db.database, ids)).toEqual([])
    expect(await prisma.organization.count()).toBe(others - 1)
    expect(await prisma.user.count({ where: { id: world.userId } })).toBe(1)
  })
})

/** A signal that is aborted when it was asked this many times. */
function stopsAfter(steps: number): AbortSignal {
  let left = steps
  return {
    get aborted() {
      return left-- <= 0
    },
  } as AbortSignal
}
