import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { Caller } from '../../src/core/operations/caller.ts'
import { listChangeRequests } from '../../src/modules/change-requests/change-requests.service.ts'
import { listReviews } from '../../src/modules/reviews/reviews.service.ts'
import { reviewsApis } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import { whileChanged } from '../support/concurrent-change.ts'
import { done } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const PAGE = { limit: 10, backward: false }

/** A caller for whom something happens right after the first statement of a request. */
function readerDuring(happen: () => Promise<unknown>): Caller {
  const { database } = t.db
  let isFirst = true
  const viewer = { userId: cast.read.user.id, tokenId: cast.read.tokenId, scopes: [], expiresAt: null }
  return new Caller(
    {
      transaction: database.transaction,
      query: async <Row>(...asked: Parameters<typeof database.query<Row>>) => {
        const rows = await database.query(...asked)
        if (isFirst) {
          isFirst = false
          await happen()
        }
        return rows
      },
    },
    viewer,
    () => new Date(),
  )
}

async function newRevision(spaceId: string): Promise<string> {
  const id = newId('Revision')
  await t.db.database.prisma.revision.create({ data: { id, spaceId, type: 'edits' } })
  return id
}

describe('a list that is read during concurrent changes', () => {
  it('shows no change request as outdated that was just updated', async () => {
    const { prisma } = t.db.database
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, status: 'open' })
    const caller = readerDuring(async () => {
      const revisionId = await newRevision(spaceId)
      await prisma.$transaction([
        prisma.space.update({ where: { id: spaceId }, data: { revisionId } }),
        prisma.changeRequest.update({ where: { id }, data: { revisionMergedAncestorId: revisionId } }),
      ])
    })
    const { page } = await caller.list(listChangeRequests, { spaceId }, PAGE)
    expect(page.rows.map(({ outdated }) => outdated)).toEqual([false])
  })

  it('shows no review as outdated that is of the current revision', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, status: 'open' })
    await t.build.buildReview({ changeRequestId: id })
    const caller = readerDuring(async () => {
      const revisionId = await newRevision(spaceId)
      await t.db.database.prisma.changeRequest.update({ where: { id }, data: { revisionId } })
      await t.build.buildReview({ changeRequestId: id, revisionId })
    })
    const { page } = await caller.list(listReviews, { spaceId, changeRequestId: id }, PAGE)
    expect(page.rows.map(({ outdated }) => outdated)).toEqual([false, true])
  })
})

describe.each(reviewsApis)(
  'an event of a change request while its space is transferred ($name)',
  ({ enter }) => {
    it('is in the log of the organization that owns the space by then', async () => {
      const elsewhere = await t.build.buildOrganization()
      await t.build.buildMember({ organizationId: elsewhere.id, userId: cast.admin.user.id, role: 'admin' })
      const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
      const { id: changeRequestId } = await t.build.buildChangeRequest({ spaceId })
      const at = { spaceId, changeRequestId }
      const transfer = {
        sql: 'UPDATE "Space" SET "organizationId" = $2 WHERE "id" = $1',
        values: [spaceId, elsewhere.id],
      }
      await whileChanged(t, transfer, () => done(enter(t, cast.admin).update(at, { subject: 'On the move' })))
      const events = await t.db.database.prisma.event.findMany({ where: { changeRequestId } })
      expect(events.map(({ type, organizationId }) => [type, organizationId])).toEqual([
        ['change_request.updated', elsewhere.id],
      ])
    })
  },
)
