import { describe, expect, it } from 'vitest'
import { byDay } from '../../src/console/app/screens/inbox/by-day.ts'
import inboxScreenQuery from '../../src/generated/console/InboxScreenQuery.graphql.ts'
import { mentionOf, tellAll } from '../notifications/tell-all.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, space, call } = await buildHandbook(t)

const at = (id: unknown) => `/spaces/${space}/change-requests/${id}`
const { id: shorten } = await call(bo, 'POST', `/spaces/${space}/change-requests`, {
  subject: 'Shorten the guide',
})
const mention = (text: string) =>
  call(bo, 'POST', `${at(shorten)}/comments`, { body: { markdown: `${mentionOf(ann)} ${text}` } })
await mention('does this work?')
await call(bo, 'POST', `${at(shorten)}/requested-reviewers`, { users: [ann.user.id] })
await tellAll(t)

describe.skipIf(hasNoBrowser)(`the inbox${browserNote}`, () => {
  it('shows what arrives on another node, and is cleared with the keyboard', async () => {
    const person = await open(ann, 'inbox', other)
    const { tab } = person
    const row = (name: RegExp) => tab.getByRole('listitem').filter({ has: tab.getByRole('link', { name }) })
    const today = tab.getByRole('region', { name: 'today' })
    await today.getByRole('link', { name: 'Bo Chen asks you to review Shorten the guide' }).waitFor()
    await tab.getByRole('img', { name: '2 unread notifications' }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await mention('and this?')
    await row(/mentioned you/)
      .filter({ hasText: 'and this?' })
      .waitFor()
    await tab.getByRole('img', { name: '3 unread notifications' }).waitFor()

    await tab.keyboard.press('j')
    await tab.keyboard.press('e')
    await row(/mentioned you/)
      .filter({ hasText: 'and this?' })
      .waitFor({ state: 'detached' })
    await tab.getByRole('img', { name: '2 unread notifications' }).waitFor()
    await person.undo()
    await row(/mentioned you/)
      .filter({ hasText: 'and this?' })
      .waitFor()
    await tab.getByRole('img', { name: '3 unread notifications' }).waitFor()

    // The next row has the focus since the first one was done.
    await row(/asks you to review/)
      .getByRole('link')
      .focus()
    await tab.keyboard.press('u')
    await tab.getByRole('img', { name: '2 unread notifications' }).waitFor()
    await tab.keyboard.press('m')
    await tab.getByText('You get no more notifications of this thread.').first().waitFor()
    expect((await call(ann, 'GET', '/user/notification-mutes')).count).toBe(1)
    await person.undo()
    await tab.getByRole('button', { name: 'More actions' }).click()
    await tab.getByRole('menuitem', { name: 'Muted threads and spaces' }).click()
    await tab.getByRole('dialog').getByText('Nothing is muted.').waitFor()
    await tab.keyboard.press('Escape')

    await tab.getByRole('link', { name: 'Unread', exact: true }).click()
    await row(/asks you to review/).waitFor({ state: 'detached' })
    await row(/mentioned you/)
      .filter({ hasText: 'does this work?' })
      .getByRole('link')
      .press('Enter')
    await tab.waitForURL(/\/changes\/1.*cmt_|#cmt_/)
    await tab.getByRole('img', { name: '1 unread notification' }).waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('says so where nothing waits', async () => {
    const person = await open(bo, 'inbox?show=reviews')
    await person.tab.getByText('No reviews.').waitFor()
    await person.expectAccessible()
    expect(person.complaints).toEqual([])
  })

  it('marks all, but not what came meanwhile', async () => {
    const person = await open(ann, 'inbox')
    const { tab } = person
    await tab.getByRole('button', { name: 'Mark all as read' }).click()
    await tab.getByText('Everything is marked as read.').first().waitFor()
    await tab.getByRole('button', { name: 'More actions' }).click()
    await tab.getByRole('menuitem', { name: 'Mark all as done' }).click()
    await tab.getByText('Nothing waits for you.').waitFor()
    await tab.getByRole('link', { name: 'Done', exact: true }).click()
    await tab.getByRole('button', { name: 'Move to the inbox' }).first().click()
    await tab.getByRole('link', { name: 'All', exact: true }).click()
    await tab.getByRole('link', { name: /Shorten the guide$/ }).waitFor()
    expect(person.complaints).toEqual([])
  })
})

describe('the document of the inbox', () => {
  it('costs at most 4 statements', async () => {
    const variables = { status: ['UNREAD', 'READ', 'DONE'], kinds: null, count: 50 }
    const { statements } = await statementsOfDocument(t, ann, inboxScreenQuery, variables)
    expect(statements.length).toBeLessThanOrEqual(4)
  })
})

describe('notifications by day', () => {
  it('are grouped by the days of the person', () => {
    const now = new Date(2026, 10, 18, 9)
    const item = (...date: [number, number, number, number]) => ({
      createdAt: new Date(...date).toISOString(),
    })
    const days = byDay(
      [item(2026, 10, 18, 8), item(2026, 10, 18, 0), item(2026, 10, 17, 23), item(2025, 10, 17, 23)],
      now,
    )
    expect(days.map(({ label, items }) => [label, items.length])).toEqual([
      ['today', 2],
      ['yesterday', 1],
      ['Monday, November 17, 2025', 1],
    ])
  })
})
