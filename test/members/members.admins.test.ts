import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/access/roles.ts'
import { type PeopleApi, peopleApis } from '../support/apis-people.ts'
import { startApp, type TestApp } from '../support/app.ts'

let t: TestApp
let second: TestApp
beforeAll(async () => {
  t = await startApp()
  second = await startApp({ sharing: t })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

const ROUNDS = 12

async function buildAdmins(count: number) {
  const { id } = await t.build.buildOrganization()
  const admins = await Promise.all(
    Array.from({ length: count }, () => t.build.buildPerson({ organizationId: id, role: 'admin' })),
  )
  return { id, admins }
}

const adminsLeft = (organizationId: string) =>
  t.db.database.prisma.member.count({ where: { organizationId, role: 'admin' } })

type Attack = (
  api: PeopleApi,
  organizationId: string,
  userId: string,
) => Promise<{ ok: boolean; status?: number }>
const demote =
  (role: Role | null): Attack =>
  (api, organizationId, userId) =>
    api.updateMember(organizationId, userId, { role })
const attacks: { does: string; attack: Attack }[] = [
  { does: 'demote', attack: demote('read') },
  { does: 'make guests of', attack: demote(null) },
  { does: 'remove', attack: (api, organizationId, userId) => api.removeMember(organizationId, userId) },
]

describe.each(peopleApis)('admins at the $name api', ({ enter }) => {
  it.each(attacks)(
    'who $does each other concurrently leave one admin, on any two nodes',
    async ({ attack }) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, admins } = await buildAdmins(2)
        const [one, other] = admins
        if (!one || !other) throw new Error('Two admins were built')
        const outcomes = await Promise.all([
          attack(enter(t, one), id, other.user.id),
          attack(enter(second, other), id, one.user.id),
        ])
        expect(await adminsLeft(id)).toBe(1)
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        const lost = outcomes.find(({ ok }) => !ok)
        // 409 if it was checked after the other change: it would remove the last admin. 403 or 404 if the caller had
        // already lost the role or the membership.
        expect([409, 403, 404]).toContain(lost?.status)
      }
    },
  )

  it('who all leave concurrently, through both nodes, leave one admin', async () => {
    const { id, admins } = await buildAdmins(5)
    const outcomes = await Promise.all(
      admins.map((admin, index) => enter(index % 2 ? t : second, admin).removeMember(id, admin.user.id)),
    )
    expect(await adminsLeft(id)).toBe(1)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.status === 409)).toHaveLength(1)
  })

  it('who were demoted while they waited cannot demote others', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, admins } = await buildAdmins(3)
      const [one, other] = admins
      if (!one || !other) throw new Error('Three admins were built')
      const outcomes = await Promise.all([
        enter(t, one).updateMember(id, other.user.id, { role: 'read' }),
        enter(second, other).updateMember(id, one.user.id, { role: 'read' }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({ status: 403 })
      expect(await adminsLeft(id)).toBe(2)
    }
  })
})
