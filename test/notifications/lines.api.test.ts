import { describe, expect, it } from 'vitest'
import { appendEvents } from '../../src/core/events/events.ts'
import { newId } from '../../src/core/ids.ts'
import { apiNamed } from '../support/api-requests.ts'
import { notificationApis } from '../support/apis-notifications.ts'
import { reviewsAt } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import { changeContent, insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { ask } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const t = await appForFile()
const { prisma } = t.db.database

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const [ann, bob] = [
    await t.build.buildPerson({ organizationId, role: 'admin' }),
    await t.build.buildPerson({ organizationId, role: 'admin' }),
  ]
  const [folder = '', page = ''] = await insertPages(t, bob, spaceId, [
    { title: 'Start', markdown: 'One\n' },
    { title: 'changes', markdown: 'One\n' },
  ])
  return { organizationId, spaceId, ann, bob, folder, page }
}

describe.each(notificationApis)('a line of the inbox at $name', ({ name, enter }) => {
  const content = (who: Person) => apiNamed(name).enter(t, who)
  const newest = async (who: Person) => {
    await tellAll(t)
    const [line] = (await done(enter(t, who).list({ limit: 1 }))).items
    const { kind, title, excerpt, app, names } = line ?? {}
    return { kind, title, ...(excerpt === undefined ? {} : { excerpt }), app, names }
  }

  it('leads to the comment or reply on a page of main content, and follows the page', async () => {
    const { spaceId, ann, bob, page } = await found()
    const { id: commentId } = await done(content(ann).postComment({ spaceId }, { markdown: 'Why?', page }))
    const names = { actor: ann.user.displayName, space: 'Guide', page: { title: 'changes', path: 'changes' } }
    const about = { kind: 'comment', title: 'changes', excerpt: 'Why?', names }
    expect(await newest(bob)).toEqual({ ...about, app: `/app/s/${spaceId}/changes#${commentId}` })
    const reply = await done(content(bob).postReply({ spaceId, commentId }, 'So'))
    expect((await newest(ann)).app).toBe(`/app/s/${spaceId}/changes#${reply.id}`)
    await changeContent(t, bob, spaceId, [{ operation: 'update_page', page, title: 'New', slug: 'new' }])
    expect(await newest(bob)).toMatchObject({
      title: 'New',
      app: `/app/s/${spaceId}/new#${commentId}`,
      names: { page: { title: 'New', path: 'new' } },
    })
    await changeContent(t, bob, spaceId, [{ operation: 'delete_page', page }])
    expect(await newest(bob)).toMatchObject({ title: 'Guide', app: `/app/s/${spaceId}/#${commentId}` })
    expect((await newest(bob)).names).not.toHaveProperty('page')
  })

  it('leads to what happened to a change request', async () => {
    const { spaceId, ann, bob, page } = await found()
    const { id, number } = await done(content(ann).createChangeRequest(spaceId, 'Words'))
    const at = `/app/s/${spaceId}/changes/${number}`
    const place = { spaceId, changeRequestId: id }
    const reviews = (who: Person) => reviewsAt(name)(t, who)
    const line = (kind: string, app: string, rest: object = {}) => ({ kind, title: 'Words', app, ...rest })
    const names = { actor: bob.user.displayName, space: 'Guide', changeRequest: number }

    await done(reviews(ann).request(place, { users: [bob.user.id] }))
    expect(await newest(bob)).toMatchObject(line('review_requested', at))
    const posted = await done(
      content(bob).postComment({ spaceId, changeRequest: id }, { markdown: 'Ah', page }),
    )
    expect(await newest(ann)).toEqual(
      line('comment', `${at}?view=talk#${posted.id}`, {
        excerpt: 'Ah',
        names: { ...names, page: { title: 'changes', path: 'changes' } },
      }),
    )
    const mention = await done(
      content(bob).postComment({ spaceId, changeRequest: id }, { markdown: mentionOf(ann) }),
    )
    expect(await newest(ann)).toMatchObject(line('mention', `${at}?view=talk#${mention.id}`, { names }))
    const review = await done(reviews(bob).submit(place, { status: 'approved', comment: 'Good' }))
    expect(await newest(ann)).toEqual(
      line('reviewed', `${at}?view=talk#${review.id}`, { excerpt: 'Good', names }),
    )

    await changeContent(t, bob, spaceId, [
      { operation: 'update_page', page, document: { markdown: 'Two\n' } },
    ])
    const path = `/spaces/${spaceId}/change-requests/${id}`
    const changes = [{ operation: 'update_page', page, document: { markdown: 'Three\n' } }]
    await callRest(t, ann, 'POST', `${path}/content`, { body: { changes } })
    await callRest(t, bob, 'POST', `${path}/update`)
    expect(await newest(ann)).toEqual(line('conflict', `${at}?view=conflicts`, { names }))
    const conflicts = await callRest(t, bob, 'GET', `${path}/conflicts`)
    for (const { id: conflict } of (conflicts.body as { items: { id: string }[] }).items) {
      await callRest(t, bob, 'POST', `${path}/conflicts/${conflict}/resolve`, {
        body: { resolution: 'changed' },
      })
    }
    expect((await callRest(t, bob, 'POST', `${path}/merge`)).status).toBe(200)
    expect(await newest(ann)).toEqual(line('merged', at, { names }))
  })

  it('leads to what failed, and to the organization of an invite', async () => {
    const { organizationId, spaceId, ann, bob } = await found()
    const createdById = ann.user.id
    const [gitOperation, openAPISpec] = [newId('GitOperation'), newId('OpenAPISpec')]
    const repository = { direction: 'import', address: 'https://a.example/a.git', ref: 'main', options: {} }
    await prisma.gitOperation.create({
      data: { id: gitOperation, spaceId, ...repository, createdById, createdAt: t.clock.now() },
    })
    await prisma.openAPISpec.create({ data: { id: openAPISpec, organizationId, slug: 'api', createdById } })
    const happened = (event: Parameters<typeof appendEvents>[1][number]) =>
      t.db.database.transaction((tx) => appendEvents(tx, [event], null, t.clock.now()))
    await happened({ organizationId, spaceId, type: 'git.import_failed', subject: { gitOperation } })
    const failed = { kind: 'git_failed', title: 'Guide', app: `/app/s/${spaceId}/~git` }
    expect(await newest(ann)).toEqual({ ...failed, names: { space: 'Guide' } })
    await happened({ organizationId, type: 'openapi.failed', subject: { openAPISpec } })
    const app = `/app/o/${organizationId}/openapi/api`
    expect(await newest(ann)).toEqual({ kind: 'spec_failed', title: 'api', app, names: {} })
    const invited = await t.build.buildPerson()
    await ask(t, bob.token, {
      query: 'mutation ($input: InviteUsersInput!) { inviteUsers(input: $input) { __typename } }',
      variables: { input: { organizationId, emails: [{ email: invited.user.email }] } },
    })
    const { id: inviteId } = await prisma.invite.findFirstOrThrow({ where: { email: invited.user.email } })
    expect(await newest(invited)).toEqual({
      kind: 'invited',
      title: 'Acme',
      app: `/app/join/${organizationId}#${inviteId}`,
      names: { actor: bob.user.displayName },
    })
  })
})

it('an inbox of threads on many pages is read in at most four statements', async () => {
  const { spaceId, ann, bob, folder, page } = await found()
  const api = apiNamed('rest').enter(t, ann)
  const { id } = await done(apiNamed('rest').enter(t, bob).createChangeRequest(spaceId, 'Words'))
  for (const each of [folder, page]) {
    await done(api.postComment({ spaceId }, { markdown: 'Ah', page: each }))
    await done(api.postComment({ spaceId, changeRequest: id }, { markdown: 'Ah', page: each }))
  }
  await tellAll(t)
  const query = `{ viewer { inbox { unreadCount cursor } notifications(first: 20) { nodes {
    id kind status title excerpt createdAt threadId actor { displayName photoURL } space { title emoji }
    changeRequest { number status } changeRequestNumber page { title path } urls { app } } } } }`
  const read = () =>
    ask<{ viewer: { notifications: { nodes: object[] } } }>(t, bob.token, { query }).then(({ viewer }) =>
      expect(viewer.notifications.nodes).toHaveLength(4),
    )
  expect((await statementsOf(t, read)).length).toBeLessThanOrEqual(4)
})
