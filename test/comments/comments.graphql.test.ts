import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { failedRequests } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

describe('nested reading', () => {
  const QUERY = `query($id: ID!) { space(id: $id) {
    organization { id }
    changeRequests(first: 5) { totalCount nodes {
      number createdBy { id }
      comments(first: 5, order: ASC) { totalCount nodes {
        body { markdown } postedBy { id displayName } changeRequest { id } space { id }
        replies(first: 5) { totalCount nodes { body { markdown } postedBy { id } comment { id } } }
      } }
    } }
  } }`

  const build = async (breadth: number) => {
    const space = await t.build.buildSpace({ organizationId: cast.organization.id })
    const changeRequests = []
    for (let c = 0; c < breadth; c++) {
      const changeRequest = await t.build.buildChangeRequest({
        spaceId: space.id,
        createdById: cast.edit.user.id,
      })
      const comments = []
      for (let n = 0; n < breadth; n++) {
        const comment = await t.build.buildComment({
          changeRequestId: changeRequest.id,
          markdown: `${c}.${n}`,
          postedById: cast.comment.user.id,
        })
        const reply = { commentId: comment.id, postedById: cast.read.user.id }
        for (let r = 0; r < n; r++) await t.build.buildReply({ ...reply, markdown: `${c}.${n}.${r}` })
        comments.push({
          body: { markdown: `${c}.${n}` },
          postedBy: { id: cast.comment.user.id, displayName: cast.comment.user.displayName },
          changeRequest: { id: changeRequest.id },
          space: { id: space.id },
          replies: {
            totalCount: n,
            nodes: Array.from({ length: n }, (_, r) => ({
              body: { markdown: `${c}.${n}.${r}` },
              postedBy: { id: cast.read.user.id },
              comment: { id: comment.id },
            })),
          },
        })
      }
      changeRequests.unshift({
        number: changeRequest.number,
        createdBy: { id: cast.edit.user.id },
        comments: { totalCount: breadth, nodes: comments },
      })
    }
    return {
      id: space.id,
      expected: {
        space: {
          organization: { id: cast.organization.id },
          changeRequests: { totalCount: breadth, nodes: changeRequests },
        },
      },
    }
  }

  it('reads from a space to change requests, comments, replies and their authors', async () => {
    const { id, expected } = await build(3)
    expect(await queried(t, cast.read, QUERY, { id })).toEqual(expected)
  })

  it('takes as many statements for a broad tree as for a narrow one', async () => {
    const statementsFor = async (breadth: number) => {
      const { id } = await build(breadth)
      await queried(t, cast.read, '{ viewer { user { id } } }')
      return (await statementsOf(t, () => queried(t, cast.read, QUERY, { id }))).length
    }
    expect(await statementsFor(4)).toBe(await statementsFor(2))
  })
})

describe('mutations', () => {
  it('name what they changed in their payloads', async () => {
    const ask = (query: string, variables: object = {}) =>
      queried<Record<string, Record<string, { id: string }>>>(t, cast.admin, query, { ...variables })
    const organization = await ask(
      'mutation { createOrganization(input: {title: "Acme"}) { organization { id } } }',
    )
    const organizationId = organization.createOrganization?.organization?.id
    const space = await ask(
      'mutation($id: ID!) { createSpace(input: {organizationId: $id}) { space { id organization { id } } } }',
      { id: organizationId },
    )
    expect(space.createSpace?.space).toMatchObject({ organization: { id: organizationId } })
    const spaceId = space.createSpace?.space?.id
    const changeRequest = await ask(
      'mutation($id: ID!) { createChangeRequest(input: {spaceId: $id}) { changeRequest { id number } } }',
      { id: spaceId },
    )
    expect(changeRequest.createChangeRequest?.changeRequest).toMatchObject({ number: 1 })
    const posted = await ask(
      `mutation($spaceId: ID!, $changeRequestId: ID) {
        postComment(input: {spaceId: $spaceId, changeRequestId: $changeRequestId, body: {markdown: "Hello"}}) {
          comment { id changeRequest { id commentsOpen } } } }`,
      { spaceId, changeRequestId: changeRequest.createChangeRequest?.changeRequest?.id },
    )
    // Fields of the comment are read after the write.
    expect(posted.postComment?.comment).toMatchObject({ changeRequest: { commentsOpen: 1 } })
    const id = posted.postComment?.comment?.id
    const updated = await ask(
      'mutation($id: ID!) { updateComment(input: {commentId: $id, resolved: true}) { comment { id status } } }',
      { id },
    )
    expect(updated).toEqual({ updateComment: { comment: { id, status: 'RESOLVED' } } })
    const reply = await ask(
      `mutation($id: ID!) { postCommentReply(input: {commentId: $id, body: {markdown: "It is."}}) {
        reply { id comment { id replies { totalCount } } } } }`,
      { id },
    )
    expect(reply.postCommentReply?.reply).toMatchObject({ comment: { id, replies: { totalCount: 1 } } })
    const replyId = reply.postCommentReply?.reply?.id
    const edited = await ask(
      `mutation($id: ID!) { updateCommentReply(input: {replyId: $id, addedReactions: ["👍"]}) {
        reply { id reactions { emoji count } } } }`,
      { id: replyId },
    )
    expect(edited).toEqual({
      updateCommentReply: { reply: { id: replyId, reactions: [{ emoji: '👍', count: 1 }] } },
    })
    expect(
      await ask('mutation($id: ID!) { deleteCommentReply(input: {replyId: $id}) { deletedId } }', {
        id: replyId,
      }),
    ).toEqual({ deleteCommentReply: { deletedId: replyId } })
    expect(
      await ask('mutation($id: ID!) { deleteComment(input: {commentId: $id}) { deletedId } }', { id }),
    ).toEqual({ deleteComment: { deletedId: id } })
  })

  it('run one after the other, each seeing what the last one did', async () => {
    const { id } = await t.build.buildComment({ spaceId: cast.space.id })
    const step = (alias: string, resolved: boolean) =>
      `${alias}: updateComment(input: {commentId: "${id}", resolved: ${resolved}}) { comment { status space { commentsOpen } } }`
    const { commentsOpen: open } = await t.db.database.prisma.space.findUniqueOrThrow({
      where: { id: cast.space.id },
    })
    const state = (status: string, commentsOpen: number) => ({ comment: { status, space: { commentsOpen } } })
    expect(
      await queried(t, cast.admin, `mutation { ${step('a', true)} ${step('b', false)} ${step('c', true)} }`),
    ).toEqual({ a: state('RESOLVED', open - 1), b: state('OPEN', open), c: state('RESOLVED', open - 1) })
  })
})

describe('a failing field', () => {
  it('leaves its neighbours alone, in a query', async () => {
    const { status, data, errors } = await callGraphQL(
      t,
      cast.read,
      'query($a: ID!, $b: ID!) { gone: space(id: $a) { id } there: space(id: $b) { id } }',
      { a: newId('Space'), b: cast.space.id },
    )
    expect(status).toBe(200)
    expect(data).toEqual({ gone: null, there: { id: cast.space.id } })
    expect(errors).toMatchObject([{ path: ['gone'], extensions: { code: 'NOT_FOUND', status: 404 } }])
  })

  it('leaves its neighbours alone, in a mutation', async () => {
    const mine = await t.build.buildComment({ spaceId: cast.space.id, postedById: cast.comment.user.id })
    const theirs = await t.build.buildComment({ spaceId: cast.space.id })
    const { data, errors } = await callGraphQL(
      t,
      cast.comment,
      `mutation($a: ID!, $b: ID!) {
        theirs: deleteComment(input: {commentId: $a}) { deletedId }
        mine: deleteComment(input: {commentId: $b}) { deletedId } }`,
      { a: theirs.id, b: mine.id },
    )
    expect(data).toEqual({ theirs: null, mine: { deletedId: mine.id } })
    expect(errors).toMatchObject([{ path: ['theirs'], extensions: { code: 'FORBIDDEN', status: 403 } }])
  })

  it('says what is wrong with its input, by path', async () => {
    const { errors } = await callGraphQL(
      t,
      cast.comment,
      'mutation($id: ID!) { postComment(input: {spaceId: $id, body: {markdown: " "}}) { comment { id } } }',
      { id: cast.space.id },
    )
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', status: 400, details: [{ path: ['body', 'markdown'] }] } },
    ])
  })

  it('a change request is named by id or by number, not by both and not by neither', async () => {
    for (const args of ['', `, id: "${cast.changeRequest.id}", number: 1`]) {
      const { data, errors } = await callGraphQL(
        t,
        cast.read,
        `{ changeRequest(spaceId: "${cast.space.id}"${args}) { id } }`,
      )
      expect(data).toEqual({ changeRequest: null })
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', status: 400 } }])
    }
  })
})

describe('the text of a comment as HTML', () => {
  const HTML = `query($id: ID!) { space(id: $id) { comments(first: 50, order: ASC) { nodes { body { html } } } } }`

  const htmlOf = async (texts: readonly string[]) => {
    const space = await t.build.buildSpace({ organizationId: cast.organization.id })
    for (const markdown of texts) {
      await t.build.buildComment({ spaceId: space.id, markdown, postedById: cast.comment.user.id })
    }
    const read = async () => {
      const data = await queried<{ space: { comments: { nodes: { body: { html: string } }[] } } }>(
        t,
        cast.read,
        HTML,
        {
          id: space.id,
        },
      )
      return data.space.comments.nodes.map(({ body }) => body.html)
    }
    return { html: await read(), statements: await statementsOf(t, read) }
  }

  it('has marks, lists and its first heading, and neither scripts nor links that run them', async () => {
    const { html } = await htmlOf([
      '# Title\n\n**Bold** and [a link](https://example.com)\n\n- one\n',
      'A <script>alert(1)</script> <img src=x onerror=alert(1)> [click](javascript:alert(1))',
    ])
    const [rich = '', bad = ''] = html
    for (const part of ['Title', '<strong>Bold</strong>', 'href="https://example.com"', '<li>']) {
      expect(rich).toContain(part)
    }
    expect(bad).not.toMatch(/<script|onerror|javascript:/)
  })

  it('has labels in the language of its space', async () => {
    const { id } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id: changeRequestId } = await t.build.buildChangeRequest({ spaceId: id })
    const markdown = '{% hint style="info" %}\nText.\n{% endhint %}\n'
    const comment = await t.build.buildComment({ changeRequestId, markdown })
    await t.build.buildReply({ commentId: comment.id, markdown })
    const document = `query($id: ID!) { changeRequest(id: $id) { comments(first: 1) { nodes {
      body { html } replies(first: 1) { nodes { body { html } } } } } } }`
    for (const [language, note] of [
      [null, 'Note'],
      ['de', 'Hinweis'],
      ['fr', 'Remarque'],
    ] as const) {
      await t.db.database.prisma.space.update({ where: { id }, data: { language } })
      const text = JSON.stringify(await queried(t, cast.read, document, { id: changeRequestId }))
      expect(text.split(`aria-label=\\"${note}\\"`), text).toHaveLength(3)
      const node = 'query($id: ID!) { node(id: $id) { ... on Comment { body { html } } } }'
      const byId = await queried(t, cast.read, node, { id: comment.id })
      expect(JSON.stringify(byId)).toContain(`aria-label=\\"${note}\\"`)
    }
  })

  it('takes no statement of its own, however many comments there are', async () => {
    const few = await htmlOf(['One'])
    const many = await htmlOf(Array.from({ length: 20 }, (_, index) => `Comment ${index}`))
    expect(many.statements).toHaveLength(few.statements.length)
  })
})
