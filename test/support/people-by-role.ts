import type { Role } from '../../src/core/access/roles.ts'
import type { ChangeRequest, Organization, Space } from '../../src/generated/prisma/client.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories.ts'

/** One user for every role in an organization with a space and an open change request, and users without a role. */
export interface PeopleByRole extends Record<Role, Person> {
  guest: Person
  /** Has another organization and space. */
  stranger: Person
  organization: Organization
  space: Space
  changeRequest: ChangeRequest
}

export async function buildPeopleByRole({ build }: TestApp): Promise<PeopleByRole> {
  const organization = await build.buildOrganization()
  const elsewhere = await build.buildOrganization({ title: 'Elsewhere' })
  const member = (role: Role | null) => build.buildPerson({ organizationId: organization.id, role })
  const space = await build.buildSpace({ organizationId: organization.id })
  const edit = await member('edit')
  return {
    organization,
    space,
    read: await member('read'),
    comment: await member('comment'),
    edit,
    review: await member('review'),
    create: await member('create'),
    admin: await member('admin'),
    guest: await member(null),
    stranger: await build.buildPerson({ organizationId: elsewhere.id, role: 'admin' }),
    changeRequest: await build.buildChangeRequest({ spaceId: space.id, createdById: edit.user.id }),
  }
}
