import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

let t: TestApp
let cast: PeopleByRole
let spaceId: string
let author: Person
beforeAll(async () => {
  t = await startApp()
  cast = await buildPeopleByRole(t)
  const organizationId = cast.organization.id
  author = await t.build.buildPerson({ organizationId, role: 'edit' })
  spaceId = (await t.build.buildSpace({ organizationId })).id
  const userId = cast.guest.user.id
  await t.build.buildGrant('comment', { userId }, { spaceId }, organizationId)
  for (const postedById of [author.user.id, userId]) await t.build.buildComment({ spaceId, postedById })
})
afterAll(() => t.close())

const addressesIn = (text: string) => [...new Set(text.match(/[\w.]+@[\w.]+/g) ?? [])].sort()
const emailOf = ({ user }: Person) => user.email ?? ''

const answers = {
  REST: async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${t.origin}/v1/spaces/${spaceId}/comments`, { headers })).text()
  },
  GraphQL: async (who: Person) => {
    const query = `query($id: ID!) { space(id: $id) { comments { nodes { postedBy { id displayName email } } } } }`
    return JSON.stringify((await callGraphQL(t, who, query, { id: spaceId })).data)
  },
}

describe.each(Object.entries(answers))('e-mail addresses at %s', (_name, read) => {
  it('are shown to members', async () => {
    expect(addressesIn(await read(cast.read))).toEqual([emailOf(author), emailOf(cast.guest)].sort())
  })

  it('are not shown to a guest, but for their own', async () => {
    const text = await read(cast.guest)
    expect(text).toContain(author.user.displayName)
    expect(addressesIn(text)).toEqual([emailOf(cast.guest)])
  })

  it('are shown to a guest of one organization who is a member of another with the same person', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const mixed = await t.build.buildPerson({ organizationId, role: 'read' })
    await t.build.buildMember({ organizationId: cast.organization.id, userId: mixed.user.id, role: null })
    await t.build.buildGrant('read', { userId: mixed.user.id }, { spaceId }, cast.organization.id)
    expect(addressesIn(await read(mixed))).toEqual([])
    await t.build.buildMember({ organizationId, userId: author.user.id, role: 'read' })
    expect(addressesIn(await read(mixed))).toEqual([emailOf(author)])
  })
})
