import { describe, expect, it } from 'vitest'
import collectionAccessScreenQuery from '../../src/generated/console/CollectionAccessScreenQuery.graphql.ts'
import spaceAccessScreenQuery from '../../src/generated/console/SpaceAccessScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, cy, di, organization, space, call } = await buildHandbook(t)
const idOf = async (answer: Promise<Record<string, unknown>>) => String((await answer).id)
const handbooks = await idOf(call(ann, 'POST', `/orgs/${organization}/collections`, { title: 'Handbooks' }))
await call(ann, 'POST', `/spaces/${space}/move`, { parent: handbooks })
const docs = await idOf(call(ann, 'PUT', `/orgs/${organization}/teams`, { title: 'Docs' }))
await call(ann, 'PUT', `/orgs/${organization}/teams/${docs}/members`, { add: [di.user.id] })

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }

describe.skipIf(hasNoBrowser)(`the access of a space and of a collection${browserNote}`, () => {
  it('shows everyone with the reason of their role, and follows what another admin shares', async () => {
    const person = await open(ann, `s/${space}/`, other)
    const { tab } = person
    await tab.getByRole('link', { name: 'Access' }).click()
    await person.heading('Access')
    const people = tab.getByRole('list', { name: 'Who has access' })
    const row = (name: string) => people.getByRole('listitem').filter({ hasText: name })
    await row('Di Rossi').getByText('role in Acme').waitFor()
    await row('Di Rossi').getByText('Read', { exact: true }).waitFor()

    await call(ann, 'POST', `/collections/${handbooks}/permissions`, { role: 'review', teams: [docs] })
    await row('Di Rossi').getByText('from team Docs on collection Handbooks').waitFor()
    await row('Di Rossi').getByText('also Read: role in Acme').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByLabel('Role', { exact: true }).selectOption('REVIEW')
    await expect.poll(() => people.getByRole('listitem').count(), PATIENT).toBe(1)
    expect(tab.url()).toContain('role=REVIEW')
    await tab.getByLabel('Role', { exact: true }).selectOption('')
    await row('Ann Smith').waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is shared, changed and taken back with the keyboard, and each step can be undone', async () => {
    const person = await open(ann, `s/${space}/~access`)
    const { tab } = person
    const roleOfCy = async () => {
      const { items } = await call(ann, 'GET', `/spaces/${space}/permissions/aggregate`)
      const rows = items as { permission: string; user: { id: string } }[]
      return rows.find(({ user }) => user.id === cy.user.id)?.permission
    }
    await tab.getByText('It is not shared with anybody in particular.').waitFor()
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog', { name: 'Share' })
    await dialog.getByLabel('Person or team').fill('miller')
    await dialog.getByRole('button', { name: 'Di Rossi' }).waitFor({ state: 'detached' })
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Cy Miller' }).press('Enter')
    await tab.getByText('Shared with Cy Miller: Edit.').first().waitFor()
    const role = tab.getByRole('list', { name: 'Shared with' }).getByLabel('Role of Cy Miller')
    await role.selectOption('CREATE')
    await tab.getByText('Cy Miller now has the role: Create.').first().waitFor()
    expect(await roleOfCy()).toBe('create')
    const people = tab.getByRole('list', { name: 'Who has access' })
    const miller = people.getByRole('listitem').filter({ hasText: 'Cy Miller' })
    await miller.getByText('Create', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Stop sharing with Cy Miller' }).press('Enter')
    await tab.getByText('No longer shared with Cy Miller.').first().waitFor()
    expect(await roleOfCy()).toBe('comment')
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(roleOfCy, PATIENT).toBe('create')

    await tab.getByLabel('Role of all other members').selectOption('')
    await tab.getByText('Saved.').first().waitFor()
    await people.getByText('Bo Chen').waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await people.getByText('Bo Chen').waitFor()
    expect(person.complaints).toEqual([])
  })

  it('is the same for a collection, with a link for somebody new, and hidden from those who cannot manage it', async () => {
    const person = await open(ann, `c/${handbooks}`)
    const { tab } = person
    await tab.getByRole('main').getByRole('link', { name: 'Access' }).click()
    await person.heading('Access')
    const shared = tab.getByRole('list', { name: 'Shared with' })
    await shared.getByText('Docs').waitFor()
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog', { name: 'Share' })
    await dialog.getByRole('button', { name: 'Create a link for somebody new' }).click()
    expect(await dialog.getByLabel('Link to join').inputValue()).toContain('/app/join/')
    await tab.keyboard.press('Escape')
    await person.expectAccessible()

    const reader = await open(di, `s/${space}/`)
    await reader.heading('Welcome')
    expect(await reader.tab.getByRole('link', { name: 'Access' }).count()).toBe(0)
    await reader.tab.goto(`${t.origin}/app/s/${space}/~access`)
    await reader.heading('Nothing here')
    expect([...person.complaints, ...reader.complaints]).toEqual([])
  })
})

describe('the documents about access', () => {
  it('cost a constant number of statements, however many people have access', async () => {
    const variables = { count: 50, role: null }
    const count = async () => [
      (await statementsOfDocument(t, ann, spaceAccessScreenQuery, { space, ...variables })).statements.length,
      (
        await statementsOfDocument(t, ann, collectionAccessScreenQuery, {
          collection: handbooks,
          ...variables,
        })
      ).statements.length,
    ]
    const before = await count()
    for (const title of ['One', 'Two', 'Three']) {
      const { user } = await t.build.buildPerson({ organizationId: organization, role: null })
      const team = await t.build.buildTeam({ organizationId: organization, title }, [user])
      const body = { role: 'edit', teams: [team.id], users: [user.id] }
      await call(ann, 'POST', `/spaces/${space}/permissions`, body)
      await call(ann, 'POST', `/collections/${handbooks}/permissions`, body)
    }
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(9)
  })
})
