import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apiNamed } from '../support/api-requests.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { contentApis } from '../support/apis-content.ts'
import { type NewComment, type Proposal, reviewsApis } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf, tripsOf, tripsUnderLock } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const { prisma } = t.db.database
afterEach(() => expect(failedRequests(t)).toEqual([]))

const [content] = contentApis
if (!content) throw new Error('There is no API.')
const editor = content.enter(t, cast.edit)
const placeOf = ({ spaceId, changeRequestId }: Proposal) => ({ spaceId, changeRequest: changeRequestId })

/** A change request with pages of three paragraphs, and the keys of these. */
async function proposal(pages = 1) {
  const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
  const made = await t.build.buildChangeRequest({ spaceId, status: 'open', createdById: cast.edit.user.id })
  const at: Proposal = { spaceId, changeRequestId: made.id }
  const inserted = Array.from({ length: pages }, (_, n) => ({
    operation: 'insert_page',
    title: `Page ${n}`,
    markdown: `First of ${n}.\n\nSecond of ${n}.\n\nThird of ${n}.\n`,
  }))
  const { changes } = await done(editor.save(placeOf(at), inserted))
  const ids = changes.map(({ id }) => id)
  const [page = ''] = ids
  const { document } = await done(editor.page(placeOf(at), page, { format: 'document' }))
  const keys = (document as { nodes: { key: string }[] }).nodes.map(({ key }) => key)
  return { at, ids, page, keys }
}

const text = (markdown: string): Pick<NewComment, 'body'> => ({ body: { markdown } })

const eventsOf = async ({ changeRequestId }: Proposal) => {
  const events = await prisma.event.findMany({ where: { changeRequestId }, orderBy: { position: 'asc' } })
  return events.flatMap(({ type, subject }) =>
    type === 'change_request.content_changed' ? [] : [{ type, subject }],
  )
}

describe.each(reviewsApis)('comments of a review ($name)', ({ name, enter }) => {
  const reviewer = () => enter(t, cast.review)
  const talk = () => apiNamed(name).enter(t, cast.read)
  const countOf = async ({ spaceId, changeRequestId }: Proposal) =>
    (await done(talk().getChangeRequest(spaceId, changeRequestId))).comments

  it('are posted with it, on pages and blocks, each with its event', async () => {
    const { at, page, keys } = await proposal()
    const [, second = ''] = keys
    const { review, comments } = await done(
      reviewer().submitWith(at, {
        status: 'changes-requested',
        comment: 'In general',
        comments: [
          { ...text('About the block'), page, node: second },
          { ...text('About the page'), page },
          text('Also'),
        ],
      }),
    )
    expect(review).toMatchObject({ status: 'changes-requested', comment: 'In general' })
    expect(comments.map(({ id: _id, ...comment }) => comment)).toEqual([
      { markdown: 'About the block', page, node: second, preview: 'Second of 0.', review: review.id },
      { markdown: 'About the page', page, review: review.id },
      { markdown: 'Also', review: review.id },
    ])
    const listed = await done(talk().listComments(placeOf(at), { order: 'asc' }))
    expect(listed.items.map(({ markdown }) => markdown)).toEqual([
      'In general',
      'About the block',
      'About the page',
      'Also',
    ])
    expect(await eventsOf(at)).toEqual([
      { type: 'change_request.reviewed', subject: { changeRequest: at.changeRequestId, review: review.id } },
      ...listed.items.map(({ id }) => ({ type: 'comment.posted', subject: { comment: id } })),
    ])
    expect(await countOf(at)).toBe(4)
    const contributors = await done(enter(t, cast.read).contributors(at))
    expect(contributors.items).toContainEqual(
      expect.objectContaining({ user: cast.review.user.id, count: 4, edited: false }),
    )
  })

  it('can come without a text of the review, and as documents', async () => {
    const { at } = await proposal()
    const document = {
      object: 'document',
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Written' }] }],
        },
      ],
    }
    const { review, comments } = await done(
      reviewer().submitWith(at, { status: 'approved', comments: [{ body: { document } }, text('Second')] }),
    )
    expect(review).not.toHaveProperty('comment')
    expect(comments.map(({ markdown }) => markdown.trim())).toEqual(['Written', 'Second'])
    expect((await done(reviewer().submitWith(at, { status: 'approved', comments: [] }))).comments).toEqual([])
  })

  it('are posted completely or not at all, and the review with them', async () => {
    const { at, page } = await proposal()
    const missing = newId('Page')
    const submit = (comments: NewComment[]) => reviewer().submitWith(at, { status: 'approved', comments })
    const { details } = await refused(
      submit([
        { ...text('One'), page },
        { ...text('Two'), page: missing },
        { ...text('Three'), page: missing },
      ]),
      400,
    )
    expect(details?.map(({ path }) => path)).toEqual([
      ['comments', 1, 'page'],
      ['comments', 2, 'page'],
    ])
    const broken = await refused(
      submit([text('One'), { body: { document: { object: 'document', nodes: [{}] } } }]),
      400,
    )
    expect(broken.details?.[0]?.path.slice(0, 3)).toEqual(['comments', 1, 'body'])
    await refused(submit([text('One'), text(' ')]), 400)
    await refused(submit(Array.from({ length: 51 }, () => text('Many'))), 400)
    expect((await done(enter(t, cast.read).reviews(at))).items).toEqual([])
    expect((await done(talk().listComments(placeOf(at)))).items).toEqual([])
    expect(await eventsOf(at)).toEqual([])
    expect(await countOf(at)).toBe(0)
  })

  it('can be written by everyone who can review it, and by nobody else', async () => {
    const { at } = await proposal()
    const submit = (who: typeof cast.read | null) =>
      enter(t, who).submitWith(at, { status: 'approved', comments: [text('Fine')] })
    await refused(submit(null), 401)
    await refused(submit(cast.stranger), 404)
    await refused(submit(cast.edit), 403)
    await refused(submit(cast.read), 403)
    await done(enter(t, cast.edit).request(at, { users: [cast.read.user.id] }))
    expect((await done(submit(cast.read))).comments).toHaveLength(1)
  })

  it('are posted once for one idempotency key', async () => {
    const { at, page } = await proposal()
    const submit = () =>
      reviewer().submitWith(at, { status: 'approved', comments: [{ ...text('Once'), page }] }, newKey)
    const newKey = `review ${at.changeRequestId}`
    const [first, second] = await Promise.all([done(submit()), done(submit())])
    expect(second).toEqual(first)
    expect(await countOf(at)).toBe(1)
    expect(await eventsOf(at)).toHaveLength(2)
  })

  it('take as many statements for fifty as for two, and lock for as many round trips', async () => {
    const { at, ids, keys } = await proposal(50)
    const [node = ''] = keys
    const submit = (count: number) => () =>
      done(
        reviewer().submitWith(at, {
          status: 'approved',
          comments: ids.slice(0, count).map((page) => ({ ...text('Fine'), page, node })),
        }),
      )
    await submit(2)()
    expect((await statementsOf(t, submit(50))).length).toBe((await statementsOf(t, submit(2))).length)
    expect(tripsUnderLock(await tripsOf(t, submit(50)))).toBe(tripsUnderLock(await tripsOf(t, submit(2))))
  })
})
