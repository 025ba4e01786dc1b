import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { tellAll } from '../notifications/tell-all.ts'
import {
  apiNamed,
  type Connection,
  connectionOf,
  listedGraphQL,
  listedRest,
  restAsker,
} from '../support/api-requests.ts'
import type { Attempt } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, type Listed, refused } from '../support/outcome.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const { prisma } = t.db.database

interface Query {
  search?: string
  limit?: number
  cursor?: string
}
interface Shown {
  name: string
  email?: string
}
type Who = { token: string } | null
type List = (who: Who, spaceId: string, query?: Query) => Attempt<Listed<Shown>>

const shown = ({ displayName: name, email }: { displayName: string; email?: string | null }): Shown => ({
  name,
  ...(email ? { email } : {}),
})

const listByRest: List = (who, spaceId, { cursor: page, ...query } = {}) =>
  restAsker(t, who)('GET', `/spaces/${spaceId}/mentionable-users`, listedRest(shown), {
    query: { ...query, page },
  })

const listByGraphQL: List = (who, spaceId, { search, limit: first, cursor: after } = {}) =>
  graphqlAsker(t, who).ask(
    `query($id: ID!, $search: String, $first: Int, $after: String) { space(id: $id) {
      ${connectionOf('mentionableUsers(search: $search, first: $first, after: $after)', 'displayName email')} } }`,
    { id: spaceId, search, first, after },
    ({ space }: { space: { mentionableUsers: Connection<Shown & { displayName: string }> | null } | null }) =>
      listedGraphQL(space?.mentionableUsers ?? undefined, shown),
  )

/** People by name, with a role in the organization, in which the space is not visible to everyone. */
async function found(names: Record<string, Role | null>, defaultLevel: 'inherit' | null = 'inherit') {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  await prisma.space.update({ where: { id: spaceId }, data: { defaultLevel } })
  const people: Record<string, Person> = {}
  for (const [displayName, role] of Object.entries(names)) {
    const person = await t.build.buildPerson({ organizationId, role })
    const [first = ''] = displayName.toLowerCase().split(' ')
    const email = `${first}.${person.user.id}@quire.example`
    await prisma.user.update({ where: { id: person.user.id }, data: { displayName, email } })
    people[displayName] = person
  }
  const of = (name: string) => people[name] as Person
  const grant = (name: string, role: Role) =>
    t.build.buildGrant(role, { userId: of(name).user.id }, { spaceId }, organizationId)
  return { organizationId, spaceId, of, grant }
}

describe.each([
  { name: 'rest', list: listByRest },
  { name: 'graphql', list: listByGraphQL },
])('users whom a comment can mention, at $name', ({ name, list }) => {
  const namesOf = async (who: Who, spaceId: string, query?: Query) =>
    (await done(list(who, spaceId, query))).items.map((each) => each.name)

  it('are those who can see the space, by name, in pages', async () => {
    const roles: Record<string, Role | null> = {
      Dora: 'edit',
      Émile: 'read',
      anna: 'admin',
      Ben: null,
      Cid: null,
    }
    const { spaceId, organizationId, of, grant } = await found(roles, null)
    await grant('Ben', 'read')
    await grant('Dora', 'comment')
    expect(await namesOf(of('Dora'), spaceId)).toEqual(['anna', 'Ben', 'Dora'])
    await prisma.space.update({ where: { id: spaceId }, data: { defaultLevel: 'inherit' } })
    expect(await namesOf(of('Dora'), spaceId)).toEqual(['anna', 'Ben', 'Dora', 'Émile'])
    const first = await done(list(of('Dora'), spaceId, { limit: 2 }))
    expect(first.items.map((each) => each.name)).toEqual(['anna', 'Ben'])
    const rest = await done(list(of('Dora'), spaceId, { limit: 2, cursor: first.next ?? '' }))
    expect([rest.items.map((each) => each.name), rest.next]).toEqual([['Dora', 'Émile'], undefined])
    const where = { organizationId_userId: { organizationId, userId: of('anna').user.id } }
    await prisma.member.update({ where, data: { disabled: true } })
    expect(await namesOf(of('Dora'), spaceId)).toEqual(['Ben', 'Dora', 'Émile'])
  })

  it('are found by the beginning of a word of their name, or of their e-mail address', async () => {
    const { spaceId, of } = await found({
      'Ada Lovelace': 'comment',
      'Émile Love': 'read',
      'Clovis 100%': 'read',
    })
    const by = (search: string) => namesOf(of('Ada Lovelace'), spaceId, { search })
    expect(await by('lov')).toEqual(['Ada Lovelace', 'Émile Love'])
    expect(await by('EMILE')).toEqual(['Émile Love'])
    expect(await by('ada.')).toEqual(['Ada Lovelace'])
    expect(await by('clovis.usr_')).toEqual(['Clovis 100%'])
    expect(await by('quire')).toEqual([])
    expect(await by('100%')).toEqual(['Clovis 100%'])
    expect(await by('%')).toEqual([])
    expect(await by('emile love')).toEqual(['Émile Love'])
    await refused(list(of('Ada Lovelace'), spaceId, { search: 'a'.repeat(256) }), 400)
  })

  it('are listed for those who may comment, with e-mail addresses for members', async () => {
    const { spaceId, of, grant } = await found({ Ada: 'comment', Guest: null, Reader: 'read' })
    await grant('Guest', 'comment')
    const { email } = (await prisma.user.findUniqueOrThrow({ where: { id: of('Ada').user.id } })) ?? {}
    const [ada] = (await done(list(of('Ada'), spaceId))).items
    expect(ada).toEqual({ name: 'Ada', email })
    // A guest sees only themselves, as in lists of members.
    expect(await namesOf(of('Guest'), spaceId)).toEqual(['Guest'])
    expect(await namesOf(of('Guest'), spaceId, { search: 'ada' })).toEqual([])
    await refused(list(of('Reader'), spaceId), 403)
    await refused(list(await t.build.buildPerson(), spaceId), 404)
    await refused(list(null, spaceId), 401)
    const { token } = await t.build.buildToken({ userId: of('Ada').user.id, scopes: ['space:read'] })
    await refused(list({ token }, spaceId), 403)
  })

  it('are those who are notified', async () => {
    const { spaceId, of } = await found({ Ada: 'comment', Bob: 'read' })
    const [, bob] = (await done(list(of('Ada'), spaceId))).items
    expect(bob?.name).toBe('Bob')
    const markdown = `[@Bob](/users/${of('Bob').user.id} "mention")`
    await done(apiNamed(name).enter(t, of('Ada')).postComment({ spaceId }, { markdown }))
    await tellAll(t)
    expect(await prisma.notification.count({ where: { userId: of('Bob').user.id, spaceId } })).toBe(1)
  })

  it('take as many statements in an organization of 300 as in one of 3', async () => {
    const { organizationId, spaceId, of } = await found({ Ada: 'comment', Bob: 'read', Cid: null })
    const count = async () =>
      (await statementsOf(t, () => done(list(of('Ada'), spaceId, { search: 'b' })))).length
    const few = await count()
    const ids = Array.from({ length: 297 }, () => newId('User'))
    await prisma.user.createMany({
      data: ids.map((id) => ({ id, displayName: `B ${id}`, email: `${id}@a.example` })),
    })
    await prisma.member.createMany({
      data: ids.map((userId) => ({ id: newId('Member'), organizationId, userId, role: 'read' as const })),
    })
    expect(await count()).toBe(few)
  })
})
