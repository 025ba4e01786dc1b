import { describe, expect, it } from 'vitest'
import { placesApis } from '../support/apis-places.ts'
import { appForFile } from '../support/app.ts'
import { done } from '../support/outcome.ts'

const t = await appForFile()

describe.each(placesApis)("a guest's places by $name", ({ enter }) => {
  /** A guest whose team has a grant on a collection with another one inside, and who has grants on two spaces. */
  async function prepare() {
    const organizationId = (await t.build.buildOrganization()).id
    const guest = await t.build.buildPerson({ organizationId, role: null })
    const team = await t.build.buildTeam({ organizationId }, [guest.user])
    const outer = await t.build.buildCollection({ organizationId })
    const inner = await t.build.buildCollection({ organizationId, parentId: outer.id })
    const hidden = await t.build.buildCollection({ organizationId })
    const spaces = []
    for (const parentId of [inner.id, outer.id, null, inner.id, hidden.id, hidden.id]) {
      spaces.push(await t.build.buildSpace({ organizationId, parentId }))
    }
    const [inInner, inOuter, , another, apart] = spaces.map(({ id }) => id)
    await t.build.buildGrant('read', { teamId: team.id }, { collectionId: outer.id }, organizationId)
    for (const spaceId of [inInner ?? '', apart ?? '']) {
      await t.build.buildGrant('edit', { userId: guest.user.id }, { spaceId }, organizationId)
    }
    return { organizationId, guest, outer, inner, visible: [inInner, inOuter, another, apart] }
  }

  it('are those with a grant, each once, page by page in the usual order', async () => {
    const { organizationId, guest, visible } = await prepare()
    const api = enter(t, guest)
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await done(api.listSpaces(organizationId, { limit: 1, ...(cursor ? { cursor } : {}) }))
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor && seen.length < 10)
    expect(seen).toEqual(visible)
  })

  it('go on from the same cursor once the guest is a member', async () => {
    const { organizationId, guest, visible } = await prepare()
    const first = await done(enter(t, guest).listSpaces(organizationId, { limit: 1 }))
    await t.db.database.prisma.member.updateMany({
      where: { organizationId, userId: guest.user.id },
      data: { role: 'read' },
    })
    const rest = await done(enter(t, guest).listSpaces(organizationId, { cursor: first.next ?? '' }))
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(expect.arrayContaining(visible))
    expect(first.items.length + rest.items.length).toBe(6)
  })

  it('are the granted collections and what is in them', async () => {
    const { organizationId, guest, outer, inner } = await prepare()
    const ids = async (query: { nested?: boolean }) =>
      (await done(enter(t, guest).listCollections(organizationId, query))).items.map(({ id }) => id)
    expect(await ids({})).toEqual([outer.id, inner.id])
    expect(await ids({ nested: false })).toEqual([outer.id])
  })
})
