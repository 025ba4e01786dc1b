import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AnswerMeter } from '../../src/core/answer-meter.ts'
import { documentFromMarkdown, markdownFromDocument } from '../../src/modules/documents/index.ts'
import { type DocumentKey, findDocuments } from '../../src/modules/revisions/index.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { apiNamed } from '../support/api-requests.ts'
import { done, refused } from '../support/apis.ts'
import { type ContentAt, contentApis } from '../support/apis-content.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

let t: TestApp
let cast: PeopleByRole

const LIMIT = 100_000
/** Longer than what is parsed on the main thread, with front matter and characters that JSON escapes. */
const LONG = `# "Long" \\ <p>\n\n${'Some *words* in a line, \u2028 and "more".\n\n'.repeat(200)}`
/** Within the limit as markdown, and above it as a document. */
const TOO_LONG = 'A word.\n\n'.repeat(2_000)

beforeAll(async () => {
  t = await startApp({ environment: { MAX_ANSWER_BYTES: String(LIMIT) } })
  cast = await buildPeopleByRole(t)
})
afterAll(() => t.close())

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

describe.each(contentApis)('documents of long texts ($name)', ({ name, enter }) => {
  const editor = () => enter(t, cast.edit)
  const commenter = () => apiNamed(name.toLowerCase()).enter(t, cast.comment)

  async function pageWith(text: string | { document: unknown }): Promise<{ at: ContentAt; page: string }> {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    const at = { spaceId, changeRequest: id }
    const document = typeof text === 'string' ? { markdown: text } : text
    const change = { operation: 'insert_page', title: 'Page', document }
    const [changed] = await done(editor().change(at, [change]))
    return { at, page: changed?.id ?? '' }
  }

  it('are those of the parser', async () => {
    const { at, page } = await pageWith(`---\ndescription: About\n---\n${LONG}`)
    // The second response comes from the cache.
    for (let times = 0; times < 2; times++) {
      const { document } = await done(editor().page(at, page, { format: 'document' }))
      expect(document).toEqual(asJson(documentFromMarkdown(LONG)))
    }
  })

  it('are the same for comments', async () => {
    const place = { spaceId: cast.space.id }
    const { id } = await done(commenter().postComment(place, { markdown: LONG }))
    const { document } = await done(commenter().getComment({ ...place, commentId: id }, 'document'))
    expect(document).toEqual(asJson(documentFromMarkdown(LONG)))
  })

  it('are written as markdown, in pages and comments, with the limits of markdown', async () => {
    const tree = documentFromMarkdown(LONG)
    const document = asJson(tree)
    const written = markdownFromDocument(tree)
    const { at, page } = await pageWith({ document })
    expect((await done(editor().page(at, page))).markdown).toBe(written)
    const place = { spaceId: cast.space.id }
    expect((await done(commenter().postComment(place, { document }))).markdown).toBe(written)
    const tooLong = { document: asJson(documentFromMarkdown('x'.repeat(100_001))) }
    const refusal = await refused(commenter().postComment(place, tooLong), 400)
    expect(refusal.details).toMatchObject([{ path: ['body', 'document'] }])
  })

  it('are rejected with the path of the problem', async () => {
    const { nodes } = asJson(documentFromMarkdown(LONG)) as { nodes: unknown[] }
    const document = { object: 'document', nodes: [...nodes, { object: 'block', type: 'wow' }] }
    const place = ['nodes', nodes.length, 'type']
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const comment = await refused(commenter().postComment({ spaceId }, { document }), 400)
    expect(comment.details).toMatchObject([{ path: ['body', 'document', ...place] }])
    const change = { operation: 'insert_page', title: 'Page', document: { document } }
    const page = await refused(editor().change({ spaceId }, [change]), 400)
    expect(page.details).toMatchObject([{ path: ['changes', 0, 'document', 'document', ...place] }])
  })

  it('have blocks that comments refer to and that can be reverted separately', async () => {
    const { at, page } = await pageWith(`${LONG}\n\nThe last block.\n`)
    const last = async () => {
      const { document } = await done(editor().page(at, page, { format: 'document' }))
      return (document as { nodes: { key: string }[] }).nodes.at(-1)?.key ?? ''
    }
    const comment = await done(
      apiNamed(name.toLowerCase())
        .enter(t, cast.edit)
        .postComment(at, { markdown: 'Hello', page, node: await last() }),
    )
    expect(comment.node).toMatchObject({ preview: 'The last block.' })
    const { id: revision } = await done(editor().revision(at))
    const text = { document: { markdown: `${LONG}\n\nAnother block.\n` } }
    await done(editor().change(at, [{ operation: 'update_page', page, ...text }]))
    const revert = { operation: 'revert_page', page, revision, block: [await last()] }
    await done(editor().change(at, [revert]))
    expect((await done(editor().page(at, page))).markdown).toBe(`${LONG}\n\nThe last block.\n`)
  })

  it('are evaluated on request, and return the evaluated text', async () => {
    const { at, page } = await pageWith(
      `${LONG}{% if true %}\nShown\n{% endif %}\n\n{% if false %}\nHidden\n{% endif %}\n`,
    )
    const { markdown } = await done(editor().page(at, page, { evaluated: true }))
    expect(markdown).toContain('Shown')
    expect(markdown).not.toContain('Hidden')
  })

  it('are rejected when the response would be too large, with the limit', async () => {
    const { at, page } = await pageWith(TOO_LONG)
    const refusal = await refused(editor().page(at, page, { format: 'document' }), 400)
    expect(refusal.reason).toBe('query_too_complex')
    expect(refusal.message).toMatch(
      /^The response would have at least \d+ bytes; at most 100000 are allowed\. Request fewer/,
    )
    expect((await done(editor().page(at, page))).markdown).toBe(TOO_LONG)
  })

  it('are rejected in markdown too, including comments', async () => {
    const { at, page } = await pageWith('A word.\n\n'.repeat(12_000))
    const refusal = await refused(editor().page(at, page), 400)
    expect(refusal.reason).toBe('query_too_complex')
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    for (let comments = 0; comments < 3; comments++) {
      await done(commenter().postComment({ spaceId }, { markdown: 'x'.repeat(40_000) }))
    }
    expect((await done(commenter().listComments({ spaceId }, { limit: 2 }))).items).toHaveLength(2)
    await refused(commenter().listComments({ spaceId }), 400)
  })
})

describe('aliases', () => {
  it('count a text each time that it is returned, and load it once', async () => {
    const rest = contentApis[0]?.enter(t, cast.edit)
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const markdown = 'x'.repeat(30_000)
    await done(
      rest?.change({ spaceId }, [{ operation: 'insert_page', title: 'Page', document: { markdown } }]) ??
        Promise.reject(),
    )
    const ask = (aliases: number) => {
      const fields = Array.from({ length: aliases }, (_, index) => `a${index}: markdown`).join(' ')
      const query = `query ($s: ID!) { space(id: $s) { content { pages { nodes { ... on DocumentPage { ${fields} } } } } } }`
      return callGraphQL(t, cast.read, query, { s: spaceId })
    }
    t.db.statements.length = 0
    const three = await ask(3)
    expect(three.errors).toBeUndefined()
    expect(t.db.statements.filter(({ text }) => text.includes('"Document"'))).toHaveLength(1)
    const four = await ask(4)
    expect(four.errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', status: 400 })
  })
})

describe('texts that do not fit', () => {
  it('are rejected by their stored size, and not read', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const changes = [1, 2, 3].map((index) => ({
      operation: 'insert_page',
      title: `Page ${index}`,
      document: { markdown: `${index}${'ä'.repeat(15_000)}` },
    }))
    await done(contentApis[0]?.enter(t, cast.edit).change({ spaceId }, changes) ?? Promise.reject())
    const keys = await t.db.database.query<DocumentKey>(
      new Statement({
        name: 'hashesOfSpace',
        text: 'SELECT "spaceId", "hash" FROM "Document" WHERE "spaceId" = $1',
      }),
      [spaceId],
    )
    const read = (bytes: number) => {
      const meter = new AnswerMeter({ bytes })
      return findDocuments(t.db.database, keys, (found) => meter.admit(found))
    }
    expect((await read(90_003)).map((text) => text?.length)).toEqual([15_001, 15_001, 15_001])
    await expect(read(90_002)).rejects.toThrow('90003 bytes')
  })

  it('are read in batches, in the order of the request', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const documents = ['1', '2', '3', '4'].map((hash) => ({
      spaceId,
      hash,
      markdown: hash.repeat(hash === '2' ? 11 : 700_001),
    }))
    await t.db.database.prisma.document.createMany({ data: documents })
    const keys = documents.map(({ hash }) => ({ spaceId, hash }))
    t.db.statements.length = 0
    const found = await findDocuments(t.db.database, [...keys, { spaceId, hash: 'none' }])
    expect(found.map((text) => text?.length)).toEqual([700_001, 11, 700_001, 700_001, undefined])
    expect(found.map((text) => text?.[0])).toEqual(['1', '2', '3', '4', undefined])
    // One statement for 700 kB and 11 bytes, and one for each of the others.
    expect(t.db.statements).toHaveLength(3)
  })
})

describe('the budget', () => {
  let spaceId: string

  beforeAll(async () => {
    spaceId = (await t.build.buildSpace({ organizationId: cast.organization.id })).id
    for (let comments = 0; comments < 7; comments++) {
      await t.build.buildComment({ spaceId, postedById: cast.edit.user.id, markdown: 'x'.repeat(99_000) })
    }
  })

  /** Lists comments on a node with its own budgets, and returns the status and the remaining points. */
  async function list(node: TestApp, token: string, limit: number): Promise<[number, number]> {
    const response = await fetch(`${node.origin}/v1/spaces/${spaceId}/comments?limit=${limit}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.text()
    return [response.status, Number(response.headers.get('x-ratelimit-remaining'))]
  }

  async function withBudget(
    points: number,
    run: (node: TestApp, wait: (seconds: number) => void) => unknown,
  ) {
    const node = await startApp({ sharing: t, environment: { RATE_LIMIT: String(points) } })
    let now = Date.now()
    node.clock.now = () => new Date(now)
    try {
      await run(node, (seconds) => {
        now += seconds * 1000
      })
    } finally {
      await node.close()
    }
  }

  it('is charged for the bytes of a response above the free ones', () =>
    withBudget(1000, async (node) => {
      const [, before] = await list(node, cast.read.token, 1)
      await list(node, cast.read.token, 7)
      // 693,000 bytes are 430,856 above the free ones: 26 points, and 1 for each request.
      expect((await list(node, cast.read.token, 1))[1]).toBe(before - 28)
    }))

  it('is exhausted by a response that costs more, and later requests pay the debt', () =>
    withBudget(20, async (node, wait) => {
      // 1 point for the request and 20 for its bytes; a point takes 3 seconds.
      expect((await list(node, cast.edit.token, 6))[0]).toBe(200)
      expect(await list(node, cast.edit.token, 1)).toEqual([429, 0])
      wait(5)
      expect(await list(node, cast.edit.token, 1)).toEqual([429, 0])
      wait(3)
      expect(await list(node, cast.edit.token, 1)).toEqual([200, 0])
    }))
})

describe('rows of lists without a limit', () => {
  it('count as well, so that aliases are charged', () => {
    const points: number[] = []
    const meter = new AnswerMeter({ bytes: LIMIT * 4, charge: (due) => points.push(due) })
    for (let alias = 0; alias < 3; alias++) meter.rows(Array(500).fill(null))
    expect(points).toEqual([2])
    expect(() => meter.rows(Array(501).fill(null))).toThrow(
      'at least 400200 bytes; at most 400000 are allowed',
    )
  })
})
