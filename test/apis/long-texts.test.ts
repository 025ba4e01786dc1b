import { describe, expect, it } from 'vitest'
import { apiNamed, restAsker } from '../support/api-requests.ts'
import { done, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const LONG = 'x'.repeat(40_000)

const t = await appForFile({ environment: { MAX_ANSWER_BYTES: '100000' } })
const cast = await buildPeopleByRole(t)

const CONFLICTS = `query ($s: ID!, $c: ID, $n: Int) { changeRequest(spaceId: $s, id: $c) {
  conflicts(first: $n) { nodes { primary { markdown } } } } }`

interface Version {
  primary: { markdown: string }
}

describe.each(['rest', 'graphql'])('lists of long texts (%s)', (api) => {
  const commenter = () => apiNamed(api).enter(t, cast.comment)
  const readingsOf = (column: string) =>
    t.db.statements.filter(({ text }) => text.includes(`"${column}" AS "value"`))

  it.each(['markdown', 'document'] as const)(
    'rejects comments in %s by their size, without reading their texts',
    async (format) => {
      const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
      for (let comments = 0; comments < 3; comments++) {
        await t.build.buildComment({ spaceId, postedById: cast.comment.user.id, markdown: LONG })
      }
      t.db.statements.length = 0
      const refusal = await refused(commenter().listComments({ spaceId }, { format }), 400)
      expect(refusal.reason).toBe('query_too_complex')
      expect(readingsOf('markdown')).toEqual([])
      const { items } = await done(commenter().listComments({ spaceId }, { limit: 2 }))
      expect(items.map(({ markdown }) => markdown)).toEqual([LONG, LONG])
      // So few come with the list itself.
      expect(readingsOf('markdown')).toEqual([])
    },
  )

  it('keeps a long comment that is updated with the same text', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await done(commenter().postComment({ spaceId }, { markdown: LONG }))
    const again = await done(commenter().updateComment({ spaceId, commentId: id }, { markdown: LONG }))
    expect(again).toMatchObject({ markdown: LONG })
    expect(again.editedAt).toBeUndefined()
  })

  it('rejects conflicts by their size, without reading their versions', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id: changeRequestId } = await t.build.buildChangeRequest({
      spaceId,
      createdById: cast.edit.user.id,
    })
    const detail = { base: null, primary: { markdown: LONG }, changed: null }
    const of = { changeRequestId, spaceId, kind: 'edit_edit', subjectType: 'page', subject: 'pag_1', detail }
    const rows = ['cnf_1', 'cnf_2', 'cnf_3'].map((id) => ({ id: `${id}${api}`, detailBytes: 40_050, ...of }))
    await t.db.database.prisma.conflict.createMany({ data: rows })
    const list = (limit: number) =>
      api === 'rest'
        ? restAsker(t, cast.read)(
            'GET',
            `/spaces/${spaceId}/change-requests/${changeRequestId}/conflicts`,
            ({ items }: { items: Version[] }) => items,
            { query: { limit } },
          )
        : graphqlAsker(t, cast.read).ask(
            CONFLICTS,
            { s: spaceId, c: changeRequestId, n: limit },
            (data: { changeRequest: { conflicts: { nodes: Version[] } } }) =>
              data.changeRequest.conflicts.nodes,
          )
    t.db.statements.length = 0
    await refused(list(3), 400)
    expect(readingsOf('detail')).toEqual([])
    expect((await done(list(1))).map(({ primary }) => primary.markdown)).toEqual([LONG])
  })
})
