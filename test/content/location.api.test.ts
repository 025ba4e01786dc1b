import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { edit, read, stranger, space } = await buildPeopleByRole(t)
const { id: changeRequestId, number } = await t.build.buildChangeRequest({ spaceId: space.id })
const changed = await callRest(
  t,
  edit,
  'POST',
  `/spaces/${space.id}/change-requests/${changeRequestId}/content`,
  { body: { changes: [{ operation: 'insert_page', title: 'Über uns', slug: 'ueber-uns' }] } },
)

const resolve = async (who: { token: string }, path: string) => {
  const url = `${t.origin}${path}`
  return callRest(t, who, 'GET', `/urls/content?${new URLSearchParams({ url })}`)
}

it('an address in the app leads to its space, its change request and its page', async () => {
  expect(changed.status, changed.trace).toBe(200)
  const main = (await resolve(read, `/app/s/${space.id}`)).body as Record<string, object>
  expect(main).toMatchObject({ space: { id: space.id } })
  expect(Object.keys(main)).toEqual(['space'])
  const path = `/app/s/${space.id}/changes/${number}/ueber-uns`
  expect((await resolve(read, path)).body).toMatchObject({
    space: { id: space.id },
    changeRequest: { id: changeRequestId },
    page: { title: 'Über uns', path: 'ueber-uns' },
  })
  const query =
    'query ($url: URL!) { contentByUrl(url: $url) { changeRequest { id } page { title } space { id } } }'
  expect(await queried(t, read, query, { url: `${t.origin}${path}` })).toEqual({
    contentByUrl: {
      changeRequest: { id: changeRequestId },
      page: { title: 'Über uns' },
      space: { id: space.id },
    },
  })
})

it('an address that leads nowhere, or to what the caller does not see, is not found', async () => {
  expect((await resolve(stranger, `/app/s/${space.id}`)).status).toBe(404)
  expect((await resolve(read, '/app/settings')).status).toBe(404)
  expect((await resolve(read, `/app/s/${space.id}/changes/99`)).status).toBe(404)
  const url = `https://elsewhere.example/app/s/${space.id}`
  const elsewhere = await callRest(t, read, 'GET', `/urls/content?${new URLSearchParams({ url })}`)
  expect(elsewhere.status).toBe(404)
})
