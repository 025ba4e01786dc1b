import { describe, expect, it } from 'vitest'
import { done } from '../support/apis.ts'
import { contentApis } from '../support/apis-content.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const app = (path: string) => `${t.origin}/app${path}`
const graphql = contentApis[1] as (typeof contentApis)[number]

/** A space with the page `changes`, a page `3` below it, and the change request 3 with the same content. */
async function ambiguous() {
  const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
  const editor = graphql.enter(t, cast.edit)
  const results = await done(
    editor.change({ spaceId }, [
      { operation: 'insert_page', title: 'Changes', ref: 'top' },
      { operation: 'insert_page', title: '3', into: 'top', ref: 'three' },
      { operation: 'insert_page', title: 'More', into: 'three' },
      { operation: 'insert_page', title: '3b', into: 'top' },
      { operation: 'insert_page', title: 'Group', type: 'group' },
      { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Take note.\n' } },
    ]),
  )
  const ids = results.map(({ id }) => id)
  const { revisionId } = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  const row = {
    spaceId,
    number: 3,
    createdById: cast.edit.user.id,
    revisionId,
    revisionInitialId: revisionId,
  }
  const changeRequest = await t.build.buildChangeRequest(row)
  return { spaceId, ids, changeRequest }
}

const expected = (spaceId: string, number: number) => ({
  main: [
    `/s/${spaceId}/changes`,
    `/s/${spaceId}/~page/changes/3`,
    `/s/${spaceId}/~page/changes/3/more`,
    `/s/${spaceId}/changes/3b`,
  ].map(app),
  proposed: ['changes', 'changes/3', 'changes/3/more', 'changes/3b'].map((path) =>
    app(`/s/${spaceId}/changes/${number}/${path}`),
  ),
})

describe('addresses in the app', () => {
  it('of pages differ from those of change requests, in both APIs', async () => {
    const { spaceId, changeRequest } = await ambiguous()
    const { main, proposed } = expected(spaceId, changeRequest.number)
    const PAGES = 'allPages { nodes { __typename urls { app } } }'
    type Pages = { allPages: { nodes: { __typename: string; urls: { app: string | null } }[] } }
    const { space, changeRequest: proposal } = await queried<{
      space: { content: Pages }
      changeRequest: { content: Pages; urls: { app: string } }
    }>(
      t,
      cast.read,
      `query ($space: ID!, $id: ID!) { space(id: $space) { content { ${PAGES} } }
        changeRequest(id: $id) { urls { app } content { ${PAGES} } } }`,
      { space: spaceId, id: changeRequest.id },
    )
    const addresses = ({ allPages }: Pages) =>
      allPages.nodes.filter(({ __typename: type }) => type === 'DocumentPage').map(({ urls }) => urls.app)
    expect(addresses(space.content)).toEqual(main)
    expect(addresses(proposal.content)).toEqual(proposed)
    expect(main).not.toContain(proposal.urls.app)
    const groups = space.content.allPages.nodes.filter(({ __typename: type }) => type === 'GroupPage')
    expect(groups).toEqual([{ __typename: 'GroupPage', urls: { app: null } }])

    type Tree = { urls?: { app: string }; pages?: Tree[] }
    const flat = (pages: Tree[]): string[] =>
      pages.flatMap(({ urls, pages: below = [] }) => [...(urls ? [urls.app] : []), ...flat(below)])
    const { body } = await callRest(t, cast.read, 'GET', `/spaces/${spaceId}/content/pages`)
    expect(flat((body as { pages: Tree[] }).pages)).toEqual(main)
  })

  it('of comments, replies and reviews lead to their change request or their page', async () => {
    const { spaceId, ids, changeRequest } = await ambiguous()
    const post = async (input: object) => {
      const { postComment } = await queried<{
        postComment: { comment: { id: string; urls: { app: string } } }
      }>(
        t,
        cast.review,
        'mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { id urls { app } } } }',
        { input: { spaceId, body: { markdown: 'Hello' }, ...input } },
      )
      return postComment.comment
    }
    const [, page] = ids
    const onPage = await post({ page })
    expect(onPage.urls.app).toBe(app(`/s/${spaceId}/~page/changes/3#${onPage.id}`))
    const onSpace = await post({})
    expect(onSpace.urls.app).toBe(app(`/s/${spaceId}/#${onSpace.id}`))
    const proposed = await post({ changeRequestId: changeRequest.id })
    const talk = app(`/s/${spaceId}/changes/${changeRequest.number}?view=talk`)
    expect(proposed.urls.app).toBe(`${talk}#${proposed.id}`)
    const reply = await t.build.buildReply({ commentId: onPage.id, postedById: cast.read.user.id })
    const review = await t.build.buildReview({ changeRequestId: changeRequest.id })
    const { nodes } = await queried<{ nodes: object[] }>(
      t,
      cast.read,
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on CommentReply { urls { app } } ... on Review { urls { app } }
        ... on Comment { urls { app } } } }`,
      { ids: [reply.id, review.id] },
    )
    expect(nodes).toEqual([
      { urls: { app: app(`/s/${spaceId}/~page/changes/3#${reply.id}`) } },
      { urls: { app: `${talk}#${review.id}` } },
    ])
    // The page is deleted: the address leads to the space.
    await done(graphql.enter(t, cast.edit).change({ spaceId }, [{ operation: 'delete_page', page }]))
    const { node } = await queried<{ node: object }>(
      t,
      cast.read,
      'query ($id: ID!) { node(id: $id) { ... on Comment { urls { app } } } }',
      { id: onPage.id },
    )
    expect(node).toEqual({ urls: { app: app(`/s/${spaceId}/#${onPage.id}`) } })
  })

  it('a reusable content is a node, and only of those who can see its space', async () => {
    const { spaceId } = await ambiguous()
    const CONTENT =
      'query ($id: ID!) { space(id: $id) { content { reusableContents { nodes { id reusableContentId } } } } }'
    const { space } = await queried<{
      space: { content: { reusableContents: { nodes: { id: string; reusableContentId: string }[] } } }
    }>(t, cast.read, CONTENT, { id: spaceId })
    const [row] = space.content.reusableContents.nodes
    const NODE =
      'query ($id: ID!) { node(id: $id) { id ... on ReusableContent { reusableContentId title markdown } } }'
    expect(await queried(t, cast.read, NODE, { id: row?.id })).toEqual({
      node: { ...row, title: 'Note', markdown: 'Take note.\n' },
    })
    expect(await queried(t, cast.stranger, NODE, { id: row?.id })).toEqual({ node: null })
    expect(await queried(t, cast.read, NODE, { id: row?.reusableContentId })).toEqual({ node: null })
  })
})
