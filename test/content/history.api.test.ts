import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { restAsker } from '../support/api-requests.ts'
import { type Attempt, done, failedRequests, refused } from '../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../support/apis-content.ts'
import { appForFile, type TestApp } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

const contentNamed = (name: string) => contentApis[name === 'REST' ? 0 : 1] as (typeof contentApis)[number]

type Who = { token: string } | null
interface Listed {
  id: string
  type: string
  message?: string | null
  createdBy?: { id: string } | null
}
interface Opened {
  id: string
  subject: string
  status: string
}

/** The history of content for one caller. */
interface HistoryApi {
  revisions(at: ContentAt): Attempt<Listed[]>
  history(at: ContentAt, page: string): Attempt<Listed[]>
  restoreRevision(spaceId: string, revision: string, subject?: string): Attempt<Opened>
  restorePage(spaceId: string, revision: string, page: string): Attempt<Opened>
}

const listedOf = ({ id, type, message, createdBy }: Listed): Listed => ({
  id,
  type: type.toLowerCase(),
  message: message ?? null,
  createdBy: createdBy ? { id: createdBy.id } : null,
})
const openedOf = ({ id, subject, status }: Opened): Opened => ({ id, subject, status: status.toLowerCase() })

function restHistory(t: TestApp, who: Who): HistoryApi {
  const ask = restAsker(t, who)
  const root = ({ spaceId, changeRequest }: ContentAt) =>
    changeRequest ? `/spaces/${spaceId}/change-requests/${changeRequest}` : `/spaces/${spaceId}`
  const items = ({ items }: { items: Listed[] }) => items.map(listedOf)
  return {
    revisions: (at) => ask('GET', `${root(at)}/revisions`, items),
    history: (at, page) => ask('GET', `${root(at)}/content/page/${page}/revisions`, items),
    restoreRevision: (spaceId, revision, subject) =>
      ask('POST', `/spaces/${spaceId}/revisions/${revision}/restore`, openedOf, { body: { subject } }),
    restorePage: (spaceId, revision, page) =>
      ask('POST', `/spaces/${spaceId}/revisions/${revision}/page/${page}/restore`, openedOf),
  }
}

function graphqlHistory(t: TestApp, who: Who): HistoryApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const NODES = '{ nodes { id type message createdBy { id } } }'
  type Nodes = { nodes: Listed[] }
  type Content = { revisions: Nodes; content: { page: { history: Nodes } | null } }
  const read = <View>(at: ContentAt, selection: string, take: (content: Content) => View | null) =>
    ask<{ place: Content | null }, View>(
      at.changeRequest
        ? `query($space: ID!, $id: ID!) { place: changeRequest(spaceId: $space, id: $id) { ${selection} } }`
        : `query($space: ID!) { place: space(id: $space) { ${selection} } }`,
      { space: at.spaceId, ...(at.changeRequest ? { id: at.changeRequest } : {}) },
      ({ place }) => place && take(place),
    )
  const opened = (name: string, input: object) =>
    mutate<{ changeRequest: Opened }, Opened>(
      name,
      input,
      'changeRequest { id subject status }',
      ({ changeRequest }) => openedOf(changeRequest),
    )
  return {
    revisions: (at) => read(at, `revisions ${NODES}`, ({ revisions }) => revisions.nodes.map(listedOf)),
    history: (at, page) =>
      read(
        at,
        `content { page(id: "${page}") { ... on DocumentPage { history ${NODES} } } }`,
        ({ content }) => content.page?.history.nodes.map(listedOf) ?? null,
      ),
    restoreRevision: (spaceId, revisionId, subject) =>
      opened('restoreRevision', { spaceId, revisionId, ...(subject === undefined ? {} : { subject }) }),
    restorePage: (spaceId, revisionId, pageId) => opened('restorePage', { spaceId, revisionId, pageId }),
  }
}

const historyApis = [
  { name: 'REST', enter: restHistory },
  { name: 'GraphQL', enter: graphqlHistory },
]

describe.each(historyApis)('history ($name)', ({ name, enter }) => {
  const content = () => contentNamed(name).enter(t, cast.edit)
  const change = (at: ContentAt, ...changes: Change[]) => done(content().change(at, changes))
  const revisionOf = async (at: ContentAt) => (await done(content().revision(at))).id
  const text = (page: string, markdown: string): Change => ({
    operation: 'update_page',
    page,
    document: { markdown },
  })
  const ids = (listed: Listed[]) => listed.map(({ id }) => id)

  /** A space with two pages, and its first revision. */
  async function written() {
    const { id: spaceId, revisionId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const insert = (title: string): Change => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'One\n' },
    })
    const [guide, other] = await change({ spaceId }, insert('Guide'), insert('Other'))
    return { spaceId, first: revisionId, guide: guide?.id ?? '', other: other?.id ?? '' }
  }

  async function merged(spaceId: string, ...changes: Change[]) {
    const { createChangeRequest } = await queried<{ createChangeRequest: { changeRequest: { id: string } } }>(
      t,
      cast.review,
      `mutation ($input: CreateChangeRequestInput!) { createChangeRequest(input: $input) { changeRequest { id } } }`,
      { input: { spaceId, subject: 'Better words' } },
    )
    const { id } = createChangeRequest.changeRequest
    for (const each of changes) await change({ spaceId, changeRequest: id }, each)
    const revision = await revisionOf({ spaceId, changeRequest: id })
    await queried(
      t,
      cast.review,
      'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { result } }',
      { input: { spaceId, changeRequestId: id } },
    )
    return { id, revision }
  }

  it('lists the revisions of main content, and those of a change request apart', async () => {
    const { spaceId, first, guide, other } = await written()
    const second = await revisionOf({ spaceId })
    const proposal = await merged(spaceId, text(guide, 'Two\n'), text(other, 'Two\n'))
    const third = await revisionOf({ spaceId })
    const main = await done(enter(t, cast.read).revisions({ spaceId }))
    expect(main).toEqual([
      { id: third, type: 'merge', message: 'Better words', createdBy: { id: cast.review.user.id } },
      { id: second, type: 'edits', message: null, createdBy: { id: cast.edit.user.id } },
      { id: first, type: 'edits', message: null, createdBy: null },
    ])
    const own = await done(enter(t, cast.read).revisions({ spaceId, changeRequest: proposal.id }))
    expect(ids(own)).toHaveLength(2)
    expect(own[0]?.id).toBe(proposal.revision)
    for (const each of ids(own)) expect(ids(main)).not.toContain(each)
    await refused(enter(t, cast.stranger).revisions({ spaceId }), 404)
    await refused(enter(t, null).revisions({ spaceId }), 401)
  })

  it('of a page has only the revisions that changed it', async () => {
    const { spaceId, guide, other } = await written()
    const second = await revisionOf({ spaceId })
    await change({ spaceId }, text(other, 'Two\n'))
    await change({ spaceId }, { operation: 'update_page', page: guide, title: 'The guide' })
    const renamed = await revisionOf({ spaceId })
    await change({ spaceId }, { operation: 'set_variable', name: 'version', value: '2' })
    const proposal = await merged(spaceId, text(guide, 'Three\n'), text(other, 'Three\n'))
    const last = await revisionOf({ spaceId })
    const history = (at: ContentAt, page: string) => done(enter(t, cast.read).history(at, page))
    expect(ids(await history({ spaceId }, guide))).toEqual([last, renamed, second])
    expect(ids(await history({ spaceId, changeRequest: proposal.id }, guide))).toHaveLength(1)
    expect(ids(await history({ spaceId, changeRequest: proposal.id }, other))).toEqual([proposal.revision])
    await refused(enter(t, cast.read).history({ spaceId }, newId('Page')), 404)
    await refused(enter(t, cast.guest).history({ spaceId }, guide), 404)
  })

  it('costs as many statements for many revisions as for few', async () => {
    const { spaceId, guide, other } = await written()
    const cost = () => statementsOf(t, () => done(enter(t, cast.read).history({ spaceId }, guide)))
    const few = await cost()
    for (let n = 0; n < 20; n++) await change({ spaceId }, text(n % 2 ? guide : other, `Number ${n}\n`))
    const many = await cost()
    expect(many.length).toBe(few.length)
  })

  it('restores a revision by the merge of a new change request', async () => {
    const { spaceId, guide, other } = await written()
    const second = await revisionOf({ spaceId })
    const before = await done(content().pages({ spaceId }))
    await change({ spaceId }, text(guide, 'Two\n'), { operation: 'delete_page', page: other })
    await change({ spaceId }, { operation: 'insert_page', title: 'New' })
    await refused(enter(t, cast.comment).restoreRevision(spaceId, second), 403)
    await refused(enter(t, cast.edit).restoreRevision(spaceId, newId('Revision')), 404)
    const foreign = await t.build.buildSpace({ organizationId: cast.organization.id })
    await refused(enter(t, cast.edit).restoreRevision(spaceId, foreign.revisionId), 404)
    const current = await revisionOf({ spaceId })
    await refused(enter(t, cast.edit).restoreRevision(spaceId, current), 409)
    expect(await t.db.database.prisma.changeRequest.count({ where: { spaceId } })).toBe(0)

    const opened = await done(enter(t, cast.edit).restoreRevision(spaceId, second, 'Back to the start'))
    expect(opened).toMatchObject({ subject: 'Back to the start', status: 'draft' })
    const at = { spaceId, changeRequest: opened.id }
    expect(await done(content().pages(at))).toEqual(before)
    expect(await revisionOf({ spaceId })).toBe(current)
    expect(await done(enter(t, cast.read).revisions(at))).toMatchObject([{ type: 'rollback' }])
    await queried(
      t,
      cast.review,
      'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { result } }',
      { input: { spaceId, changeRequestId: opened.id } },
    )
    expect(await done(content().pages({ spaceId }))).toEqual(before)
  })

  it('restores one page, also one that was deleted, and leaves the others', async () => {
    const { spaceId, guide, other } = await written()
    const second = await revisionOf({ spaceId })
    await refused(enter(t, cast.edit).restorePage(spaceId, second, guide), 409)
    await change({ spaceId }, text(guide, 'Two\n'), { operation: 'delete_page', page: other })
    const markdown = async (at: ContentAt, page: string) => (await done(content().page(at, page))).markdown
    const edited = {
      spaceId,
      changeRequest: (await done(enter(t, cast.edit).restorePage(spaceId, second, guide))).id,
    }
    expect(await markdown(edited, guide)).toBe('One\n')
    await refused(content().page(edited, other), 404)
    const deleted = {
      spaceId,
      changeRequest: (await done(enter(t, cast.edit).restorePage(spaceId, second, other))).id,
    }
    expect(await markdown(deleted, other)).toBe('One\n')
    expect(await markdown(deleted, guide)).toBe('Two\n')
    await refused(enter(t, cast.edit).restorePage(spaceId, second, newId('Page')), 404)
    await refused(enter(t, cast.comment).restorePage(spaceId, second, other), 403)
  })
})
