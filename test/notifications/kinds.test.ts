import { expect, it } from 'vitest'
import { appendEvents, type NewEvent } from '../../src/core/events/events.ts'
import { newId } from '../../src/core/ids.ts'
import { removeOldNotifications } from '../../src/modules/notifications/remove-old-notifications.ts'
import { purgeDeletedOrganizations } from '../../src/modules/organizations/organizations.purge.ts'
import { purgeDeletedSpaces } from '../../src/modules/spaces/spaces.purge.ts'
import { notificationsAt } from '../support/apis-notifications.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { ask, post } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const t = await appForFile()
const { prisma } = t.db.database

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const person = await t.build.buildPerson({ organizationId, role: 'edit' })
  const other = await t.build.buildPerson({ organizationId, role: 'edit' })
  return { organizationId, spaceId, person, other, userId: person.user.id }
}

const listOf = async (who: Person) => (await done(notificationsAt('rest')(t, who).list())).items
const kindsOf = async (who: Person) => (await listOf(who)).map(({ kind }) => kind)

async function happened(event: NewEvent, actorId: string | null): Promise<void> {
  await t.db.database.transaction((tx) => appendEvents(tx, [event], actorId, t.clock.now()))
  await tellAll(t)
}

it('tell the user who set it up of a failed Git operation, also if the user started it', async () => {
  const { organizationId, spaceId, person, userId } = await found()
  const id = newId('GitOperation')
  const git = {
    id,
    spaceId,
    direction: 'import',
    address: 'https://a.example/a.git',
    ref: 'main',
    options: {},
  }
  await prisma.gitOperation.create({ data: { ...git, createdById: userId, createdAt: t.clock.now() } })
  await happened(
    { organizationId, spaceId, type: 'git.import_failed', subject: { gitOperation: id } },
    userId,
  )
  expect(await listOf(person)).toMatchObject([{ kind: 'git_failed', subject: id, thread: spaceId }])
})

it('tell the user who created an OpenAPI spec of its error, as long as the user is a member', async () => {
  const { organizationId, person, userId } = await found()
  const id = newId('OpenAPISpec')
  await prisma.openAPISpec.create({ data: { id, organizationId, slug: 'api', createdById: userId } })
  await happened({ organizationId, type: 'openapi.failed', subject: { openAPISpec: id } }, null)
  expect(await listOf(person)).toMatchObject([
    { kind: 'spec_failed', subject: id, organization: organizationId, title: 'api' },
  ])
  const where = { organizationId_userId: { organizationId, userId } }
  await prisma.member.update({ where, data: { role: null } })
  expect(await kindsOf(person)).toEqual([])
})

it('tell a user with an account of an invite, until it is used or revoked', async () => {
  const { organizationId, other } = await found()
  const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  const invited = await t.build.buildPerson()
  const { email } = invited.user
  await ask(t, admin.token, {
    query: 'mutation ($input: InviteUsersInput!) { inviteUsers(input: $input) { __typename } }',
    variables: { input: { organizationId, emails: [{ email }] } },
  })
  await tellAll(t)
  expect(await listOf(invited)).toMatchObject([{ kind: 'invited', title: 'Acme', actor: admin.user.id }])
  expect(await kindsOf(other)).toEqual([])
  await prisma.invite.deleteMany({ where: { organizationId } })
  expect(await kindsOf(invited)).toEqual([])
  expect((await done(notificationsAt('rest')(t, invited).inbox())).unreadCount).toBe(0)
})

it('tell everyone who took part of a merge and of conflicts', async () => {
  const { organizationId, spaceId, person, other } = await found()
  const reviewer = await t.build.buildPerson({ organizationId, role: 'review' })
  const commenter = await t.build.buildPerson({ organizationId, role: 'comment' })
  const { id: changeRequestId, revisionId } = await t.build.buildChangeRequest({
    spaceId,
    createdById: person.user.id,
  })
  const requested = { changeRequestId, userId: reviewer.user.id, requestedById: person.user.id, revisionId }
  await prisma.requestedReviewer.create({ data: requested })
  await prisma.changeRequestContributor.createMany({
    data: [
      { changeRequestId, userId: person.user.id, edited: true },
      { changeRequestId, userId: commenter.user.id, edited: false },
    ],
    skipDuplicates: true,
  })
  await prisma.changeRequestContributor.updateMany({
    where: { changeRequestId, userId: person.user.id },
    data: { edited: true },
  })
  const about = { organizationId, spaceId, changeRequestId, subject: { changeRequest: changeRequestId } }
  await happened({ ...about, type: 'change_request.conflicted' }, other.user.id)
  await happened({ ...about, type: 'change_request.merged' }, other.user.id)
  expect(await kindsOf(person)).toEqual(['merged', 'conflict'])
  expect(await kindsOf(reviewer)).toEqual(['merged', 'conflict'])
  expect(await kindsOf(commenter)).toEqual(['merged', 'conflict'])
  expect(await kindsOf(other)).toEqual([])
})

it('tell of a review once, whatever comments were submitted with it', async () => {
  const { organizationId, spaceId, person } = await found()
  const reviewer = await t.build.buildPerson({ organizationId, role: 'review' })
  const { id: changeRequestId } = await t.build.buildChangeRequest({
    spaceId,
    createdById: person.user.id,
    status: 'open',
  })
  await prisma.changeRequestContributor.upsert({
    where: { changeRequestId_userId: { changeRequestId, userId: person.user.id } },
    create: { changeRequestId, userId: person.user.id, edited: true },
    update: { edited: true },
  })
  await ask(t, reviewer.token, {
    query: 'mutation ($input: SubmitReviewInput!) { submitReview(input: $input) { review { id } } }',
    variables: {
      input: {
        changeRequestId,
        status: 'APPROVED',
        comments: [{ body: { markdown: 'One.' } }, { body: { markdown: 'Two.' } }],
      },
    },
  })
  await tellAll(t)
  expect(await kindsOf(person)).toEqual(['reviewed'])
})

it('are removed when they are old, in parts, and counts follow', async () => {
  const { spaceId, person, other, userId } = await found()
  for (let count = 0; count < 3; count++) await post(t, other.token, { spaceId, text: mentionOf(person) })
  await tellAll(t)
  const [, second, oldest] = await listOf(person)
  const old = new Date(t.clock.now().getTime() - 91 * 86_400_000)
  await prisma.notification.updateMany({
    where: { id: { in: [second?.id ?? '', oldest?.id ?? ''] } },
    data: { createdAt: old },
  })
  expect(await removeOldNotifications(t.db.database, { now: t.clock.now(), batch: 1 })).toBe(2)
  expect(await kindsOf(person)).toEqual(['mention'])
  expect((await done(notificationsAt('rest')(t, person).inbox())).unreadCount).toBe(1)
  expect(await prisma.notificationInbox.findUnique({ where: { userId } })).toMatchObject({ removedTo: 2n })
})

it('go with their space and their organization', async () => {
  const { organizationId, spaceId, person, other, userId } = await found()
  const elsewhere = (await t.build.buildSpace({ organizationId })).id
  await post(t, other.token, { spaceId, text: mentionOf(person) })
  await post(t, other.token, { spaceId: elsewhere, text: mentionOf(person) })
  await tellAll(t)
  const later = new Date(t.clock.now().getTime() + 30 * 86_400_000)
  const deleted = { data: { deletedAt: t.clock.now() } }
  await prisma.space.update({ where: { id: spaceId }, ...deleted })
  await purgeDeletedSpaces(t.db.database, { now: later })
  const left = () =>
    Promise.all(
      [prisma.notification, prisma.notificationCount].map((table) =>
        (table as typeof prisma.notification).count({ where: { userId } }),
      ),
    )
  expect(await left()).toEqual([1, 1])
  await prisma.organization.update({ where: { id: organizationId }, ...deleted })
  await purgeDeletedOrganizations(t.db.database, { now: later })
  expect(await left()).toEqual([0, 0])
})

it('tell those whom the description of a change request mentions, each once', async () => {
  const { organizationId, spaceId, person, other } = await found()
  const third = await t.build.buildPerson({ organizationId, role: 'read' })
  const stranger = await t.build.buildPerson()
  const write = async (who: Person, method: string, path: string, description: string) => {
    const answer = await callRest(t, who, method, `/spaces/${spaceId}/change-requests${path}`, {
      body: { subject: 'Better', description },
    })
    if (answer.status >= 300) throw new Error(answer.trace)
    return (answer.body as { id: string }).id
  }
  const first = `For ${mentionOf(person)}, ${mentionOf(other)} and ${mentionOf(stranger)}.`
  const id = await write(other, 'POST', '', first)
  // Two events are looked at together.
  await write(other, 'PATCH', `/${id}`, `${first} Soon.`)
  await tellAll(t)
  expect(await listOf(person)).toMatchObject([
    {
      kind: 'mention',
      subject: id,
      thread: id,
      changeRequest: id,
      actor: other.user.id,
      title: 'Better',
      excerpt: `${first} Soon.`,
    },
  ])
  const [{ id: notificationId = '' } = {}] = await listOf(person)
  const answer = await callRest(t, person, 'GET', `/user/notifications/${notificationId}`)
  expect(answer.body).toMatchObject({ urls: { app: expect.stringMatching(/\/changes\/1$/) } })
  // Who was told of something else about the change request was not named before.
  const { revisionId } = await prisma.changeRequest.findUniqueOrThrow({ where: { id } })
  const requested = { changeRequestId: id, userId: third.user.id, requestedById: other.user.id, revisionId }
  await prisma.requestedReviewer.create({ data: requested })
  const about = { organizationId, spaceId, changeRequestId: id, subject: { changeRequest: id } }
  await happened({ ...about, type: 'change_request.conflicted' }, other.user.id)
  await write(other, 'PATCH', `/${id}`, `${first} And ${mentionOf(third)}.`)
  await tellAll(t)
  await write(person, 'PATCH', `/${id}`, `${first} And ${mentionOf(third)}, now.`)
  await tellAll(t)
  expect(await kindsOf(third)).toEqual(['mention', 'conflict'])
  expect((await kindsOf(person)).filter((kind) => kind === 'mention')).toHaveLength(1)
  // The author mentions itself. Only somebody else who writes the same tells it.
  expect((await listOf(other)).map(({ kind, actor }) => [kind, actor])).toEqual([['mention', person.user.id]])
  expect(await kindsOf(stranger)).toEqual([])
})
