import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOnBehalfOf } from '../../src/core/operations/on-behalf.ts'
import { getSpace, updateSpace } from '../../src/modules/spaces/spaces.service.ts'
import { startApp, type TestApp } from '../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t?.close())

it('a job writes for a user with the access that the user has at that moment', async () => {
  const organizationId = (await t.build.buildOrganization()).id
  const { user } = await t.build.buildPerson({ organizationId, role: 'admin' })
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const { database } = t.db
  const onBehalfOf = callerOnBehalfOf({
    store: database,
    now: () => new Date(),
    tools: {} as never,
    signal: new AbortController().signal,
    origin: { operation: 'a job' },
  })
  const caller = onBehalfOf(user.id, ['space:write'])
  await caller.call(updateSpace, { spaceId, title: 'Written by a job' })
  const events = await database.prisma.event.findMany({ where: { spaceId, actorId: user.id } })
  expect(events.map(({ type }) => type)).toContain('space.updated')

  await expect(onBehalfOf(user.id, ['organization:read']).call(getSpace, { spaceId })).rejects.toThrow(
    /scope/,
  )
  await database.prisma.member.updateMany({ where: { userId: user.id }, data: { role: 'read' } })
  await expect(caller.call(updateSpace, { spaceId, title: 'Too late' })).rejects.toMatchObject({
    reason: 'forbidden',
  })
})
