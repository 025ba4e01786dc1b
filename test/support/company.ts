import { type Role, roles } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import type { Organization, Space } from '../../src/generated/prisma/client.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories.ts'

export type People = Record<Role | 'guest' | 'stranger', Person>

/** One user for every role, a guest, and a stranger who is an admin of another organization. */
export async function buildPeople({ build }: TestApp): Promise<People> {
  const people = {} as People
  for (const name of [...roles, 'guest'] as const) people[name] = await build.buildPerson()
  const elsewhere = await build.buildOrganization({ title: 'Elsewhere' })
  people.stranger = await build.buildPerson({ organizationId: elsewhere.id, role: 'admin' })
  return people
}

export interface Company extends People {
  organization: Organization
  space: Space
}

/** A new organization with a space, in which the users have the roles that they are named after. */
export async function foundCompany(t: TestApp, people: People): Promise<Company> {
  const organization = await t.build.buildOrganization()
  await t.db.database.prisma.member.createMany({
    data: [...roles, 'guest' as const].map((name) => ({
      id: newId('Member'),
      organizationId: organization.id,
      userId: people[name].user.id,
      role: name === 'guest' ? null : name,
    })),
  })
  return { ...people, organization, space: await t.build.buildSpace({ organizationId: organization.id }) }
}
