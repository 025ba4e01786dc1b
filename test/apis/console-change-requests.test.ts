import { describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const organizationId = (await t.build.buildOrganization()).id
const person = (role: 'admin' | 'edit' | 'review') => t.build.buildPerson({ organizationId, role })
const [admin, author, reviewer, other] = [
  await person('admin'),
  await person('edit'),
  await person('review'),
  await person('review'),
]

async function send(who: { token: string }, method: string, path: string, body?: object) {
  const answer = await callRest(t, who, method, path, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(answer.trace)
  return answer.body as { id: string }
}

const PAGES = 6
const REVIEWERS = [reviewer, other]
const lines = (n: number, word = 'Line') =>
  `${Array.from({ length: 8 }, (_, at) => `${at === 3 ? word : 'Line'} ${n} ${at}`).join('\n')}\n`

/** A change request with everything that its screen shows: reviews, threads, conflicts and a broken link. */
async function prepare(): Promise<{ spaceId: string; number: number; id: string }> {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const site = await send(admin, 'POST', `/orgs/${organizationId}/sites`, {
    title: 'Docs',
    spaces: [spaceId],
  })
  await send(admin, 'POST', `/orgs/${organizationId}/sites/${site.id}/publish`)
  const pages = await insertPages(
    t,
    admin,
    spaceId,
    Array.from({ length: PAGES }, (_, n) => ({ title: `Page ${n}`, markdown: lines(n) })),
  )
  const body = { subject: 'Better', description: 'What *and* why.' }
  const { id, number } = (await send(author, 'POST', `/spaces/${spaceId}/change-requests`, body)) as {
    id: string
    number: number
  }
  const path = `/spaces/${spaceId}/change-requests/${id}`
  const edits = (word: string, of: string[]) =>
    of.map((page, n) => ({
      operation: 'update_page',
      page,
      document: { markdown: `${lines(n, word)}\n[Gone](gone-${n}.md)\n` },
    }))
  await send(author, 'POST', `${path}/content`, { changes: edits('Mine', pages) })
  await changeContent(t, admin, spaceId, edits('Theirs', pages.slice(0, 2)))
  await send(author, 'POST', `${path}/update`)
  await send(author, 'POST', `${path}/requested-reviewers`, { users: REVIEWERS.map(({ user }) => user.id) })
  for (const each of REVIEWERS) {
    await send(each, 'POST', `${path}/reviews`, { status: 'approved', comment: { markdown: 'Good.' } })
  }
  for (const page of pages) {
    const comment = await send(reviewer, 'POST', `${path}/comments`, { body: { markdown: 'Why?' }, page })
    await send(author, 'POST', `${path}/comments/${comment.id}/replies`, { body: { markdown: 'So.' } })
    await send(author, 'PUT', `${path}/comments/${comment.id}`, { addedReactions: ['👍'] })
  }
  await changeContent(t, admin, spaceId, edits('Later', pages.slice(3)))
  return { spaceId, number, id }
}

const at = await prepare()

const CONFLICT = `fragment ConflictCard on Conflict { id kind field subjectId subjectType resolution resolvedAt relatedIds
  page { pageId title path } base { title markdown value } primary { title markdown value }
  changed { title markdown value } hunks { base { start lines } primary { start lines } changed { start lines } } }`

const HEAD = `query ChangeRequestHead($space: ID!, $number: Int!) { changeRequest(spaceId: $space, number: $number) { id
  number subject description status version outdated createdAt updatedAt mergedAt
  createdBy { id displayName photoURL } mergedBy { id displayName } commentsOpen
  merge { state conflictCount conflictingPages { pageId title path } blockedBy { rule message } viewerCanBypass }
  space { id title eventCursor mergeRules { type rules { rule users count } } urls { app published }
    sites(first: 5) { nodes { id title urls { published } } } }
  permissions { view comment edit review merge requestReviewers }
  revision { id } revisionInitial { id } revisionMerged { id }
  requestedReviewers(first: 20) { nodes { kind version createdAt user { id displayName photoURL }
    requestedBy { id displayName } } }
  reviews(first: 20) { nodes { id status outdated createdAt revisionId reviewer { id displayName photoURL }
    comment { id } } }
  contributors(first: 10) { totalCount nodes { count user { id displayName photoURL } } }
  conflicts(first: 20, resolved: false) { totalCount nodes { ...ConflictCard } }
  links(first: 20, status: [BROKEN]) { totalCount } } } ${CONFLICT}`

const DIFF = `query ChangeRequestDiff($id: ID!, $after: String) { changeRequest(id: $id) { id revision { id }
  diff(first: 25, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { type subjectId title
    page { __typename pageId title path } hunks { before { start lines } after { start lines } } } } } }`

const TALK = `query ChangeRequestTalk($id: ID!, $after: String) { changeRequest(id: $id) { id
  comments(first: 25, after: $after, order: ASC) { totalCount pageInfo { hasNextPage endCursor } nodes { ...Thread } } } }
  fragment Thread on Comment { id version status postedAt editedAt resolvedAt resolvedBy { id displayName }
    postedBy { id displayName photoURL } body { markdown document html } permissions { edit delete reply resolve }
    reactions { emoji count } target { page { pageId title path outdated } node { nodeId preview } }
    review { id status } replies(first: 10, order: ASC) { totalCount pageInfo { hasNextPage endCursor } nodes { id
      version postedAt editedAt postedBy { id displayName photoURL } body { markdown html } permissions { edit delete }
      reactions { emoji count } } } }`

interface Head {
  merge: { state: string; conflictCount: number; conflictingPages: object[] }
  conflicts: { totalCount: number; nodes: { page: { title: string } }[] }
  links: { totalCount: number }
  reviews: { nodes: { comment: { id: string } }[] }
  requestedReviewers: { nodes: object[] }
  contributors: { totalCount: number }
  revision: { id: string }
  description: string
}

interface Thread {
  id: string
  resolvedBy: { id: string } | null
  review: { id: string; status: string } | null
  replies: { nodes: { reactions: object[] }[] }
}

/** The statements of a document that has run before, so that its plan and what it may remember are known. */
async function statementsFor(query: string, variables: Record<string, unknown>): Promise<string[]> {
  for (const _ of [1, 2, 3]) await queried(t, reviewer, query, variables)
  return statementsOf(t, () => queried(t, reviewer, query, variables))
}

describe('the screen of a change request', () => {
  it('shows the whole head with at most 14 statements', async () => {
    const variables = { space: at.spaceId, number: at.number }
    const { changeRequest } = await queried<{ changeRequest: Head }>(t, reviewer, HEAD, variables)
    expect(changeRequest).toMatchObject({
      description: 'What *and* why.',
      merge: { state: 'CONFLICTS' },
      conflicts: { totalCount: 2, nodes: [{ page: { title: 'Page 0' } }, { page: { title: 'Page 1' } }] },
      links: { totalCount: PAGES },
      contributors: { totalCount: 3 },
    })
    expect(changeRequest.reviews.nodes.every(({ comment }) => comment.id)).toBe(true)
    expect(changeRequest.requestedReviewers.nodes).toHaveLength(REVIEWERS.length)
    const statements = await statementsFor(HEAD, variables)
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(14)
  })

  it('shows the difference with at most 10 statements', async () => {
    const { changeRequest } = await queried<{ changeRequest: { diff: { totalCount: number } } }>(
      t,
      reviewer,
      DIFF,
      {
        id: at.id,
      },
    )
    expect(changeRequest.diff.totalCount).toBe(PAGES)
    const statements = await statementsFor(DIFF, { id: at.id })
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(10)
  })

  it('shows the conversation with at most 7 statements', async () => {
    const { changeRequest } = await queried<{
      changeRequest: { comments: { totalCount: number; nodes: { replies: { totalCount: number } }[] } }
    }>(t, reviewer, TALK, { id: at.id })
    const { comments } = changeRequest
    expect(comments.totalCount).toBe(PAGES + REVIEWERS.length)
    expect(comments.nodes.filter(({ replies }) => replies.totalCount === 1)).toHaveLength(PAGES)
    const statements = await statementsFor(TALK, { id: at.id })
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(7)
  })

  it('shows long texts with as many statements', async () => {
    const comments = `/spaces/${at.spaceId}/change-requests/${at.id}/comments`
    const markdown = 'Long. '.repeat(1_000)
    const comment = await send(reviewer, 'POST', comments, { body: { markdown } })
    await send(author, 'POST', `${comments}/${comment.id}/replies`, { body: { markdown } })
    const statements = await statementsFor(TALK, { id: at.id })
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(7)
  })

  it('shows resolved threads, reactions to replies and comments of reviews with as many statements', async () => {
    const path = `/spaces/${at.spaceId}/change-requests/${at.id}`
    const comments = `${path}/comments`
    const comment = await send(reviewer, 'POST', comments, { body: { markdown: 'Done?' } })
    await send(author, 'PUT', `${comments}/${comment.id}`, { resolved: true })
    const replies = `${comments}/${comment.id}/replies`
    const reply = await send(author, 'POST', replies, { body: { markdown: 'Done.' } })
    await send(reviewer, 'PUT', `${replies}/${reply.id}`, { addedReactions: ['👍'] })
    await send(other, 'POST', `${path}/reviews`, {
      status: 'approved',
      comment: { markdown: 'Better.' },
      comments: [{ body: { markdown: 'One.' } }, { body: { markdown: 'Two.' } }],
    })
    const { changeRequest } = await queried<{ changeRequest: { comments: { nodes: Thread[] } } }>(
      t,
      reviewer,
      TALK,
      { id: at.id },
    )
    const { nodes } = changeRequest.comments
    expect(nodes.find(({ id }) => id === comment.id)).toMatchObject({
      resolvedBy: { id: author.user.id },
      replies: { nodes: [{ reactions: [{ emoji: '👍', count: 1 }] }] },
    })
    const ofReview = nodes.slice(-3).map(({ review }) => review)
    expect(ofReview).toEqual([ofReview[0], ofReview[0], ofReview[0]])
    expect(ofReview[0]).toMatchObject({ status: 'APPROVED' })
    const statements = await statementsFor(TALK, { id: at.id })
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(7)
  })
})
