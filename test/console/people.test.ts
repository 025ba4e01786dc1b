import { describe, expect, it } from 'vitest'
import { filtersOf, variablesOf } from '../../src/console/app/screens/people/filters.ts'
import invitationsScreenQuery from '../../src/generated/console/InvitationsScreenQuery.graphql.ts'
import peopleScreenQuery from '../../src/generated/console/PeopleScreenQuery.graphql.ts'
import teamScreenQuery from '../../src/generated/console/TeamScreenQuery.graphql.ts'
import teamsScreenQuery from '../../src/generated/console/TeamsScreenQuery.graphql.ts'
import { signedIn } from '../sessions/signing-in.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, cy, di, organization, call } = await buildHandbook(t)
const roleOf = async (who: typeof ann) =>
  (await call(ann, 'GET', `/orgs/${organization}/members/${who.user.id}`)).role

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }

describe.skipIf(hasNoBrowser)(`the people of an organization${browserNote}`, () => {
  it('are listed with their roles, which an admin changes and undoes with the keyboard', async () => {
    const person = await open(ann, '', other)
    const { tab } = person
    await person.heading('Home')
    await tab.keyboard.press('g')
    await tab.keyboard.press('p')
    await tab.waitForURL(`**/o/${organization}/people`)
    const people = tab.getByRole('list', { name: 'Members and guests' })
    await people.getByText('Ann Smith').waitFor()
    await tab.getByText('4 people').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    const role = tab.getByLabel('Role of Bo Chen')
    await tab.getByLabel('Role of Ann Smith').focus()
    await tab.keyboard.press('Escape')
    await role.focus()
    await role.selectOption('REVIEW')
    await tab.getByText('The role of Bo Chen is now: Review.').first().waitFor()
    expect(await roleOf(bo)).toBe('review')
    await person.undo()
    await tab.getByText('Undone.').first().waitFor()
    expect(await roleOf(bo)).toBe('edit')

    // What another admin does elsewhere appears by itself.
    await call(ann, 'PATCH', `/orgs/${organization}/members/${cy.user.id}`, { role: 'review' })
    await tab.locator('select[aria-label="Role of Cy Miller"]', { hasText: 'Review' }).waitFor()
    await expect.poll(() => tab.getByLabel('Role of Cy Miller').inputValue(), PATIENT).toBe('REVIEW')

    await tab.getByLabel('Role', { exact: true }).selectOption('ADMIN')
    await tab.getByText('1 person').waitFor()
    await tab.getByLabel('Role', { exact: true }).selectOption('GUEST')
    await tab.getByText('Nobody matches.').waitFor()
    await tab.getByLabel('Role', { exact: true }).selectOption('')
    await tab.getByLabel('Search by name or e-mail address').fill('rossi')
    await tab.getByText('1 person').waitFor()
    expect(tab.url()).toContain('search=rossi')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('are shown to members who cannot change them', async () => {
    const person = await open(di, `o/${organization}/people`)
    const { tab } = person
    await tab.getByRole('list', { name: 'Members and guests' }).getByText('Ann Smith').waitFor()
    expect(await tab.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
    expect(await tab.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    expect(await tab.getByRole('button', { name: 'Actions for Ann Smith' }).count()).toBe(0)
    await person.tab.goto(`${t.origin}/app/o/${organization}/invitations`)
    await person.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })

  it('are signed out everywhere, get a link for a password, and are removed after their name was typed', async () => {
    const eve = await t.build.buildPerson({ organizationId: organization, role: 'read' })
    await signedIn(t, eve.user.id, undefined, 'Eve Moss')
    const person = await open(ann, `o/${organization}/people?search=moss`)
    const { tab } = person
    const choose = async (name: string) => {
      await tab.getByRole('button', { name: 'Actions for Eve Moss' }).press('Enter')
      await tab.getByRole('menuitem', { name }).press('Enter')
    }
    await choose('Sign out everywhere')
    await tab.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
    await tab.getByText('1 session of Eve Moss was ended.').first().waitFor()

    await choose('Link to set a password')
    await tab.getByRole('dialog').getByRole('button', { name: 'Create a link' }).press('Enter')
    const link = await tab.getByLabel('Link for Eve Moss').inputValue()
    expect(link).toContain('/app/reset#')
    await person.expectAccessible()
    await tab.keyboard.press('Escape')

    await choose('Remove from the organization')
    const remove = tab.getByRole('dialog').getByRole('button', { name: 'Remove from the organization' })
    await remove.press('Enter')
    expect(await tab.getByRole('dialog').count()).toBe(1)
    await tab.getByLabel('Type “Eve Moss” to confirm').fill('eve moss')
    await tab.keyboard.press('Enter')
    await tab.getByText('Eve Moss was removed.').first().waitFor()
    await tab.getByText('Nobody matches.').waitFor()
    // Only operators erase accounts.
    await tab.goto(`${t.origin}/app/o/${organization}/people`)
    await tab.getByRole('button', { name: 'Actions for Di Rossi' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor()
    expect(await tab.getByRole('menuitem', { name: 'Erase the account' }).count()).toBe(0)
    await t.build.buildToken({ userId: di.user.id })
    await tab.getByRole('menuitem', { name: 'Revoke all API tokens' }).press('Enter')
    await tab.getByLabel('Type “Di Rossi” to confirm').fill('Di Rossi')
    await tab.keyboard.press('Enter')
    await tab.getByText('2 API tokens of Di Rossi were revoked.').first().waitFor()
    expect(await t.db.database.prisma.apiToken.count({ where: { userId: di.user.id } })).toBe(0)
    expect(person.complaints).toEqual([])
  })

  it('are erased by an operator', async () => {
    const operator = await t.build.buildPerson({ organizationId: organization, role: 'admin' })
    await t.db.database.prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
    const flo = await t.build.buildPerson({ organizationId: organization, role: 'read' })
    await t.db.database.prisma.user.update({ where: { id: flo.user.id }, data: { displayName: 'Flo Park' } })
    const { tab, complaints } = await open(operator, `o/${organization}/people?search=park`)
    await tab.getByRole('button', { name: 'Actions for Flo Park' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Erase the account' }).press('Enter')
    await tab.getByLabel('Type “Flo Park” to confirm').fill('Flo Park')
    await tab.keyboard.press('Enter')
    await tab.getByText('The account of Flo Park was erased.').first().waitFor()
    const { deletedAt } = await t.db.database.prisma.user.findUniqueOrThrow({ where: { id: flo.user.id } })
    expect(deletedAt).not.toBeNull()
    expect(complaints).toEqual([])
  })
})

describe.skipIf(hasNoBrowser)(`invitations${browserNote}`, () => {
  it('are made by address or as a link, listed, and revoked, and a domain lets people join', async () => {
    const person = await open(ann, `o/${organization}/invitations`)
    const { tab } = person
    await tab.getByText('No invitation is open.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel('E-mail addresses').fill('gus@example.com, hal@example.com')
    await dialog.getByLabel('Role').selectOption('COMMENT')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
    const link = await dialog.getByLabel('Link for gus@example.com').inputValue()
    expect(link).toContain('/app/join/')
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    const pending = tab.getByRole('list', { name: 'Open invitations' })
    await pending.getByText('hal@example.com').waitFor()

    await tab.getByRole('button', { name: 'Invite people' }).first().click()
    await dialog.getByLabel('With a link for several people').check()
    await dialog.getByRole('button', { name: 'Create a link' }).click()
    await dialog.getByLabel('Link to join').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await pending.getByText('Everybody with the link').waitFor()
    await tab.getByRole('button', { name: 'Revoke the invitation of hal@example.com' }).click()
    await tab.getByRole('dialog').getByLabel('Type “hal@example.com” to confirm').fill('hal@example.com')
    await tab.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await tab.getByText('The invitation was revoked.').first().waitFor()
    await pending.getByText('hal@example.com').waitFor({ state: 'detached' })

    await tab.getByLabel('Domain', { exact: true }).fill('acme.test')
    await tab.keyboard.press('Enter')
    const domains = tab.getByRole('list', { name: 'E-mail domains' })
    await domains.getByText('acme.test').waitFor()
    await tab.getByRole('button', { name: 'Remove the domain acme.test' }).click()
    await domains.waitFor({ state: 'detached' })
    await person.undo()
    await domains.getByText('acme.test').waitFor()
    expect((await call(ann, 'GET', `/orgs/${organization}`)).emailDomains).toEqual(['acme.test'])
    await tab.getByLabel('Role of new members').selectOption('COMMENT')
    await tab.getByText('Saved.').first().waitFor()
    expect((await call(ann, 'GET', `/orgs/${organization}`)).defaultRole).toBe('comment')
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe.skipIf(hasNoBrowser)(`teams${browserNote}`, () => {
  it('are created, filled, renamed and deleted, and others see it at once', async () => {
    const person = await open(ann, `o/${organization}/teams`)
    const { tab } = person
    await tab.getByText('No teams yet.').waitFor()
    await tab.keyboard.press('c')
    await tab.getByRole('dialog').getByLabel('Name').fill('Docs')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/teams\/tea/)
    await person.heading('Docs')
    const path = tab.url().split('/app/')[1] ?? ''
    const reader = await open(bo, path)
    await reader.heading('Docs')
    expect(await reader.tab.getByRole('button', { name: 'Add a person' }).count()).toBe(0)
    const admin = await t.build.buildPerson({ organizationId: organization, role: 'admin' })
    const watcher = await open(admin, path, other)
    await watcher.heading('Docs')

    await tab.keyboard.press('c')
    await tab.getByRole('dialog').getByRole('button', { name: 'Cy Miller' }).press('Enter')
    const members = tab.getByRole('list', { name: 'Members of the team' })
    await members.getByText('Cy Miller').waitFor()
    await watcher.tab.getByText('1 member').waitFor()
    await tab.getByLabel('Role of Cy Miller in the team').selectOption('OWNER')
    await tab.getByText('Saved.').first().waitFor()
    await tab.getByRole('button', { name: 'Remove Cy Miller from the team' }).press('Enter')
    await tab.getByText('Nobody is in this team yet.').waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect
      .poll(() => tab.getByLabel('Role of Cy Miller in the team').inputValue(), PATIENT)
      .toBe('OWNER')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('button', { name: 'Rename' }).click()
    await tab.getByRole('dialog').getByLabel('Name').fill('Writers')
    await tab.keyboard.press('Enter')
    await watcher.heading('Writers')
    await person.heading('Writers')
    await tab.getByRole('button', { name: 'Delete the team' }).click()
    await tab.getByLabel('Type “Writers” to confirm').fill('Writers')
    await tab.keyboard.press('Enter')
    await tab.getByText('No teams yet.').waitFor()
    await watcher.heading('Nothing here')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe('the documents about people', () => {
  it('cost a constant number of statements, however many people there are', async () => {
    const { id: team } = await call(ann, 'PUT', `/orgs/${organization}/teams`, { title: 'All' })
    const variables = { organization, count: 50 }
    const all = { ...variables, search: null, role: null, sort: 'NAME', order: 'ASC' }
    const count = async () => {
      const documents = [
        [peopleScreenQuery, all],
        [invitationsScreenQuery, variables],
        [teamsScreenQuery, variables],
        [teamScreenQuery, { team, count: 50 }],
      ] as const
      const counts: number[] = []
      for (const [document, values] of documents) {
        counts.push((await statementsOfDocument(t, ann, document, values)).statements.length)
      }
      return counts
    }
    const before = await count()
    for (const name of ['Ida', 'Jan', 'Kim']) {
      const member = await t.build.buildPerson({ organizationId: organization, role: 'read' })
      await call(ann, 'PUT', `/orgs/${organization}/teams/${team}/members`, { add: [member.user.id] })
      await call(ann, 'PUT', `/orgs/${organization}/teams`, { title: name })
      await call(ann, 'POST', `/orgs/${organization}/link-invites`, { role: 'read' })
    }
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(8)
  })
})

describe('the filters of the list of people', () => {
  it('come from the address, without what is no filter', () => {
    expect(filtersOf({ role: 'GUEST', sort: 'seen', search: 'ann', page: '2' })).toEqual({
      role: 'GUEST',
      sort: 'seen',
      search: 'ann',
    })
    expect(filtersOf({ role: 'KING', sort: 'name', search: '' })).toEqual({})
    expect(variablesOf({})).toEqual({ search: null, role: null, sort: 'NAME', order: 'ASC' })
  })
})
