import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { basenameOf } from '../../src/core/slugs.ts'
import startScreenQuery from '../../src/generated/console/StartScreenQuery.graphql.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { Person } from '../browser/person.ts'
import { PASSWORD } from '../sessions/signing-in.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { statementsOfDocument } from './document-statements.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** As many clicks as a person who knows nothing needs for a published site at most. */
const MAX_CLICKS = 10
const MAX_STATEMENTS = 9

let t: TestApp
let browser: Browser
let code = ''
let token = ''

beforeAll(async () => {
  t = await startApp({ environment: { RUN_JOBS: 'true' } })
  // As the first start does: an organization, the guide, and a link that sets up the account of the operator.
  const first = await bootstrap(t.db.database, { token: undefined, now: new Date() })
  code = first.setupCode ?? ''
  token = first.token ?? ''
  if (!hasNoBrowser) browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await t?.close()
})

/** A person without a pointer, who counts what a click would do as well. */
class Typist {
  clicks = 0
  readonly tab: Page

  constructor(tab: Page) {
    this.tab = tab
  }

  /** Moves the focus to the control with this name, forwards or backwards. */
  async moveTo(name: RegExp | string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const control = this.tab.getByRole('main').or(this.tab.getByRole('dialog')).locator(':focus')
    const wanted = typeof name === 'string' ? new RegExp(`^${name}$`) : name
    for (let step = 0; step < 60; step++) {
      const text = (await control.count()) === 1 ? ((await control.textContent()) ?? '').trim() : ''
      const label = (await control.count()) === 1 ? await control.getAttribute('aria-label') : null
      if (wanted.test(label ?? text)) return
      await this.tab.keyboard.press(key)
    }
    throw new Error(`The keyboard does not reach ${String(name)}.`)
  }

  async click(): Promise<void> {
    this.clicks += 1
    await this.tab.keyboard.press('Enter')
  }
}

describe.skipIf(hasNoBrowser)(`a newcomer${browserNote}`, () => {
  it('has a published site after at most ten clicks, by keyboard alone, and goes on after reloads', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const person = await Person.in(context, t.origin)
    const { tab } = person
    const typist = new Typist(tab)
    await tab.goto(`${t.origin}/app/setup#${code}`)
    await person.heading('Set up your account')
    for (const [label, text] of [
      ['Your name', 'Olga'],
      ['E-mail address', 'olga@example.com'],
      ['Password', PASSWORD],
    ] as const) {
      await tab.getByLabel(label, { exact: true }).focus()
      await tab.keyboard.type(text)
    }
    await typist.click()

    await person.heading('Your first site')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByLabel('What is it called?').focus()
    await tab.keyboard.press('Control+a')
    await tab.keyboard.type('Field notes')
    await typist.moveTo(/^An empty page/)
    await typist.click()

    const editor = tab.getByRole('textbox', { name: /Welcome/ })
    await editor.and(tab.locator(':focus')).waitFor()
    expect(await editor.getAttribute('aria-placeholder')).toBe('Write, or type / to insert a block')
    await tab.keyboard.type('The first sentence of the notes.')
    await tab
      .getByText(/^Saved/)
      .first()
      .waitFor()
    expect(await editor.getAttribute('aria-placeholder')).toBeNull()
    await tab.reload()
    const steps = tab.getByRole('region', { name: 'Steps to your first site' })
    await steps.getByText('Write something, then publish it').waitFor()
    await editor.and(tab.locator(':focus')).waitFor()
    await typist.moveTo('Publish', 'Shift+Tab')
    await typist.click()

    const dialog = tab.getByRole('dialog', { name: 'Publish Field notes' })
    await dialog.getByLabel('Title of the site').and(tab.locator(':focus')).waitFor()
    expect(await dialog.getByLabel('Name in the address').inputValue()).toBe('field-notes')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Title of the site').focus()
    await typist.click()

    const open = tab.getByRole('dialog').getByRole('link', { name: 'Open the site' })
    await open.and(tab.locator(':focus')).waitFor()
    const [site] = await Promise.all([context.waitForEvent('page'), typist.click()])
    await site.getByText('The first sentence of the notes.').first().waitFor()
    expect(new URL(site.url()).pathname).toMatch(/\/field-notes\/$/)
    expect(typist.clicks).toBeLessThanOrEqual(MAX_CLICKS)

    await tab.keyboard.press('Escape')
    await steps.getByText('Your site is published.').waitFor()
    await tab.goto(`${t.origin}/app/`)
    await tab.getByText('You have begun your first site.').waitFor()
    await tab.getByRole('link', { name: 'Go on' }).click()
    await tab.getByText('You have begun with “Field notes”.').waitFor()
    await tab.getByRole('link', { name: 'Go on' }).click()
    await steps.getByRole('button', { name: 'Close these steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await tab.goto(`${t.origin}/app/`)
    await person.heading('Home')
    expect(await tab.getByText('You have begun your first site.').count()).toBe(0)
    expect([person.complaints, person.strangers]).toEqual([[], []])

    // The other two ways: a copy of the guide, and an import.
    await tab.goto(`${t.origin}/app/start`)
    await tab.getByRole('button', { name: /^The guide/ }).click()
    await tab.waitForURL(/\/app\/s\/spc_\w+\?edit/)
    await steps.getByRole('button', { name: 'Publish' }).waitFor()
    await tab.goto(`${t.origin}/app/start`)
    await tab.getByRole('button', { name: /^What you have/ }).click()
    await tab.getByRole('dialog', { name: 'Import' }).waitFor()
    await tab.keyboard.press('Escape')
    await steps.getByText('Choose what to import.').waitFor()
    await person.expectAccessible()

    // A name in the address that another site has: the site is not made twice.
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.goto(`${t.origin}/app/start`)
    await tab.getByLabel('What is it called?').fill('Field notes')
    await tab.getByRole('button', { name: /^An empty page/ }).click()
    await steps.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('Another site of the organization has this name').waitFor()
    await dialog.getByLabel('Name in the address').fill('field-notes-2')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await open.waitFor()
    expect(await t.db.database.prisma.site.count({ where: { title: 'Field notes' } })).toBe(2)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe('the way to a first site', () => {
  it('costs a bounded number of statements', async () => {
    const { statements } = await statementsOfDocument(t, { token }, startScreenQuery, {
      space: '',
      hasBegun: false,
    })
    expect(statements.length).toBeLessThanOrEqual(MAX_STATEMENTS)
  })

  it('suggests a readable name for the address', () => {
    expect(
      ['Field notes', 'Über uns & Ziele!', '製品 ガイド', '***', 'a'.repeat(200)].map(basenameOf),
    ).toEqual(['field-notes', 'uber-uns-ziele', '製品-ガイド', 'docs', 'a'.repeat(100)])
  })
})
