import { beforeEach, expect, it } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { notificationsAt } from '../support/apis-notifications.ts'
import { appForFile, startApp, type TestApp } from '../support/app.ts'
import { changeContent, insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile({ environment: { RUN_JOBS: 'true' } })
const { prisma } = t.db.database
beforeEach(() => {
  t.clock.now = () => new Date()
})

const LINES = Array.from({ length: 12 }, (_, n) => `Line ${n + 1}`)
const text = (lines: Record<number, string>) => `${LINES.map((line, n) => lines[n + 1] ?? line).join('\n')}\n`
const edited = (page: string, lines: Record<number, string>) => ({
  operation: 'update_page',
  page,
  document: { markdown: text(lines) },
})

/** Until nothing is left to do, also of what waits for a while after a change. */
async function settle(...others: TestApp[]): Promise<void> {
  for (let round = 1; round <= 4; round++) {
    t.clock.now = () => new Date(Date.now() + round * 60_000)
    for (const { app } of [t, ...others]) {
      app.background.recheck()
      await app.background.idle()
    }
  }
  t.clock.now = () => new Date()
}

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const build = (role: 'admin' | 'edit' | 'comment' | 'read') => t.build.buildPerson({ organizationId, role })
  const [admin, author, reader] = [await build('admin'), await build('edit'), await build('comment')]
  const [page = '', other = ''] = await insertPages(t, admin, spaceId, [
    { title: 'One', markdown: text({}) },
    { title: 'Other', markdown: text({}) },
  ])
  const propose = async (who: Person, lines: Record<number, string>) => {
    const { id } = await done(apiNamed('rest').enter(t, who).createChangeRequest(spaceId, 'Words'))
    await change(who, id, lines)
    return id
  }
  const pathOf = (id: string) => `/spaces/${spaceId}/change-requests/${id}`
  const change = async (who: Person, id: string, lines: Record<number, string>) => {
    const body = { changes: [edited(page, lines)] }
    const answer = await callRest(t, who, 'POST', `${pathOf(id)}/content`, { body })
    expect(answer.status).toBe(200)
  }
  const move = (lines: Record<number, string>, target = page) =>
    changeContent(t, admin, spaceId, [edited(target, lines)])
  return { organizationId, spaceId, admin, author, reader, page, other, build, propose, change, move, pathOf }
}

const conflictsOf = async (who: Person) =>
  (await done(notificationsAt('rest')(t, who).list({ kinds: ['conflict'] }))).items
const eventsOf = (changeRequestId: string) =>
  prisma.event.count({ where: { changeRequestId, type: 'change_request.conflicted' } })

it('tells everyone who takes part once when main content is changed so that it conflicts', async () => {
  const { spaceId, admin, author, reader, other, build, propose, move } = await found()
  const uninvolved = await build('edit')
  const changeRequestId = await propose(author, { 5: 'Mine' })
  await done(
    apiNamed('rest')
      .enter(t, reader)
      .postComment({ spaceId, changeRequest: changeRequestId }, { markdown: 'A' }),
  )
  await move({ 11: 'Elsewhere' })
  await move({ 5: 'Theirs' }, other)
  await settle()
  expect(await conflictsOf(author)).toEqual([])
  await move({ 5: 'Theirs' })
  await settle()
  expect(await conflictsOf(author)).toMatchObject([{ title: 'Words', changeRequest: changeRequestId }])
  // Nobody did it to the change request: who changed main content is told as well, if they take part.
  expect((await conflictsOf(author))[0]).not.toHaveProperty('actor')
  expect(await conflictsOf(reader)).toHaveLength(1)
  expect([await conflictsOf(admin), await conflictsOf(uninvolved)]).toEqual([[], []])
  for (const line of ['Again', 'And again']) {
    await move({ 5: line })
    await settle()
  }
  expect(await conflictsOf(author)).toHaveLength(1)
  expect(await eventsOf(changeRequestId)).toBe(1)
})

it('tells again when it had no conflicts in between', async () => {
  const { author, propose, change, move, pathOf } = await found()
  const id = await propose(author, { 5: 'Mine' })
  await move({ 5: 'Theirs' })
  await settle()
  expect(await eventsOf(id)).toBe(1)
  // Main content returns to what it was.
  await move({})
  await settle()
  await move({ 5: 'Theirs' })
  await settle()
  expect(await eventsOf(id)).toBe(2)
  // The author writes what main content has.
  await change(author, id, { 5: 'Theirs' })
  await move({ 5: 'Third' })
  await settle()
  expect(await eventsOf(id)).toBe(3)
  // The author continues to edit, and it still conflicts.
  await change(author, id, { 5: 'Fourth' })
  await move({ 5: 'Fifth' })
  await settle()
  expect(await eventsOf(id)).toBe(3)
  // An update says so itself, and what it leaves is known.
  await callRest(t, author, 'POST', `${pathOf(id)}/update`)
  expect(await eventsOf(id)).toBe(4)
  await move({ 5: 'Sixth' })
  await settle()
  expect(await eventsOf(id)).toBe(4)
})

it('tells those of a change request when another one is merged', async () => {
  const { admin, author, build, propose, pathOf } = await found()
  const second = await build('edit')
  const [one, two] = [await propose(author, { 5: 'Mine' }), await propose(second, { 5: 'Yours' })]
  expect((await callRest(t, admin, 'POST', `${pathOf(one)}/merge`)).status).toBe(200)
  await settle()
  expect(await conflictsOf(author)).toEqual([])
  expect(await conflictsOf(second)).toMatchObject([{ changeRequest: two }])
})

it('says nothing of change requests that are archived, and nothing to those who lost access', async () => {
  const { organizationId, author, build, propose, move, pathOf } = await found()
  const gone = await build('edit')
  const [archived, open] = [await propose(author, { 5: 'Mine' }), await propose(gone, { 5: 'Yours' })]
  await callRest(t, author, 'PATCH', pathOf(archived), { body: { status: 'archived' } })
  const where = { organizationId_userId: { organizationId, userId: gone.user.id } }
  await prisma.member.update({ where, data: { disabled: true } })
  await move({ 5: 'Theirs' })
  await settle()
  expect([await eventsOf(archived), await eventsOf(open)]).toEqual([0, 1])
  expect(await prisma.notification.count({ where: { userId: gone.user.id } })).toBe(0)
})

it('adds no statement to the write, and takes as many for 15 change requests as for one', async () => {
  const { author, propose, move } = await found()
  const counts: number[] = []
  const conflicting: string[] = []
  for (const [round, count] of [1, 14].entries()) {
    for (let at = 0; at < count; at++) conflicting.push(await propose(author, { 5: `Mine ${round} ${at}` }))
    await settle()
    const written = await statementsOf(t, () => move({ 5: `Theirs ${round}` }))
    // Jobs begin as soon as it is committed, of which they may hear before the writer does.
    const begun = written.indexOf('BEGIN')
    const end = written.findIndex((sql, at) => at > begun && (sql === 'COMMIT' || sql === 'BEGIN'))
    const transaction = written.slice(0, end)
    expect(transaction.length).toBeGreaterThan(5)
    expect(transaction.join('\n')).not.toMatch(/MergeCheck|INSERT INTO "QueuedJob"/)
    const checked = await statementsOf(t, () => settle())
    counts.push(
      checked.filter((sql) => /"MergeCheck"|"hasDescription"|appendEvents|INSERT INTO "Event"/.test(sql))
        .length,
    )
  }
  expect(counts[1]).toBe(counts[0])
  expect(await Promise.all(conflicting.map(eventsOf))).toEqual(conflicting.map(() => 1))
})

it('appends one event when two nodes compare at the same time', async () => {
  const second = await startApp({ sharing: t, apart: true, environment: { RUN_JOBS: 'true' } })
  const { author, propose, move } = await found()
  const id = await propose(author, { 5: 'Mine' })
  for (let round = 0; round < 3; round++) {
    await move({ 5: `Theirs ${round}` })
    await Promise.all([settle(second), settle(second)])
  }
  expect(await eventsOf(id)).toBe(1)
  await second.close()
})
