import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../sessions/signing-in.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'
import { addAuthenticator, Person, signOut } from './person.ts'

// A server has to start with an empty data directory, and a browser.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describe.skipIf(hasNoBrowser).each([
  { host: '127.0.0.1', way: 'password' },
  { host: 'localhost', way: 'passkey' },
] as const)(`the first start, opened at $host${browserNote}`, ({ host, way }) => {
  const data = makeDataDir()
  let server: ServerProcess
  let browser: Browser
  let origin = ''
  let link = ''

  beforeAll(async () => {
    server = new ServerProcess({ DATA_DIR: data.path })
    const [, printed = ''] = await server.said(/^ {2}Set up {4}(http\S+)/m)
    link = printed.replace('127.0.0.1', host)
    ;({ origin } = new URL(link))
    browser = await launchBrowser(['localhost 127.0.0.1'])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end('SIGTERM')
    data.remove()
  })

  const newPerson = async () => Person.in(await browser.newContext(), origin)

  it(`leads from the printed link, with a ${way}, to a second person who joins in another browser`, async () => {
    const operator = await newPerson()
    if (way === 'passkey') await addAuthenticator(operator)
    await operator.tab.goto(link)
    await operator.heading('Set up your account')
    await operator.expectAccessible()
    await operator.fill({ 'Your name': 'Olga', 'E-mail address': 'olga@example.com' })
    if (way === 'password') {
      await operator.fill({ Password: 'too short' })
      await operator.press('Set up the account')
      await operator.tab.locator('.field-error:visible').waitFor()
      await operator.expectAccessible()
      await operator.fill({ Password: PASSWORD })
      await operator.press('Set up the account')
    } else {
      await operator.press('Use a passkey instead')
      await operator.fill({ 'Your name': 'Olga', 'E-mail address': 'olga@example.com' })
      await operator.press('Set up the account with a passkey')
    }
    await operator.heading('Your first site')
    await operator.expectAccessible()

    await operator.tab.goto(`${origin}/app/account`)
    await operator.tab.getByText('Invite a person').click()
    await operator.fill({ 'E-mail address of the person': 'ben@example.com' })
    await operator.press('Create an invitation')
    const invitation = await operator.tab.getByLabel('Link for ben@example.com').inputValue()
    expect(invitation).toMatch(new RegExp(`^${origin}/app/join/org_\\w+#`))
    await operator.expectAccessible()

    const ben = await newPerson()
    await ben.tab.goto(invitation)
    await ben.heading('Join My organization')
    await ben.expectAccessible()
    await ben.fill({ 'Your name': 'Ben', Password: PASSWORD })
    await ben.press('Join')
    await ben.heading('Home')
    await ben.tab.goto(`${origin}/app/account`)
    await ben.tab.getByText('Your role: Edit').waitFor()

    for (const { complaints, strangers } of [operator, ben]) {
      expect([complaints, strangers]).toEqual([[], []])
    }
    // The link works once.
    const late = await newPerson()
    await late.tab.goto(invitation)
    await late.tab.getByRole('alert').waitFor()
    await late.tab.goto(link)
    await late.heading('Set up your account')
    await late.fill({ 'Your name': 'Eve', 'E-mail address': 'eve@example.com', Password: PASSWORD })
    await late.press('Set up the account')
    await late.tab.getByText('was used already').waitFor()
  })

  it('lets the person sign out, sign in again, and see their sessions', async () => {
    const olga = await newPerson()
    await olga.tab.goto(`${origin}/app/account`)
    await olga.heading('Sign in')
    await olga.expectAccessible()
    if (way === 'passkey') return
    await olga.fill({ 'E-mail address': 'olga@example.com', Password: 'a wrong password' })
    await olga.press('Sign in')
    await olga.tab.getByText('The e-mail address or the password is wrong.').waitFor()
    await olga.fill({ Password: PASSWORD })
    // By the keyboard alone.
    await olga.tab.keyboard.press('Enter')
    await olga.heading('Account')
    await olga.tab.getByText('This browser').waitFor()
    await olga.expectAccessible()
    await olga.press('Sign out all others')
    await olga.tab.getByRole('status').getByText('All others were signed out.').waitFor()
    await signOut(olga)
    await olga.heading('Sign in')
    await olga.tab.goto(`${origin}/app/`)
    await olga.heading('Sign in')
  })
})
