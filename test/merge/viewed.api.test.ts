import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { restAsker } from '../support/api-requests.ts'
import { type Attempt, done, failedRequests, refused } from '../support/apis.ts'
import { type Change, contentApis } from '../support/apis-content.ts'
import { appForFile, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

const contentNamed = (name: string) => contentApis[name === 'REST' ? 0 : 1] as (typeof contentApis)[number]

type Who = { token: string } | null
interface At {
  spaceId: string
  changeRequestId: string
}

interface ViewedApi {
  mark(at: At, page: string, input?: { viewed?: boolean; revision?: string }): Attempt<boolean>
  /** Whether each changed page is viewed, by id. */
  viewed(at: At): Attempt<Record<string, boolean>>
}

function restViewed(t: TestApp, who: Who): ViewedApi {
  const ask = restAsker(t, who)
  const path = ({ spaceId, changeRequestId }: At) => `/spaces/${spaceId}/change-requests/${changeRequestId}`
  return {
    mark: (at, page, body = {}) =>
      ask('PUT', `${path(at)}/content/page/${page}/viewed`, ({ viewed }: { viewed: boolean }) => viewed, {
        body,
      }),
    viewed: (at) =>
      ask(
        'GET',
        `${path(at)}/changes`,
        ({ changes }: { changes: { page?: { id: string }; viewed?: boolean }[] }) =>
          Object.fromEntries(
            changes.flatMap(({ page, viewed }) => (page ? [[page.id, viewed as boolean]] : [])),
          ),
      ),
  }
}

function graphqlViewed(t: TestApp, who: Who): ViewedApi {
  const { ask, mutate } = graphqlAsker(t, who)
  return {
    mark: (at, pageId, input = {}) =>
      mutate<{ viewed: boolean }, boolean>(
        'markViewed',
        { ...at, pageId, ...input },
        'viewed',
        ({ viewed }) => viewed,
      ),
    viewed: ({ changeRequestId }) =>
      ask<
        { changeRequest: { diff: { nodes: { subjectId: string; viewed: boolean | null }[] } } | null },
        Record<string, boolean>
      >(
        'query ($id: ID!) { changeRequest(id: $id) { diff { nodes { subjectId viewed } } } }',
        { id: changeRequestId },
        ({ changeRequest }) =>
          changeRequest &&
          Object.fromEntries(
            changeRequest.diff.nodes.flatMap(({ subjectId, viewed }) =>
              viewed === null ? [] : [[subjectId, viewed]],
            ),
          ),
      ),
  }
}

const viewedApis = [
  { name: 'REST', enter: restViewed },
  { name: 'GraphQL', enter: graphqlViewed },
]

describe.each(viewedApis)('viewed pages ($name)', ({ name, enter }) => {
  const content = () => contentNamed(name).enter(t, cast.edit)
  const text = (page: string, markdown: string): Change => ({
    operation: 'update_page',
    page,
    document: { markdown },
  })

  /** A change request that edits one page, deletes another and sets a variable. */
  async function proposal() {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const insert = (title: string): Change => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'One\n' },
    })
    const pages = await done(
      content().change({ spaceId }, [insert('Guide'), insert('Other'), insert('Gone')]),
    )
    const [guide = '', other = '', gone = ''] = pages.map(({ id }) => id)
    const { revisionId } = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const { id: changeRequestId } = await t.build.buildChangeRequest({
      spaceId,
      createdById: cast.edit.user.id,
      revisionId,
      revisionInitialId: revisionId,
    })
    const at = { spaceId, changeRequest: changeRequestId }
    const edit = (...changes: Change[]) => done(content().change(at, changes))
    await edit(text(guide, 'Two\n'), text(other, 'Two\n'), { operation: 'delete_page', page: gone })
    await edit({ operation: 'set_variable', name: 'version', value: '2' })
    return { at: { spaceId, changeRequestId }, guide, other, gone, edit }
  }

  const seenBy = (who: Person, at: At) => done(enter(t, who).viewed(at))

  it('are those that the caller has marked, until they change', async () => {
    const { at, guide, other, gone, edit } = await proposal()
    const reader = enter(t, cast.read)
    expect(await seenBy(cast.read, at)).toEqual({ [guide]: false, [other]: false, [gone]: false })
    expect(await done(reader.mark(at, guide))).toBe(true)
    expect(await done(reader.mark(at, guide))).toBe(true)
    expect(await done(reader.mark(at, gone))).toBe(true)
    expect(await seenBy(cast.read, at)).toEqual({ [guide]: true, [other]: false, [gone]: true })
    // Nobody else sees it.
    expect(await seenBy(cast.edit, at)).toEqual({ [guide]: false, [other]: false, [gone]: false })
    const { revisionId } = await t.db.database.prisma.changeRequest.findUniqueOrThrow({
      where: { id: at.changeRequestId },
    })
    await edit(text(other, 'Three\n'))
    expect(await seenBy(cast.read, at)).toMatchObject({ [guide]: true, [other]: false })
    await edit(text(guide, 'Three\n'))
    expect(await seenBy(cast.read, at)).toMatchObject({ [guide]: false, [gone]: true })
    // Viewed before the edit, and sent after it.
    await done(reader.mark(at, guide, { revision: revisionId }))
    expect(await seenBy(cast.read, at)).toMatchObject({ [guide]: false })
    await edit(text(guide, 'Two\n'))
    expect(await seenBy(cast.read, at)).toMatchObject({ [guide]: true })
    expect(await done(reader.mark(at, guide, { viewed: false }))).toBe(false)
    expect(await seenBy(cast.read, at)).toMatchObject({ [guide]: false, [gone]: true })
  })

  it('are refused for pages and revisions that are not there, and for those who cannot see them', async () => {
    const { at, guide } = await proposal()
    const reader = enter(t, cast.read)
    await refused(reader.mark(at, newId('Page')), 404)
    await refused(reader.mark(at, guide, { revision: newId('Revision') }), 404)
    await refused(enter(t, cast.stranger).mark(at, guide), 404)
    await refused(enter(t, null).mark(at, guide), 401)
    expect(
      await t.db.database.prisma.viewedPage.count({ where: { changeRequestId: at.changeRequestId } }),
    ).toBe(0)
  })
})

describe('what the viewer did', () => {
  it('is shown with reactions and change requests', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    const comment = await t.build.buildComment({ changeRequestId: id, postedById: cast.edit.user.id })
    const react = (who: Person, emoji: string) =>
      queried(
        t,
        who,
        'mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }',
        { input: { commentId: comment.id, addedReactions: [emoji] } },
      )
    await react(cast.review, '1f44d')
    await react(cast.comment, '1f44d')
    await react(cast.comment, '1f389')
    await t.build.buildReview({
      changeRequestId: id,
      reviewerId: cast.review.user.id,
      status: 'changes_requested',
    })
    const last = await t.build.buildReview({ changeRequestId: id, reviewerId: cast.review.user.id })
    await t.build.buildReview({ changeRequestId: id, reviewerId: cast.edit.user.id })
    const QUERY = `query ($id: ID!, $reviewer: ID) { changeRequest(id: $id) { viewerReview { id status }
      reviews(reviewer: $reviewer) { totalCount }
      comments { nodes { reactions { emoji viewerReacted } } } } }`
    const as = async (who: Person) =>
      (
        await queried<{
          changeRequest: {
            viewerReview: { id: string } | null
            reviews: { totalCount: number }
            comments: { nodes: { reactions: { viewerReacted: boolean }[] }[] }
          }
        }>(t, who, QUERY, { id, reviewer: who.user.id })
      ).changeRequest
    const reviewer = await as(cast.review)
    expect(reviewer.viewerReview).toEqual({ id: last.id, status: 'APPROVED' })
    expect(reviewer.reviews.totalCount).toBe(2)
    expect(reviewer.comments.nodes[0]?.reactions.map(({ viewerReacted }) => viewerReacted)).toEqual([
      true,
      false,
    ])
    const commenter = await as(cast.comment)
    expect(commenter.viewerReview).toBeNull()
    expect(commenter.reviews.totalCount).toBe(0)
    expect(commenter.comments.nodes[0]?.reactions.map(({ viewerReacted }) => viewerReacted)).toEqual([
      true,
      true,
    ])
  })
})
