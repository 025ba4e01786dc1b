import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { prisma } = t.db.database
const { id: elsewhere } = await t.build.buildOrganization()

async function scene({ confirmed }: { confirmed: boolean }) {
  const { id: organizationId } = await t.build.buildOrganization()
  const person = await t.build.buildPerson({ organizationId: elsewhere, role: 'read' })
  const userId = person.user.id
  const domain = `${organizationId.replace('_', '-').toLowerCase()}.example`
  await prisma.user.update({ where: { id: userId }, data: { email: `ada@${domain}` } })
  await prisma.account.upsert({
    where: { userId },
    create: { userId, emailConfirmedAt: confirmed ? t.clock.now() : null },
    update: { emailConfirmedAt: confirmed ? t.clock.now() : null },
  })
  await prisma.organization.update({
    where: { id: organizationId },
    data: { emailDomains: [domain], defaultRole: 'comment' },
  })
  return { organizationId, userId, person, path: `/orgs/${organizationId}/join` }
}
const roleOf = async (organizationId: string, userId: string) =>
  (await prisma.member.findFirst({ where: { organizationId, userId } }))?.role

it('who has an address of the domain joins with the default role, once', async () => {
  const { organizationId, userId, person, path } = await scene({ confirmed: true })
  expect((await callRest(t, person, 'POST', path)).status).toBe(204)
  expect((await callRest(t, person, 'POST', path)).status).toBe(204)
  expect(await roleOf(organizationId, userId)).toBe('comment')
  const joined = await prisma.event.count({ where: { organizationId, type: 'member.joined' } })
  expect(joined).toBe(1)
})

it('an address that is not confirmed proves nothing', async () => {
  const { organizationId, userId, person, path } = await scene({ confirmed: false })
  expect((await callRest(t, person, 'POST', path)).status).toBe(409)
  const { errors } = await callGraphQL(
    t,
    person,
    'mutation ($id: ID!) { joinOrganizationByDomain(input: { organizationId: $id }) { organization { id } } }',
    { id: organizationId },
  )
  expect(errors?.[0]?.extensions.code).toBe('CONFLICT')
  expect(await roleOf(organizationId, userId)).toBeUndefined()
})

it('others do not learn whether there is such an organization, and disabled members stay out', async () => {
  const { organizationId, person, path } = await scene({ confirmed: true })
  await prisma.organization.update({ where: { id: organizationId }, data: { emailDomains: [] } })
  expect((await callRest(t, person, 'POST', path)).status).toBe(404)
  const member = await t.build.buildPerson({ organizationId, role: 'read' })
  await prisma.member.updateMany({
    where: { organizationId, userId: member.user.id },
    data: { disabled: true },
  })
  expect((await callRest(t, member, 'POST', path)).status).toBe(403)
})

it('the OpenID providers are listed for members', async () => {
  const { organizationId } = await scene({ confirmed: true })
  const member = await t.build.buildPerson({ organizationId, role: 'read' })
  expect((await callRest(t, member, 'GET', `/orgs/${organizationId}/sso`)).body).toEqual({ items: [] })
})
