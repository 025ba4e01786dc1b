import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import { BatchingLoaders } from '../../src/core/lists/loaders.ts'
import { Caller } from '../../src/core/operations/caller.ts'
import { listPermissionsAggregate } from '../../src/modules/grants/grants.service.ts'
import { reachOf } from '../../src/modules/spaces/index.ts'
import { listMemberSpaces, listSpaces } from '../../src/modules/spaces/spaces.service.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'

const t = await appForFile()

type Level = Role | 'inherit' | null
type Granted = { to: 'user' | 'team' | 'other'; on: number; role: Role }

const maybeRole = fc.option(fc.constantFrom(...roles), { nil: null })
const level: fc.Arbitrary<Level> = fc.oneof(
  fc.constant<Level>('inherit'),
  fc.constant<Level>(null),
  fc.constantFrom<Level>(...roles),
)

const highest = (candidates: (Role | null)[]): Role | null =>
  [...roles].reverse().find((role) => candidates.includes(role)) ?? null

/** The rule for roles, implemented a second time and as simply as possible. */
function expected(memberRole: Role | null, levels: Level[], grants: Granted[]): Role | null {
  if (memberRole === 'admin') return 'admin'
  const applying = levels.toReversed().find((each) => each !== 'inherit')
  const byDefault = memberRole === null || applying === null ? null : (applying ?? memberRole)
  const byGrant = grants.filter((grant) => grant.to !== 'other').map((grant) => grant.role)
  return highest([byDefault as Role | null, ...byGrant])
}

const viewerOf = ({ user, tokenId }: Person) => ({ userId: user.id, tokenId, scopes: [], expiresAt: null })

/** The same role as returned by lists that start from grants, from members, or from one role. */
async function rolesInLists(person: Person, admin: Person, space: { id: string; organizationId: string }) {
  const callerOf = (who: Person) => new Caller(t.db.database, viewerOf(who), () => new Date())
  const { organizationId, id: spaceId } = space
  const all = { limit: 50, backward: false }
  const theirs = await callerOf(person).list(listSpaces, { organizationId }, all)
  const ofMember = await callerOf(admin).list(
    listMemberSpaces,
    { organizationId, userId: person.user.id },
    all,
  )
  const aggregate = async (filters: { role?: Role[] }) => {
    const { page } = await callerOf(admin).list(listPermissionsAggregate, { spaceId, ...filters }, all)
    expect(await page.totalCount()).toBe(page.rows.length)
    return page.rows.filter(({ user }) => user.id === person.user.id).map(({ permission }) => permission)
  }
  const amongThoseWith: Role[] = []
  for (const role of roles) amongThoseWith.push(...(await aggregate({ role: [role] })))
  return {
    spaces: theirs.page.rows.map(({ id }) => id),
    ofMember: ofMember.page.rows.map(({ permission }) => permission),
    amongAll: await aggregate({}),
    amongThoseWith,
  }
}

describe('the effective role on a space', () => {
  it('is the highest of grants and default, along any chain of collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        maybeRole,
        fc.array(level, { minLength: 1, maxLength: 4 }),
        fc.array(
          fc.record({
            to: fc.constantFrom('user' as const, 'team' as const, 'other' as const),
            on: fc.nat(3),
            role: fc.constantFrom(...roles),
          }),
          { maxLength: 4 },
        ),
        async (memberRole, levels, asked) => {
          const organization = await t.build.buildOrganization()
          const organizationId = organization.id
          const person = await t.build.buildPerson({ organizationId, role: memberRole })
          const other = await t.build.buildPerson({ organizationId, role: null })
          const team = await t.build.buildTeam({ organizationId }, [person.user])
          // All but the last level are collections, each in the previous one; the last is the space itself.
          let parentId: string | null = null
          const targets: ({ collectionId: string } | { spaceId: string })[] = []
          for (const defaultLevel of levels.slice(0, -1)) {
            const collection = await t.build.buildCollection({ organizationId, parentId, defaultLevel })
            parentId = collection.id
            targets.push({ collectionId: collection.id })
          }
          const space = await t.build.buildSpace({
            organizationId,
            parentId,
            defaultLevel: levels.at(-1) ?? null,
          })
          targets.push({ spaceId: space.id })

          const grants = [
            ...new Map(asked.map((grant) => [`${grant.to}/${grant.on % targets.length}`, grant])).values(),
          ]
          for (const { to, on, role } of grants) {
            const principal =
              to === 'team' ? { teamId: team.id } : { userId: (to === 'user' ? person : other).user.id }
            const target = targets[on % targets.length]
            if (target) await t.build.buildGrant(role, principal, target, organizationId)
          }

          const role = expected(memberRole, levels, grants)
          const reach = await reachOf(new BatchingLoaders(t.db.database, viewerOf(person)), space.id).catch(
            () => null,
          )
          expect(reach?.role ?? null).toBe(role)

          const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
          expect(await rolesInLists(person, admin, space)).toEqual({
            spaces: role === null ? [] : [space.id],
            ofMember: role === null ? [] : [role],
            amongAll: role === null ? [] : [role],
            amongThoseWith: roles.filter((each) => each === role),
          })
        },
      ),
      { numRuns: 30 },
    )
  }, 60_000)
})
