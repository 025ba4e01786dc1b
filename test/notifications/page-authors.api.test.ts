import { describe, expect, it } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { notificationApis } from '../support/apis-notifications.ts'
import { appForFile } from '../support/app.ts'
import { changeContent, insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'
import { tellAll } from './tell-all.ts'

const t = await appForFile()

async function found(editors: number) {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const build = (role: 'admin' | 'edit' | 'comment') => t.build.buildPerson({ organizationId, role })
  const [first, reader] = [await build('admin'), await build('comment')]
  const others: Person[] = []
  for (let count = 0; count < editors; count++) others.push(await build('admin'))
  const [page = '', elsewhere = ''] = await insertPages(t, first, spaceId, [
    { title: 'Page', markdown: 'One\n' },
    { title: 'Elsewhere', markdown: 'One\n' },
  ])
  return { organizationId, spaceId, first, reader, others, page, elsewhere, build }
}

const edited = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

describe.each(notificationApis)('a comment on a page of main content, at $name', ({ name, enter }) => {
  const content = (who: Person) => apiNamed(name).enter(t, who)
  const kindsOf = async (who: Person) => (await done(enter(t, who).list())).items.map(({ kind }) => kind)

  it('tells those who wrote the page last, and of its replies, but not the author of the comment', async () => {
    const { spaceId, first, reader, others, page, elsewhere } = await found(6)
    const [away, ...rest] = others as [Person, ...Person[]]
    await changeContent(t, away, spaceId, [edited(elsewhere, 'Two\n')])
    for (const [index, who] of rest.entries()) {
      await changeContent(t, who, spaceId, [edited(page, `Version ${index}\n`)])
    }
    const { id: commentId } = await done(content(reader).postComment({ spaceId }, { markdown: 'Ah', page }))
    await tellAll(t)
    for (const who of rest) expect(await kindsOf(who)).toEqual(['comment'])
    // Who wrote another page, and who wrote it before the last five.
    expect([await kindsOf(away), await kindsOf(first), await kindsOf(reader)]).toEqual([[], [], []])
    const [last] = rest.slice(-1) as [Person]
    await done(content(last).postReply({ spaceId, commentId }, 'Oh'))
    await tellAll(t)
    expect(await kindsOf(last)).toEqual(['comment'])
    expect(await kindsOf(reader)).toEqual(['reply'])
    expect(await kindsOf(rest[0] as Person)).toEqual(['comment', 'comment'])
  })

  it('tells those who edited it in a merged change request, and not who merged or updated it', async () => {
    const { spaceId, first, reader, others, page, elsewhere, build } = await found(2)
    const [merger, mover] = others as [Person, Person]
    const [writer, bystander, updater] = [await build('edit'), await build('edit'), await build('edit')]
    const at = `/spaces/${spaceId}/change-requests`
    const made = await callRest(t, bystander, 'POST', at, { body: {} })
    const proposal = `${at}/${(made.body as { id: string }).id}`
    const changes = (who: Person, ...list: object[]) =>
      callRest(t, who, 'POST', `${proposal}/content`, { body: { changes: list } })
    await changes(bystander, edited(elsewhere, 'Two\n'))
    await changes(writer, edited(page, 'Two\n'))
    await changeContent(t, mover, spaceId, [{ operation: 'insert_page', title: 'Third' }])
    await callRest(t, updater, 'POST', `${proposal}/update`)
    expect((await callRest(t, merger, 'POST', `${proposal}/merge`)).status).toBe(200)
    await done(content(reader).postComment({ spaceId }, { markdown: 'Ah', page }))
    await tellAll(t)
    const kinds = await Promise.all([writer, first, merger, updater, mover].map(kindsOf))
    expect(kinds.map((each) => each.filter((kind) => kind === 'comment'))).toEqual([
      ['comment'],
      ['comment'],
      [],
      [],
      [],
    ])
    expect((await kindsOf(bystander)).includes('comment')).toBe(false)
  })

  it('tells nobody who has lost access, and nobody if it is on the space', async () => {
    const { organizationId, spaceId, first, reader, page } = await found(0)
    const where = { organizationId_userId: { organizationId, userId: first.user.id } }
    await done(content(reader).postComment({ spaceId }, { markdown: 'On the space' }))
    await tellAll(t)
    expect(await kindsOf(first)).toEqual([])
    await t.db.database.prisma.member.update({ where, data: { disabled: true } })
    await done(content(reader).postComment({ spaceId }, { markdown: 'On the page', page }))
    await tellAll(t)
    expect(await t.db.database.prisma.notification.count({ where: { userId: first.user.id } })).toBe(0)
  })
})

it('finds the authors of any number of pages in one statement', async () => {
  const { spaceId, first, reader } = await found(0)
  const pages = await insertPages(
    t,
    first,
    spaceId,
    Array.from({ length: 8 }, (_, index) => ({ title: `Page ${index}`, markdown: 'One\n' })),
  )
  await tellAll(t)
  const counts: number[] = []
  for (const some of [pages.slice(0, 1), pages]) {
    for (const page of some) {
      await done(apiNamed('rest').enter(t, reader).postComment({ spaceId }, { markdown: 'Ah', page }))
    }
    counts.push((await statementsOf(t, () => tellAll(t))).length)
  }
  expect(counts[1]).toBe(counts[0])
  expect(await t.db.database.prisma.notification.count({ where: { userId: first.user.id } })).toBe(9)
})
