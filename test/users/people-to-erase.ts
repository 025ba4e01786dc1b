import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'

export const NAME = 'Zebulon Quarterstaff'
export const EMAIL = 'zebulon.quarterstaff@example.com'

/** An operator of the instance. */
export const buildOperator = async (t: TestApp): Promise<Person> => {
  const operator = await t.build.buildPerson()
  await t.db.database.prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
  return operator
}

/** A person with a row in every table that refers to users, beside an admin. */
export async function buildWorld(t: TestApp) {
  const { prisma } = t.db.database
  const { id: organizationId } = await t.build.buildOrganization()
  const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  const person = await t.build.buildPerson({ organizationId, role: 'edit' })
  const photoURL = 'https://example.com/zebulon.png'
  await prisma.user.update({
    where: { id: person.user.id },
    data: { displayName: NAME, email: EMAIL, photoURL },
  })
  const space = await t.build.buildSpace({ organizationId, createdById: person.user.id })
  const team = await t.build.buildTeam({ organizationId }, [person.user, admin.user])
  await t.build.buildGrant('review', { userId: person.user.id }, { spaceId: space.id }, organizationId)
  const changeRequest = await t.build.buildChangeRequest({ spaceId: space.id, createdById: person.user.id })
  const comment = await t.build.buildComment({ spaceId: space.id, postedById: person.user.id })
  await t.build.buildReply({ commentId: comment.id, postedById: person.user.id })
  await t.build.buildReview({ changeRequestId: changeRequest.id, reviewerId: person.user.id })
  const theirs = await t.build.buildChangeRequest({ spaceId: space.id, createdById: admin.user.id })
  const { revisionId } = space
  await prisma.requestedReviewer.create({
    data: {
      changeRequestId: theirs.id,
      userId: person.user.id,
      requestedById: admin.user.id,
      revisionId,
      createdAt: new Date(),
    },
  })
  const elsewhere = await t.build.buildOrganization()
  await prisma.invite.create({
    data: { id: `inv_${person.user.id}`, organizationId: elsewhere.id, email: EMAIL, createdAt: new Date() },
  })
  await notify(t, person, { spaceId: space.id, commentId: comment.id })
  return { organizationId, admin, person, space, team, changeRequest, comment, theirs }
}

/** A notification of the person, with everything that belongs to an inbox. */
async function notify(
  t: TestApp,
  { user }: Person,
  at: { spaceId: string; commentId: string },
): Promise<void> {
  const { prisma } = t.db.database
  const [userId, { spaceId, commentId }] = [user.id, at]
  const [createdAt, updatedAt] = [new Date(), new Date()]
  const about = { scopeId: spaceId, spaceId, threadId: commentId, subjectId: commentId }
  const id = `ntf_${userId}`
  const row = { id, userId, position: 1n, number: 1n, kind: 'mention' as const }
  await prisma.notification.create({ data: { ...row, ...about, createdAt, updatedAt } })
  await prisma.notificationInbox.create({ data: { userId, lastNumber: 1n } })
  await prisma.notificationCount.create({ data: { userId, scopeId: spaceId, spaceId, unread: 1 } })
  await prisma.notificationMute.create({ data: { userId, targetId: commentId, spaceId, createdAt } })
  await prisma.mailStopCode.create({ data: { userId, digest: `digest of ${userId}`, createdAt } })
}

/** The last operator is determined among all users, and the name of each test is in no table yet. */
export async function forgetPeople(t: TestApp): Promise<void> {
  const { prisma } = t.db.database
  await prisma.user.updateMany({
    data: { isOperator: false, email: null, photoURL: null, displayName: 'User' },
  })
  await prisma.invite.deleteMany()
  await prisma.idempotencyKey.deleteMany()
}
