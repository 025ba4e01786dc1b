import { personalData } from '../../src/core/personal-data.ts'
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
  await signIn(t, person)
  const viewed = { changeRequestId: theirs.id, pageId: 'page', digest: 'digest' }
  await prisma.viewedPage.create({
    data: { ...viewed, userId: person.user.id, revisionId, viewedAt: new Date() },
  })
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

/** How many rows about a person each table has that has none of a person who is deleted. */
export async function rowsToErase(t: TestApp, { user }: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, columns, onErasure } of personalData) {
    // Only the account of somebody else is disabled, and the deletion itself can have a key.
    const isApart = table === 'DisabledUser' || table === 'IdempotencyKey'
    if (onErasure === 'keep' || isApart || !columns.includes('userId')) continue
    const { rows } = await t.db.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "${table}" WHERE "userId" = $1`,
      [user.id],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  const { prisma } = t.db.database
  counts['Invite to the address'] = await prisma.invite.count({ where: { email: EMAIL } })
  counts['OneTimeCode for the address'] = await prisma.oneTimeCode.count({ where: { kind: 'join' } })
  return counts
}

/** Every way to sign in, what is known of its uses, and links that wait for the person. */
async function signIn(t: TestApp, { user: { id: userId } }: Person): Promise<void> {
  const { prisma } = t.db.database
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)]
  await prisma.account.create({ data: { userId, passwordHash: 'hash', emailConfirmedAt: createdAt } })
  const passkey = { name: `Key of ${NAME}`, publicKey: Buffer.from('key'), counter: 0n, isSynced: false }
  await prisma.passkey.create({
    data: { ...passkey, id: `pky_${userId}`, userId, credentialId: `credential of ${userId}`, createdAt },
  })
  const identityId = `idn_${userId}`
  const provided = { provider: 'work', issuer: 'https://id.example.com', subject: `subject of ${userId}` }
  await prisma.identity.create({ data: { ...provided, id: identityId, userId, email: EMAIL, createdAt } })
  const times = { createdAt, lastSeenAt: createdAt, authenticatedAt: createdAt, expiresAt }
  const seen = { method: 'provider', browser: `Browser of ${NAME}`, address: '192.0.2.1', identityId }
  await prisma.session.create({
    data: { ...seen, ...times, id: `ses_${userId}`, userId, digest: `session of ${userId}` },
  })
  await prisma.knownBrowser.create({
    data: { userId, digest: `browser of ${userId}`, lastUsedAt: createdAt },
  })
  await prisma.preferences.create({ data: { userId, language: 'de', theme: 'dark' } })
  const codes = [
    { kind: 'reset', userId, data: { email: EMAIL } },
    // Nobody knew whose the address was when these were mailed.
    { kind: 'join', userId: null, data: { inviteId: 'inv_open', email: EMAIL } },
  ]
  await prisma.oneTimeCode.createMany({
    data: codes.map((code) => ({ ...code, digest: `${code.kind} of ${userId}`, createdAt, expiresAt })),
  })
}

/** The last operator is determined among all users, and the name of each test is in no table yet. */
export async function forgetPeople(t: TestApp): Promise<void> {
  const { prisma } = t.db.database
  await prisma.user.updateMany({
    data: { isOperator: false, email: null, photoURL: null, displayName: 'User' },
  })
  await prisma.invite.deleteMany()
  await prisma.idempotencyKey.deleteMany()
  await prisma.oneTimeCode.deleteMany()
  await prisma.session.deleteMany()
  await prisma.passkey.deleteMany()
  await prisma.identity.deleteMany()
}
