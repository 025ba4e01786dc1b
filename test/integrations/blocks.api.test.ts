import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { insertInstallation, insertIntegration, insertPlacement } from '../support/integrations.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { read, organization, space } = await buildPeopleByRole(t)
const block = { id: 'pet', title: 'A pet', urlUnfurl: ['https://pets.example/*'] }
const path = `/spaces/${space.id}/integration-blocks`
const QUERY =
  'query($id: ID!) { space(id: $id) { integrationBlocks { name blocks { blockId title urlUnfurl } } } }'

async function install(
  blocks: object[],
  configurations = {},
): Promise<{ name: string; installationId: string }> {
  const { id, name } = await insertIntegration(t, organization.id, { configurations })
  await t.db.database.prisma.integration.update({ where: { id }, data: { blocks } })
  return { name, installationId: await insertInstallation(t, id, organization.id) }
}

it('the blocks of a space are those of the integrations that are installed on it and configured', async () => {
  const { name, installationId } = await install([block])
  await install([])
  const account = { account: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] } }
  const pending = await install([block], account)
  await insertPlacement(t, pending.installationId, { spaceId: space.id })
  expect((await callRest(t, read, 'GET', path)).body).toEqual([])
  await insertPlacement(t, installationId, { spaceId: space.id })
  expect((await callRest(t, read, 'GET', path)).body).toEqual([{ name, blocks: [block] }])
  const { id: blockId, ...rest } = block
  expect(await queried(t, read, QUERY, { id: space.id })).toEqual({
    space: { integrationBlocks: [{ name, blocks: [{ blockId, ...rest }] }] },
  })
})

it('the blocks of a deleted space are null', async () => {
  const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
  const { id } = await t.build.buildSpace({ organizationId: organization.id, deletedAt: new Date() })
  expect((await callRest(t, admin, 'GET', `/spaces/${id}/integration-blocks`)).status).toBe(404)
  const query = 'query($id: ID!) { space(id: $id) { id integrationBlocks { name } } }'
  expect(await queried(t, admin, query, { id })).toEqual({ space: { id, integrationBlocks: null } })
})
