import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type IdentityProvider, providersForFile } from '../sessions/identity-provider.ts'
import { mailingAppForFile } from '../sessions/mailing.ts'
import { PASSWORD, signedIn } from '../sessions/signing-in.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { callRest } from '../support/rest-api.ts'
import { addAuthenticator, Person, signOut } from './person.ts'

// A browser has to start, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { providers, environment } = await providersForFile(['company'], {
  OIDC_COMPANY_TITLE: 'Company',
  OIDC_COMPANY_CREATES: 'everyone',
})
const { t, linkFor } = await mailingAppForFile(environment)
const [company] = providers as [IdentityProvider]
// Where passkeys can be used.
const origin = t.origin.replace('127.0.0.1', 'localhost')
company.register(origin)
const organization = await t.build.buildOrganization({ title: 'Acme' })
const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })

let browser: Browser
beforeAll(async () => {
  if (!hasNoBrowser) browser = await launchBrowser(['localhost 127.0.0.1'])
})
afterAll(() => browser?.close())
afterEach(() => {
  t.clock.now = () => new Date()
})

/** Later than the 15 minutes within which a person proves once who they are. */
const waitTooLong = () => {
  t.clock.now = () => new Date(Date.now() + 16 * 60_000)
}

/** Somebody with a password who has signed in, at a page. */
async function signIn(path = '/app/account') {
  const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
  const { email } = await signedIn(t, user.id)
  const person = await newPerson()
  await person.tab.goto(origin + path)
  await withPassword(person, email)
  return { person, email, user }
}

async function withPassword(person: Person, email: string, password = PASSWORD): Promise<void> {
  await person.heading('Sign in')
  await person.fill({ 'E-mail address': email, Password: password })
  await person.press('Sign in')
}

const newPerson = async () => Person.in(await browser.newContext(), origin)
const said = ({ tab }: Person, text: string) => tab.getByRole('status').getByText(text).waitFor()
const partOf = ({ tab }: Person, name: string) => tab.getByRole('region', { name })
const dialogOf = ({ tab }: Person) => tab.getByRole('dialog', { name: 'Confirm that it is you' })
/** Types the name of what is ended, and ends it. */
async function confirmTyped({ tab }: Person, typed: string, action: string): Promise<void> {
  const dialog = tab.getByRole('dialog', { name: typed })
  await dialog.getByLabel(`Type “${typed}” to confirm`).fill(typed)
  await dialog.getByRole('button', { name: action }).click()
}
const expectQuiet = ({ complaints }: Person) => expect(complaints).toEqual([])

describe.skipIf(hasNoBrowser)(`the account of a person${browserNote}`, () => {
  it('gets another password, after the person has confirmed who they are', async () => {
    const { person, email } = await signIn()
    await person.heading('Account')
    await person.expectAccessible()
    const part = partOf(person, 'Password')
    await part.locator('summary').click()
    const next = 'another few unusual words'
    await person.fill({ 'Current password': PASSWORD, 'New password': next })
    await person.expectAccessible()
    waitTooLong()
    const change = () => part.locator('button[type=submit]').click()
    await change()
    const dialog = dialogOf(person)
    await dialog.waitFor()
    await person.expectAccessible()
    // The person has no passkey, and no account at the provider.
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Confirm', 'Cancel'])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await said(person, 'Nothing was changed, because you did not confirm that it is you.')
    await change()
    await dialog.getByLabel('Your password').fill('a wrong password')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('is not your password').waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await said(person, 'The password was set. Your other browsers were signed out.')
    await signOut(person)
    await withPassword(person, email, next)
    await person.heading('Home')
    expectQuiet(person)
  })

  it('gets a passkey, which is renamed, signs the person in, and is deleted', async () => {
    const { person } = await signIn()
    await addAuthenticator(person)
    await person.heading('Account')
    await person.press('Add a passkey')
    await said(person, 'The passkey was added.')
    const part = partOf(person, 'Passkeys')
    await part.locator('summary').click()
    await part.getByLabel('Name', { exact: true }).fill('My laptop')
    await part.getByRole('button', { name: 'Rename', exact: true }).click()
    await said(person, 'Renamed.')
    await part.getByText('My laptop').waitFor()
    await person.expectAccessible()

    await signOut(person)
    await person.heading('Sign in')
    await person.press('Sign in with a passkey')
    await person.heading('Home')
    await person.tab.goto(`${origin}/app/account`)
    await partOf(person, 'Sessions').getByText('with a passkey').waitFor()

    waitTooLong()
    await partOf(person, 'Passkeys').getByRole('button', { name: 'Delete the passkey My laptop' }).click()
    await confirmTyped(person, 'My laptop', 'Delete')
    await dialogOf(person).getByRole('button', { name: 'Confirm with a passkey' }).click()
    await said(person, 'The passkey “My laptop” was deleted.')
    await partOf(person, 'Passkeys').getByText('You have no passkey.').waitFor()
    expectQuiet(person)
  })

  it('gets another e-mail address once the link in the mail is opened', async () => {
    const { person, email } = await signIn()
    await person.heading('Account')
    const part = partOf(person, 'Profile')
    await part.getByText(`Your e-mail address is ${email}.`).waitFor()
    await part.locator('summary').click()
    await person.fill({ 'New e-mail address': 'nobody' })
    await part.getByRole('button', { name: 'Send the link' }).click()
    await part.getByText('Enter an e-mail address, such as').waitFor()
    const next = `new-${email}`
    await person.fill({ 'New e-mail address': next })
    await part.getByRole('button', { name: 'Send the link' }).click()
    await said(person, 'A mail with a link is on its way to the new address.')
    await person.tab.goto(origin + (await linkFor(next)))
    await person.heading('Confirm your e-mail address')
    await person.expectAccessible()
    await person.press('Confirm the address')
    await person.heading('Your e-mail address is confirmed')
    await person.tab.getByRole('link', { name: 'Account' }).last().click()
    await partOf(person, 'Profile').getByText(`Your e-mail address is ${next}.`).waitFor()
    await partOf(person, 'Profile').getByLabel('Name', { exact: true }).fill('Ann Smith')
    await person.press('Save the profile')
    await said(person, 'Saved.')
    expectQuiet(person)
  })

  it('keeps preferences, which another browser follows', async () => {
    const { person, email } = await signIn()
    await person.heading('Account')
    const choose = (label: string, value: string) => person.tab.getByLabel(label).selectOption(value)
    await choose('Language', 'de')
    await choose('Colours', 'DARK')
    await person.tab.getByLabel('Single keys as shortcuts').uncheck()
    await person.tab.getByLabel('Inbox: failures').uncheck()
    await choose('Mails about comments', 'NEVER')
    await person.press('Save')
    await said(person, 'Saved. The language changes when you reload the page.')
    await person.press('Reload')
    await person.heading('Konto')
    const other = await newPerson()
    await other.tab.goto(`${origin}/app/account`)
    await withPassword(other, email)
    await other.heading('Account')
    const chosen = (label: string) => other.tab.getByLabel(label).inputValue()
    const isOn = (label: string) => other.tab.getByLabel(label).isChecked()
    expect(await other.tab.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect([await chosen('Language'), await chosen('Mails about comments')]).toEqual(['de', 'NEVER'])
    expect([await isOn('Single keys as shortcuts'), await isOn('Inbox: failures')]).toEqual([false, false])
    for (const each of [person, other]) expectQuiet(each)
  })

  it('creates a token with scopes, which is shown once and works until it is revoked', async () => {
    const { person } = await signIn()
    await person.heading('Account')
    const part = partOf(person, 'API tokens')
    waitTooLong()
    await person.press('New token')
    const dialog = person.tab.getByRole('dialog', { name: 'New token' })
    await dialog.getByLabel('Label').fill('Deploys')
    await dialog.getByLabel('Expires').selectOption('30')
    await dialog.getByLabel('Only what you choose').first().check()
    await dialog.getByRole('button', { name: 'Create the token' }).click()
    await dialog.getByText('Choose at least one scope.').waitFor()
    await dialog.getByLabel('Read your account and tokens').check()
    await person.expectAccessible()
    await dialog.getByRole('button', { name: 'Create the token' }).click()
    await dialogOf(person).getByLabel('Your password').fill(PASSWORD)
    await dialogOf(person).getByRole('button', { name: 'Confirm' }).click()
    const secret = person.tab.getByRole('textbox', { name: 'Your new token' })
    const token = await secret.inputValue()
    await person.tab.keyboard.press('Escape')
    await person.tab.getByText('Store the token first.').waitFor()
    await person.expectAccessible()
    const read = (path: string) =>
      fetch(`${t.origin}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect([(await read('/user')).status, (await read('/orgs')).status]).toEqual([200, 403])
    await person.press('I stored it')
    await part.getByText('1 scope').waitFor()
    await part.getByRole('button', { name: 'Revoke the token Deploys' }).click()
    await person.tab.getByLabel('Type “Deploys” to confirm').fill('Deploys')
    await person.tab.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await said(person, 'The token “Deploys” was revoked.')
    await part.getByText('Deploys').waitFor({ state: 'detached' })
    expect((await read('/user')).status).toBe(401)
    expectQuiet(person)
  })

  it('signs out everywhere', async () => {
    const { person, email } = await signIn()
    const other = await newPerson()
    await other.tab.goto(`${origin}/app/account`)
    await withPassword(other, email)
    await other.heading('Account')
    await other.press('Sign out everywhere')
    await other.heading('Sign in')
    await person.tab.reload()
    await person.heading('Sign in')
  })
})

describe.skipIf(hasNoBrowser)(`a provider${browserNote}`, () => {
  it('signs a person in, and out again', async () => {
    company.newAccount()
    const person = await newPerson()
    await person.tab.goto(`${origin}/app/account`)
    await person.heading('Sign in')
    await person.expectAccessible()
    await person.press('Sign in with Company')
    await person.heading('Account')
    const part = partOf(person, 'Providers')
    await part.getByRole('button', { name: 'Remove Company' }).click()
    await confirmTyped(person, 'Company', 'Remove')
    await said(person, 'This is the only way in which you can sign in.')
    await person.expectAccessible()
    await person.press('Cancel')
    await signOut(person)
    await person.heading('You are signed out')
    await person.expectAccessible()
    await person.tab.getByRole('link', { name: 'Sign out at your provider as well' }).click()
    // Its page has a form without a button: `logoutSource` of the provider in tests.
    await person.tab.locator('form').evaluate((form) => {
      const confirmed = Object.assign(document.createElement('input'), { name: 'logout', value: 'yes' })
      form.append(confirmed)
      ;(form as HTMLFormElement).submit()
    })
    await person.heading('Sign in')
    await person.tab.goto(`${origin}/app/`)
    await person.heading('Sign in')
    expectQuiet(person)
  })

  it('that did not sign the person in leads back to the page, which says why', async () => {
    company.loginAs = null
    const person = await newPerson()
    await person.tab.goto(`${origin}/app/sign-in`)
    await person.press('Sign in with Company')
    await said(person, 'The sign-in was cancelled at the provider.')
    company.newAccount({ verified: false })
    await person.press('Sign in with Company')
    await said(person, 'The provider does not confirm your e-mail address.')
    await person.expectAccessible()
    expectQuiet(person)
  })

  it('is added to an account, and signs the person in from then on', async () => {
    const { person, email } = await signIn()
    company.newAccount()
    await person.heading('Account')
    await person.press('Add Company')
    await partOf(person, 'Providers')
      .getByRole('button', { name: /^Remove Company/ })
      .waitFor()
    await person.expectAccessible()
    const other = await newPerson()
    await other.tab.goto(`${origin}/app/account`)
    await other.press('Sign in with Company')
    await partOf(other, 'Profile').getByText(`Your e-mail address is ${email}.`).waitFor()
    for (const each of [person, other]) expectQuiet(each)
  })
})

describe.skipIf(hasNoBrowser)(`a person who was invited${browserNote}`, () => {
  let guests = 0

  async function invited(email = `guest-${++guests}@example.com`): Promise<{ email: string; link: string }> {
    const body = { emails: [email], role: 'read' }
    const { status, trace } = await callRest(t, admin, 'POST', `/orgs/${organization.id}/invites`, { body })
    expect(status, trace).toBeLessThan(300)
    return { email, link: await linkFor(email) }
  }
  const roleOf = async (email: string) =>
    (await t.db.database.prisma.member.findFirst({ where: { user: { email } } }))?.role

  it('joins with a passkey', async () => {
    const { email, link } = await invited()
    const person = await newPerson()
    await addAuthenticator(person)
    await person.tab.goto(origin + link)
    await person.heading('Join Acme')
    await person.expectAccessible()
    await person.press('Use a passkey instead')
    await person.fill({ 'Your name': 'Gus' })
    await person.press('Join with a passkey')
    await person.heading('Home')
    expect(await roleOf(email)).toBe('read')
    await signOut(person)
    await person.press('Sign in with a passkey')
    await person.heading('Home')
    expectQuiet(person)
  })

  it('joins with a provider', async () => {
    const { email, link } = await invited()
    company.newAccount({ email })
    const person = await newPerson()
    await person.tab.goto(origin + link)
    await person.press('Join with Company')
    await person.heading('Home')
    expect(await roleOf(email)).toBe('read')
    expectQuiet(person)
  })

  it('joins with the account in which they are signed in, and the link works once', async () => {
    const { id: elsewhere } = await t.build.buildOrganization({ title: 'Elsewhere' })
    const { user } = await t.build.buildPerson({ organizationId: elsewhere, role: 'edit' })
    const { email } = await signedIn(t, user.id)
    const { link } = await invited(email)
    const person = await newPerson()
    await person.tab.goto(origin + link)
    await person.heading('Join Acme')
    await person.expectAccessible()
    await person.tab.getByRole('link', { name: `Sign in as ${email} to join` }).click()
    await withPassword(person, email)
    await person.tab.getByText('You join as Ann').waitFor()
    await person.expectAccessible()
    await person.press('Join')
    await person.heading('Home')
    await person.tab.goto(`${origin}/app/account`)
    const row = partOf(person, 'Organizations').getByRole('listitem').filter({ hasText: 'Acme' })
    await row.getByText('Your role: Read').waitFor()
    await person.tab.goto(origin + link)
    await person.heading('This invitation does not work')
    await person.tab.getByRole('alert').getByText('was used already').waitFor()
    expectQuiet(person)
  })

  it('is told that the organization was deleted meanwhile', async () => {
    const { id: organizationId } = await t.build.buildOrganization({ title: 'Short-lived' })
    const founder = await t.build.buildPerson({ organizationId, role: 'admin' })
    const email = `guest-${++guests}@example.com`
    const body = { emails: [email], role: 'read' }
    await callRest(t, founder, 'POST', `/orgs/${organizationId}/invites`, { body })
    const link = await linkFor(email)
    const [api] = accountApis
    expect((await api?.enter(t, founder).deleteOrganization(organizationId))?.ok).toBe(true)
    const person = await newPerson()
    await person.tab.goto(origin + link)
    await person.heading('This invitation does not work')
    expectQuiet(person)
  })
})
