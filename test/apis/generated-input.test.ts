import { describe, expect, it } from 'vitest'
import { buildWorld } from '../access/world.ts'
import { bombard } from '../attack/bombard.ts'
import { appForFile } from '../support/app.ts'
import { bodyOf, expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'

const t = await appForFile()
const world = await buildWorld(t)

const token = () => world.people.admin.token

describe('generated input', () => {
  // The same requests in every run; npm run test:attack sends many more, from a new seed each time.
  it('never causes an internal error', { timeout: 120_000 }, async () => {
    const { failures, sent } = await bombard(t, { seed: 20_261_115, requests: 200, atOnce: 8 })
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(200)
    expectNoFaults(t)
  })
})

describe('input that once caused an internal error', () => {
  it.each(['text', 'http://', 'http://[', '//a'])('a webhook URL that is not valid: %s', async (url) => {
    const path = `/v1/orgs/${world.organizationId}/webhooks`
    expectRefused(
      await send(t.origin, path, { method: 'POST', token: token(), json: { url } }),
      'invalid_input',
    )
    expectNoFaults(t)
  })

  it.each(['revision(id: $id)', 'content { page(id: $id) { id } }', 'content { file(id: $id) { id } }'])(
    'a NUL in an id that is looked up without a schema: %s',
    async (field) => {
      const selection = field.startsWith('revision') ? `${field} { id }` : field
      const text = `query ($space: ID!, $id: ID!) { space(id: $space) { ${selection} } }`
      const answer = await query(t.origin, text, {
        token: token(),
        variables: { space: world.spaceId, id: 'a\0b' },
      })
      expect(bodyOf(answer).errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
      expectNoFaults(t)
    },
  )

  it('the version of a user who is read along with another row', async () => {
    const text = `mutation ($space: ID!) {
      createChangeRequest(input: {spaceId: $space, subject: "Mine"}) { changeRequest {
        createdBy { id version }
        space {
          comments(first: 1) { nodes { postedBy { version } } }
          organization { members(first: 1) { nodes { user { version } } } }
        }
      } }
    }`
    const answer = await query(t.origin, text, { token: token(), variables: { space: world.spaceId } })
    const { createdBy, space } = bodyOf(answer).data.createChangeRequest.changeRequest
    const { version } = await t.db.database.prisma.user.findUniqueOrThrow({ where: { id: createdBy.id } })
    expect(createdBy.version).toBe(version)
    expect(space.comments.nodes[0].postedBy.version).toEqual(expect.any(Number))
    expect(space.organization.members.nodes[0].user.version).toEqual(expect.any(Number))
    expectNoFaults(t)
  })

  it('a deeply nested value in a document', async () => {
    const deep = '['.repeat(2_000) + ']'.repeat(2_000)
    const text = `mutation { changeContent(input: {spaceId: "${world.spaceId}", changes: [{insertPage: {document: {document: ${deep}}}}]}) { __typename } }`
    expectRefused(await query(t.origin, text, { token: token() }), 'query_too_complex')
  })
})
