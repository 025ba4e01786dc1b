import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { insertPages } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

interface Difference {
  type: string
  title: string | null
  page: { path: string; title: string } | null
  before: { path: string; title: string } | null
  attributes: { name: string; before: unknown; after: unknown }[]
  hunks: Record<'before' | 'after' | 'leading' | 'trailing', { start: number; lines: string[] }>[]
}

const QUERY = `query ($id: ID!) { changeRequest(id: $id) { viewedProgress { pages viewed } diff { nodes { type title
  page { path title } before { path title } attributes { name before after }
  hunks { before { start lines } after { start lines } leading { start lines } trailing(lines: 1) { start lines } } } } } }`

it('differences show the page before, what changed besides the text, and the lines around it', async () => {
  const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at + 1}`)
  const [edited = '', moved = '', deleted = ''] = await insertPages(t, cast.edit, spaceId, [
    { title: 'Edited', markdown: `${lines.join('\n')}\n` },
    { title: 'Moved', markdown: 'Moved.\n' },
    { title: 'Deleted', markdown: 'Deleted.\n' },
  ])
  const created = await callRest(t, cast.edit, 'POST', `/spaces/${spaceId}/change-requests`, { body: {} })
  const { id } = created.body as { id: string }
  const text = lines.map((line, at) => ([4, 7].includes(at) ? `${line}, changed` : line)).join('\n')
  const path = `/spaces/${spaceId}/change-requests/${id}`
  await callRest(t, cast.edit, 'POST', `${path}/content`, {
    body: {
      changes: [
        { operation: 'update_page', page: edited, title: 'Changed', document: { markdown: `${text}\n` } },
        { operation: 'update_page', page: moved, into: edited },
        { operation: 'delete_page', page: deleted },
        { operation: 'set_variable', name: 'version', value: '2' },
      ],
    },
  })
  const read = async () =>
    (
      await queried<{ changeRequest: { viewedProgress: object; diff: { nodes: Difference[] } } }>(
        t,
        cast.read,
        QUERY,
        { id },
      )
    ).changeRequest
  const { viewedProgress, diff } = await read()
  expect(viewedProgress).toEqual({ pages: 3, viewed: 0 })
  const of = (type: string) => diff.nodes.find((node) => node.type === type)
  expect(of('PAGE_EDITED')).toMatchObject({
    before: { title: 'Edited' },
    page: { title: 'Changed' },
    attributes: [{ name: 'title', before: 'Edited', after: 'Changed' }],
    hunks: [
      {
        before: { start: 5, lines: ['Line 5'] },
        leading: { start: 2, lines: ['Line 2', 'Line 3', 'Line 4'] },
        trailing: { start: 6, lines: ['Line 6'] },
      },
      {
        before: { start: 8, lines: ['Line 8'] },
        // Up to the hunk above it.
        leading: { start: 6, lines: ['Line 6', 'Line 7'] },
        trailing: { start: 9, lines: ['Line 9'] },
      },
    ],
  })
  expect(of('PAGE_MOVED')).toMatchObject({ before: { path: 'moved' }, page: { path: 'edited/moved' } })
  expect(of('PAGE_DELETED')).toMatchObject({ page: null, before: { path: 'deleted', title: 'Deleted' } })
  expect(of('VARIABLE_CREATED')?.attributes).toEqual([{ name: 'value', before: null, after: '2' }])
  await callRest(t, cast.read, 'PUT', `${path}/content/page/${edited}/viewed`, { body: {} })
  expect((await read()).viewedProgress).toEqual({ pages: 3, viewed: 1 })
})
