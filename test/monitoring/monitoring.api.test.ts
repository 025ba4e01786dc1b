import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { listedGraphQL, listedRest, plain, restAsker } from '../support/api-requests.ts'
import type { Attempt } from '../support/apis.ts'
import { appForFile, type TestApp } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, type Listed, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const people = await buildPeopleByRole(t)
const { prisma } = t.db.database
const organizationId = people.organization.id

interface FailureView {
  kind: string
  subjectId: string
  about: string
  message: string
  webhookId?: string
}
interface UsageView {
  item: string
  used?: number
  limit?: number
}
interface PlaceView {
  title: string
  permission: string
  sources: string[]
}
interface MonitoringApi {
  failures(kind?: string): Attempt<Listed<FailureView>>
  retry(jobId: string): Attempt<{ jobId: string; name: string }>
  usage(): Attempt<UsageView[]>
  places(userId: string): Attempt<Listed<PlaceView>>
}
type Who = { token: string } | null

const failureView = ({ kind, subjectId, about, message, webhookId }: FailureView): FailureView =>
  plain({ kind: kind.toLowerCase(), subjectId, about, message, webhookId })
const usageView = (items: UsageView[]) =>
  items.map(({ item, used, limit }) => plain<UsageView>({ item: item.toLowerCase(), used, limit }))

interface RawSource {
  type: string
  role: string
  target?: { title: string } | null
  team?: { title: string } | null
}
const sourceView = ({ type, role, target, team }: RawSource) =>
  [type, role]
    .map((each) => each.toLowerCase())
    .concat(team?.title ?? [], target?.title ?? [])
    .join(' ')

function restMonitoring(t: TestApp, who: Who): MonitoringApi {
  const ask = restAsker(t, who)
  const at = `/orgs/${organizationId}`
  return {
    failures: (kind) => ask('GET', `${at}/failures`, listedRest(failureView), { query: { kind } }),
    retry: (jobId) =>
      ask('POST', `${at}/failures/${jobId}/retry`, (body: { jobId: string; name: string }) => body),
    usage: () => ask('GET', `${at}/usage`, ({ items }: { items: UsageView[] }) => usageView(items)),
    places: (userId) =>
      ask(
        'GET',
        `${at}/members/${userId}/places`,
        listedRest(
          ({ title, permission, sources }: { title: string; permission: string; sources: RawSource[] }) => ({
            title,
            permission,
            sources: sources.map(sourceView),
          }),
        ),
      ),
  }
}

const PAGE = 'pageInfo { hasNextPage endCursor }'
const TARGET = '{ ... on Space { title } ... on Collection { title } }'

function graphqlMonitoring(t: TestApp, who: Who): MonitoringApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const inOrganization = <Field, View>(
    selection: string,
    variables: string,
    given: object,
    take: (field: Field) => View | null,
  ) =>
    ask<{ organization: Record<string, Field> | null }, View>(
      `query($id: ID!${variables}) { organization(id: $id) { ${selection} } }`,
      { id: organizationId, ...given },
      ({ organization }) => (organization ? take(Object.values(organization)[0] as Field) : null),
    )
  return {
    failures: (kind) =>
      inOrganization(
        `failures(kind: $kind) { nodes { kind subjectId failedAt about message webhookId space { id } changeRequest { id } } ${PAGE} }`,
        ', $kind: [FailureKind!]',
        { kind: kind && [kind.toUpperCase()] },
        (failures: Parameters<typeof listedGraphQL<FailureView, FailureView>>[0]) =>
          listedGraphQL(failures, failureView),
      ),
    retry: (jobId) =>
      mutate(
        'retryJob',
        { organizationId, jobId },
        'jobId name',
        (payload: { jobId: string; name: string }) => payload,
      ),
    usage: () =>
      inOrganization(
        'usage { item used limit }',
        '',
        {},
        (usage: UsageView[] | null) => usage && usageView(usage),
      ),
    places: (user) =>
      inOrganization(
        `member(userId: $user) { places { nodes { permission place ${TARGET} sources { type role team { title } target ${TARGET} } } ${PAGE} } }`,
        ', $user: ID!',
        { user },
        (member: { places: Parameters<typeof listedGraphQL>[0] } | null) =>
          listedGraphQL(
            member?.places as Parameters<
              typeof listedGraphQL<
                { place: { title: string }; permission: string; sources: RawSource[] },
                PlaceView
              >
            >[0],
            ({ place, permission, sources }) => ({
              title: place.title,
              permission: permission.toLowerCase(),
              sources: sources.map(sourceView),
            }),
          ),
      ),
  }
}

const failedJob = (owner = organizationId) =>
  prisma.queuedJob.create({
    data: {
      name: 'mail.send',
      organizationId: owner,
      payload: {},
      runAt: new Date(0),
      failedAt: t.clock.now(),
      attempts: 25,
      maxAttempts: 25,
      lastError: 'the password of somebody',
    },
  })

describe.each([
  { name: 'rest', enter: restMonitoring },
  { name: 'graphql', enter: graphqlMonitoring },
])('what admins watch by $name', ({ enter }) => {
  it('are failures of their organization, newest first, by kind, without errors of the server', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1, 0, minutes))
    const webhook = await prisma.webhook.create({
      data: {
        id: newId('Webhook'),
        organizationId,
        url: 'https://example.com/',
        secret: 'sealed',
        since: 0n,
      },
    })
    const delivery = await prisma.webhookDelivery.create({
      data: {
        id: newId('WebhookDelivery'),
        webhookId: webhook.id,
        position: 1n,
        type: 'space.created',
        body: '{}',
        status: 'failed',
        lastAttemptAt: at(2),
        responseStatus: 500,
      },
    })
    const operation = await prisma.gitOperation.create({
      data: {
        id: newId('GitOperation'),
        spaceId: people.space.id,
        direction: 'import',
        state: 'failure',
        address: 'https://example.com/docs.git',
        ref: 'refs/heads/main',
        options: {},
        error: 'The branch does not exist.',
        createdAt: at(1),
        endedAt: at(3),
      },
    })
    const job = await failedJob()
    await failedJob('org_other')
    const { items } = await done(enter(t, people.admin).failures())
    expect(items.slice(0, 2)).toEqual([
      {
        kind: 'git',
        subjectId: operation.id,
        about: 'https://example.com/docs.git refs/heads/main',
        message: 'The branch does not exist.',
      },
      {
        kind: 'webhook',
        subjectId: delivery.id,
        about: 'space.created',
        message: 'The receiver answered with the status 500.',
        webhookId: webhook.id,
      },
    ])
    const jobs = await done(enter(t, people.admin).failures('job'))
    expect(jobs.items).toEqual([{ kind: 'job', subjectId: String(job.id), about: 'mail.send', message: '' }])
    await refused(enter(t, people.create).failures(), 403)
    await prisma.gitOperation.delete({ where: { id: operation.id } })
    await prisma.webhook.delete({ where: { id: webhook.id } })

    expect(await done(enter(t, people.admin).retry(String(job.id)))).toEqual({
      jobId: String(job.id),
      name: 'mail.send',
    })
    const queued = await prisma.queuedJob.findUniqueOrThrow({ where: { id: job.id } })
    expect(queued).toMatchObject({ failedAt: null, attempts: 0, isDue: true })
    await refused(enter(t, people.admin).retry(String(job.id)), 409)
    const events = await prisma.event.count({ where: { organizationId, type: 'job.retried' } })
    expect(events).toBeGreaterThan(0)
    await prisma.queuedJob.deleteMany({ where: { name: 'mail.send' } })
  })

  it('are merges whose conflicts are not resolved, while the change request is open', async () => {
    const { id: changeRequestId } = await t.build.buildChangeRequest({
      spaceId: people.space.id,
      createdById: people.edit.user.id,
      subject: 'Shorten the guide',
    })
    const conflict = (at: number) => ({
      id: newId('Conflict'),
      changeRequestId,
      spaceId: people.space.id,
      kind: 'content',
      subjectType: 'page',
      subject: `pag_${at}`,
      detail: {},
    })
    await prisma.conflict.createMany({ data: [conflict(1), conflict(2)] })
    const merges = async () => (await done(enter(t, people.admin).failures('merge'))).items
    const failure = { kind: 'merge', subjectId: changeRequestId, about: 'Shorten the guide' }
    expect(await merges()).toEqual([{ ...failure, message: '2 conflicts are not resolved.' }])
    await prisma.conflict.updateMany({
      where: { changeRequestId, subject: 'pag_1' },
      data: { resolution: 'primary' },
    })
    expect(await merges()).toEqual([{ ...failure, message: '1 conflict is not resolved.' }])
    await prisma.changeRequest.update({ where: { id: changeRequestId }, data: { status: 'archived' } })
    expect(await merges()).toEqual([])
  })

  it('cannot start a job of another organization again', async () => {
    const job = await failedJob('org_other')
    await refused(enter(t, people.admin).retry(String(job.id)), 409)
    await refused(enter(t, people.admin).retry('one'), 400)
  })

  it('is usage, with the limits of the server', async () => {
    const usage = await done(enter(t, people.admin).usage())
    const of = (item: string) => usage.find((each) => each.item === item)
    expect(of('members')).toEqual({ item: 'members', used: 6 })
    expect(of('guests')).toEqual({ item: 'guests', used: 1 })
    expect(of('spaces')).toMatchObject({ used: 1 })
    expect(of('webhooks')).toEqual({ item: 'webhooks', used: 0, limit: 50 })
    expect(of('tokens_per_user')).toEqual({ item: 'tokens_per_user', limit: 100 })
    await refused(enter(t, people.create).usage(), 403)
  })

  it('are the places of a guest, with what gives them each role', async () => {
    const organization = people.organization.id
    const guest = await t.build.buildPerson({ organizationId: organization, role: null })
    const shelf = await prisma.collection.create({
      data: { id: newId('Collection'), organizationId: organization, title: 'Shelf', ancestorIds: [] },
    })
    await prisma.collection.update({ where: { id: shelf.id }, data: { ancestorIds: [shelf.id] } })
    const inside = await t.build.buildSpace({
      organizationId: organization,
      parentId: shelf.id,
      title: 'Inside',
    })
    const on = { organizationId: organization, userId: guest.user.id, principalId: guest.user.id }
    await prisma.grant.create({
      data: { id: newId('User'), ...on, role: 'comment', collectionId: shelf.id, targetId: shelf.id },
    })
    const { items } = await done(enter(t, people.admin).places(guest.user.id))
    expect(items).toHaveLength(2)
    expect(items).toEqual(
      expect.arrayContaining([
        { title: 'Shelf', permission: 'comment', sources: ['user comment Shelf'] },
        { title: 'Inside', permission: 'comment', sources: ['user comment Shelf'] },
      ]),
    )
    expect((await done(enter(t, guest).places(guest.user.id))).items).toHaveLength(2)
    await refused(enter(t, people.create).places(people.admin.user.id), 403)
    await prisma.space.delete({ where: { id: inside.id } })
    await prisma.member.deleteMany({ where: { userId: guest.user.id } })
    await prisma.collection.delete({ where: { id: shelf.id } })
  })
})
