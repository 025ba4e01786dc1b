import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, organization, space, call } = await buildHandbook(t)

const navigation = (tab: Page) => tab.getByRole('navigation', { name: 'Main' })
const focused = (tab: Page) => tab.evaluate(() => document.activeElement?.tagName)

describe.skipIf(hasNoBrowser)(`the frame of the console${browserNote}`, () => {
  it('shows the organization, its spaces, and that it is live', async () => {
    const person = await open(ann, '')
    const { tab } = person
    await navigation(tab).getByRole('link', { name: 'Handbook' }).waitFor()
    await tab.getByRole('status').getByText('Live').first().waitFor()
    await person.expectAccessible()
    await navigation(tab).getByRole('button', { name: 'Acme' }).press('ArrowDown')
    await tab.getByRole('menuitem', { name: 'Acme' }).and(tab.locator(':focus')).waitFor()
    await tab.keyboard.press('ArrowUp')
    await tab.keyboard.press('a')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/app/o/${organization}`)
    // Screen readers say where the person is.
    await tab.waitForFunction(() => document.activeElement?.tagName === 'H1')
    expect(await tab.title()).toMatch(/ \| Quire$/)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('says so where there is nothing, and recovers at another address', async () => {
    const person = await open(ann, 's/nothing')
    await person.heading('Nothing here')
    await person.expectAccessible()
    await person.tab.getByRole('link', { name: 'Go to the home page' }).click()
    await person.heading('Home')
    expect(person.complaints).toEqual([])
  })

  it('counts unread notifications as they arrive at another node', async () => {
    const { tab } = await open(ann, '', other)
    await navigation(tab).getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await tab.getByRole('status').getByText('Live').first().waitFor()
    const changes = `/spaces/${space}/change-requests`
    const { id } = await call(bo, 'POST', changes, { subject: 'Shorten' })
    await call(bo, 'POST', `${changes}/${id}/requested-reviewers`, { users: [ann.user.id] })
    await navigation(tab).getByRole('link', { name: 'Inbox 1 unread notification' }).waitFor()
  })

  it('has columns that keys hide, a drawer in narrow windows, and no way into what is closed', async () => {
    const person = await open(ann, '')
    const { tab } = person
    await navigation(tab).waitFor()
    await tab.keyboard.press('[')
    await navigation(tab).waitFor({ state: 'hidden' })
    await tab.getByRole('button', { name: 'Show or hide the left column' }).click()
    await navigation(tab).waitFor()
    await tab.setViewportSize({ width: 800, height: 700 })
    await navigation(tab).waitFor({ state: 'hidden' })
    const opener = tab.getByRole('button', { name: 'Open the navigation' })
    await opener.click()
    await navigation(tab).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 800, height: 700 })
    await opener.click()
    // Nothing behind the drawer can be reached.
    expect(await tab.locator('main').getAttribute('inert')).not.toBeNull()
    await navigation(tab).locator(':focus').waitFor()
    await tab.keyboard.press('Escape')
    await navigation(tab).waitFor({ state: 'hidden' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await focused(tab)).toBe('BUTTON')
  })

  it('keeps the theme of the account', async () => {
    const { tab } = await open(bo, '')
    await navigation(tab).getByRole('button', { name: 'Bo Chen' }).click()
    await Promise.all([
      tab.waitForResponse(
        (response) => response.request().postData()?.includes('AccountMenuMutation') ?? false,
      ),
      tab.getByRole('menuitemradio', { name: 'Dark' }).click(),
    ])
    await tab.locator('html[data-theme=dark]').waitFor()
    const { theme } = await t.db.database.prisma.preferences.findUniqueOrThrow({
      where: { userId: bo.user.id },
    })
    expect(theme?.toLowerCase()).toBe('dark')
  })

  it('goes to other screens and lists all keys with single keys, which can be turned off', async () => {
    const person = await open(ann, 'inbox')
    const { tab } = person
    await navigation(tab).waitFor()
    await tab.keyboard.press('g')
    await tab.keyboard.press('h')
    await tab.waitForURL('**/app/')
    await tab.keyboard.press('?')
    const keys = tab.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Go to the home page').waitFor()
    await person.expectAccessible()
    // In a dialog the keys of the page do nothing.
    await tab.keyboard.press('/')
    await tab.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    expect(new URL(tab.url()).pathname).toBe('/app/')
    await tab.evaluate(() =>
      fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-quire-console': '1' },
        body: '{"query":"mutation { updatePreferences(input: { keyBindings: false }) { preferences { keyBindings } } }"}',
      }),
    )
    await tab.reload()
    await navigation(tab).waitFor()
    await tab.keyboard.press('?')
    await tab.keyboard.press('g')
    await tab.keyboard.press('h')
    expect(await keys.count()).toBe(0)
  })
})
