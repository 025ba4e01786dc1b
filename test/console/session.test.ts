import { describe, expect, it } from 'vitest'
import type { Person } from '../browser/person.ts'
import { PASSWORD } from '../sessions/signing-in.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, cy, di, organization, space, call } = await buildHandbook(t)

const emailOf = async ({ user }: typeof ann) =>
  (await t.db.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).email ?? ''

const endSession = ({ tab }: Person) =>
  tab.evaluate(() =>
    fetch('/app/~auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-quire-console': '1' },
      body: '{}',
    }).then(({ status }) => status),
  )

describe.skipIf(hasNoBrowser)(`a session that ends in the console${browserNote}`, () => {
  it('asks over the page to sign in again, loses nothing, and goes on', async () => {
    const person = await open(ann, 'search')
    const { tab } = person
    const field = tab.getByRole('searchbox')
    await field.waitFor()
    expect(await endSession(person)).toBe(200)
    await field.fill('archive')
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await person.expectAccessible()
    // Nothing waits in vain because somebody pressed Escape.
    await tab.keyboard.press('Escape')
    await tab.keyboard.press('Escape')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('archive')
    await tab.getByRole('region', { name: 'Matches in Handbook' }).waitFor()
    expect(person.strangers).toEqual([])
  })

  it('keeps a comment that is being written, and posts it afterwards', async () => {
    const eve = await t.build.buildPerson({ organizationId: organization, role: 'comment' })
    const { number, id } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, {
      subject: 'Shorten the guide',
    })) as { number: number; id: string }
    const person = await open(eve, `s/${space}/changes/${number}?view=talk`)
    const { tab } = person
    const field = tab.getByRole('textbox', { name: 'Write a comment' })
    await field.fill('Half of a thought')
    expect(await endSession(person)).toBe(200)
    // Nothing is sent: what follows the space notices it.
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Half of a thought')
    await field.press('Control+Enter')
    await tab.getByRole('article').getByText('Half of a thought', { exact: true }).waitFor()
    const listed = async () => {
      const { items } = (await call(bo, 'GET', `/spaces/${space}/change-requests/${id}/comments`)) as {
        items: { body: { markdown: string } }[]
      }
      return items.map(({ body }) => body.markdown)
    }
    await expect.poll(listed).toEqual(['Half of a thought'])
  })

  it('goes on once somebody has signed in in another tab', async () => {
    const person = await open(di, 'search')
    await person.tab.getByRole('searchbox').waitFor()
    await endSession(person)
    await person.tab.getByRole('searchbox').fill('archive')
    const dialog = person.tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    const opened = person.tab.waitForEvent('popup')
    await dialog.getByRole('link', { name: 'Sign in in another tab' }).click()
    const other = await opened
    await other.getByLabel('E-mail address').fill(await emailOf(di))
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.waitForURL(/\/app\/$/)
    await person.tab.bringToFront()
    await person.tab.evaluate(() => dispatchEvent(new Event('focus')))
    await dialog.waitFor({ state: 'detached' })
    await person.tab.getByRole('region', { name: 'Matches in Handbook' }).waitFor()
  })

  it('shows the page of another person who signs in', async () => {
    const person = await open(cy, '')
    await person.tab.getByRole('button', { name: 'Cy Miller' }).waitFor()
    await open(bo, '').then(({ tab }) => tab.close())
    await endSession(person)
    // What follows the notifications notices it, and asks before anything can be clicked.
    const dialog = person.tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('E-mail address').fill(await emailOf(bo))
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await person.tab.getByRole('button', { name: 'Bo Chen' }).waitFor()
  })

  it('leads to the page to sign in at, where nobody was signed in yet', async () => {
    const { tab } = await open(bo, '')
    await tab.goto('about:blank')
    await tab.context().clearCookies()
    // The page leads on before it has loaded.
    await tab.goto(`${t.origin}/app/s/${space}`, { waitUntil: 'commit' })
    await tab.waitForURL(`**/app/sign-in?returnTo=${encodeURIComponent(`/app/s/${space}`)}`)
  })
})

describe.skipIf(hasNoBrowser)(`access that an admin changes on another node${browserNote}`, () => {
  const member = () => t.build.buildPerson({ organizationId: organization, role: 'edit' })
  const LOST = 'You no longer have access'

  it('takes buttons from what is shown at once, and gives them back', async () => {
    const eve = await member()
    const { id, number } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, {
      subject: 'Who may edit',
    })) as { id: string; number: number }
    const person = await open(eve, `s/${space}/changes/${number}`, other)
    const { tab } = person
    const button = tab.getByRole('button', { name: 'Edit the subject' })
    await button.waitFor()
    await tab.getByRole('status').getByText('Live').first().waitFor()
    const setRole = (role: string) =>
      call(ann, 'PATCH', `/orgs/${organization}/members/${eve.user.id}`, { role })
    await setRole('read')
    await button.waitFor({ state: 'detached' })
    await person.heading(`#${number} Who may edit`)
    // With a team that has access of its own.
    const { id: team } = await call(ann, 'PUT', `/orgs/${organization}/teams`, { title: 'Writers' })
    await call(ann, 'POST', `/spaces/${space}/permissions`, { role: 'edit', teams: [team] })
    await call(ann, 'PUT', `/orgs/${organization}/teams/${team}/members`, { add: [eve.user.id] })
    await button.waitFor()
    await call(ann, 'DELETE', `/orgs/${organization}/teams/${team}`)
    await button.waitFor({ state: 'detached' })
    await call(ann, 'POST', `/spaces/${space}/permissions`, { role: 'edit', users: [eve.user.id] })
    await button.waitFor()
    expect(id).not.toBe('')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is followed where the level or the place of a collection above changes', async () => {
    const eve = await member()
    const { id: outer } = await t.build.buildCollection({ organizationId: organization })
    const { id: inner } = await t.build.buildCollection({ organizationId: organization, parentId: outer })
    const { id: hidden } = await t.build.buildCollection({
      organizationId: organization,
      defaultLevel: null,
    })
    const { id: inside } = await t.build.buildSpace({ organizationId: organization, parentId: inner })
    const { number } = await call(ann, 'POST', `/spaces/${inside}/change-requests`, { subject: 'Below' })
    const person = await open(eve, `s/${inside}/changes/${number}`, other)
    const button = person.tab.getByRole('button', { name: 'Edit the subject' })
    await button.waitFor()
    await person.tab.getByRole('status').getByText('Live').first().waitFor()
    await call(ann, 'PATCH', `/collections/${outer}`, { defaultLevel: 'read' })
    await button.waitFor({ state: 'detached' })
    await call(ann, 'PATCH', `/collections/${outer}`, { defaultLevel: 'edit' })
    await button.waitFor()
    await call(ann, 'POST', `/collections/${inner}/move`, { parent: hidden })
    await person.heading(LOST)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('says so in place of a space that the person can no longer see, and of an organization', async () => {
    const eve = await member()
    const hidden = await t.build.buildSpace({ organizationId: organization, defaultLevel: null })
    const { id: team } = await call(ann, 'PUT', `/orgs/${organization}/teams`, { title: 'Readers' })
    await call(ann, 'PUT', `/orgs/${organization}/teams/${team}/members`, { add: [eve.user.id] })
    await call(ann, 'POST', `/spaces/${hidden.id}/permissions`, { role: 'read', teams: [team] })
    const person = await open(eve, `s/${hidden.id}/~files`, other)
    await person.heading('Files')
    await person.tab.getByRole('status').getByText('Live').first().waitFor()
    await call(ann, 'PUT', `/orgs/${organization}/teams/${team}/members`, { remove: [eve.user.id] })
    await person.heading(LOST)
    await person.expectAccessible()
    await person.tab.setViewportSize({ width: 1280, height: 800 })
    await person.tab.goto(`${other.origin}/app/s/${space}/install`)
    await person.heading('Install')
    await person.tab.getByRole('status').getByText('Live').first().waitFor()
    await call(ann, 'DELETE', `/orgs/${organization}/members/${eve.user.id}`)
    await person.heading(LOST)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe.skipIf(hasNoBrowser)(`a server that the console cannot use${browserNote}`, () => {
  it('shows the age of what is shown while it is offline, and goes on afterwards', async () => {
    const { tab } = await open(bo, '')
    await tab.getByRole('link', { name: 'Handbook' }).first().waitFor()
    await tab.context().setOffline(true)
    await tab.getByText(/^You are offline\. Last update: /).waitFor()
    expect(await tab.getByRole('link', { name: 'Handbook' }).count()).toBeGreaterThan(0)
    await tab.context().setOffline(false)
    await tab.getByText(/^You are offline\./).waitFor({ state: 'detached' })
  })

  it('counts down where there were too many requests, and tries again by itself', async () => {
    const { tab } = await open(bo, '')
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    let refusals = 0
    await tab.route('**/graphql', async (route) => {
      const isSearch = route.request().postData()?.includes('SearchResultsQuery')
      if (!isSearch || refusals > 0) return route.continue()
      refusals++
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2', 'content-type': 'application/json' },
        body: '{"errors":[{"message":"Too many requests","extensions":{"code":"RATE_LIMITED"}}]}',
      })
    })
    await tab.goto(`${t.origin}/app/search?q=archive`)
    await tab.getByText(/This page tries again in [12] s\./).waitFor()
    await tab.getByRole('region', { name: 'Matches in Handbook' }).waitFor()
    expect(refusals).toBe(1)
  })

  it('names a request that failed, and says so where something is not allowed', async () => {
    const { tab } = await open(bo, '')
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    let code = 'INTERNAL'
    await tab.route('**/graphql', (route) =>
      route.request().postData()?.includes('SearchResultsQuery')
        ? route.fulfill({
            status: code === 'INTERNAL' ? 500 : 403,
            headers: { 'x-request-id': 'req_to_copy', 'content-type': 'application/json' },
            body: JSON.stringify({ errors: [{ message: 'No', extensions: { code } }] }),
          })
        : route.continue(),
    )
    await tab.goto(`${t.origin}/app/search?q=archive`)
    await tab.getByText('req_to_copy').waitFor()
    await tab.getByRole('button', { name: 'Copy', exact: true }).click()
    await tab.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe('req_to_copy')
    code = 'FORBIDDEN'
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.getByRole('alert').getByText('You cannot see this').waitFor()
    expect(await tab.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('offers to reload where the server has a newer version, and never reloads by itself', async () => {
    const { tab } = await open(bo, '')
    await tab.getByRole('heading', { level: 1 }).waitFor()
    let loads = 0
    tab.on('load', () => loads++)
    const newer = async (route: import('playwright-core').Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-quire-build': 'newer' } })
    }
    // The files of the page are gone from the server.
    await tab.route('**/app/~assets/SearchScreen-*', (route) => route.fulfill({ status: 404 }))
    await tab.route('**/app/', newer)
    await tab.keyboard.press('/')
    await tab.getByRole('heading', { name: 'This page is from an older version' }).waitFor()
    await tab.getByText('This server has a newer version of the console.').waitFor()
    expect(loads).toBe(0)
    await tab.unrouteAll()
    await tab.getByRole('button', { name: 'Reload to update' }).first().click()
    await tab.getByRole('searchbox').waitFor()
    expect(loads).toBe(1)
  })

  it('says so where it is not available, at the start and on the way, and goes on by itself', async () => {
    const [starting, looking] = await Promise.all([open(bo, ''), open(bo, '')])
    await looking.tab.getByRole('link', { name: 'Handbook' }).first().waitFor()
    let isAvailable = false
    const refuse = (route: import('playwright-core').Route) =>
      isAvailable ? route.continue() : route.fulfill({ status: 503, body: 'Service Unavailable' })
    for (const { tab } of [starting, looking]) await tab.route('**/graphql', refuse)
    await starting.tab.reload()
    // What is not known yet cannot be shown; what is around it stays.
    await looking.tab.getByRole('link', { name: 'Handbook' }).first().click()
    for (const { tab } of [starting, looking]) {
      await tab.getByRole('heading', { name: 'The server is not available' }).waitFor()
    }
    expect(await looking.tab.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
    isAvailable = true
    await starting.tab.getByRole('link', { name: 'Handbook' }).first().waitFor()
    await looking.tab.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  })
})

describe.skipIf(hasNoBrowser)(`what somebody looks at in the console${browserNote}`, () => {
  it('is shown no longer once it is deleted', async () => {
    const { id } = await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Notes' })
    const { tab } = await open(bo, `s/${id}/~files`)
    await tab.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
    await tab.getByRole('status').getByText('Live').first().waitFor()
    await call(ann, 'DELETE', `/spaces/${id}`)
    await tab.getByRole('heading', { name: 'This was deleted' }).waitFor()
    expect(await tab.getByRole('heading', { name: 'Files' }).count()).toBe(0)
    await tab.getByRole('link', { name: 'Go to the home page' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })

  it('offers no longer what they may no longer do, once the server has refused it', async () => {
    const fay = await t.build.buildPerson({ organizationId: organization, role: 'edit' })
    const { number } = await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject: 'Fewer rights' })
    const { tab } = await open(fay, `s/${space}/changes/${number}`)
    await tab.getByRole('button', { name: 'Edit the subject' }).click()
    // Without an event.
    await t.db.database.prisma.member.updateMany({ where: { userId: fay.user.id }, data: { role: 'read' } })
    await tab.getByLabel('Subject').fill('More rights')
    await tab.keyboard.press('Enter')
    await tab.getByText('Not saved. Try again.').first().waitFor()
    await tab.getByRole('heading', { level: 1, name: 'Fewer rights' }).waitFor()
    for (const name of ['Edit the subject', 'Open for review', 'Request a review', 'Review']) {
      await tab.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
    }
  })

  it('is shown no longer once they may not see it', async () => {
    const { tab } = await open(bo, `s/${space}`)
    const { tab: changes } = await open(bo, `o/${organization}`)
    await tab.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await changes.getByRole('heading', { level: 1, name: 'Acme' }).waitFor()
    for (const each of [tab, changes]) await each.getByRole('status').getByText('Live').first().waitFor()
    await call(ann, 'DELETE', `/orgs/${organization}/members/${bo.user.id}`)
    for (const each of [tab, changes]) {
      await each.getByRole('heading', { name: 'You no longer have access' }).waitFor()
    }
    expect(await tab.getByRole('heading', { name: 'Welcome' }).count()).toBe(0)
  })
})
