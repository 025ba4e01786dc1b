import { describe, expect, it } from 'vitest'
import organizationSettingsQuery from '../../src/generated/console/OrganizationSettingsQuery.graphql.ts'
import spaceSettingsScreenQuery from '../../src/generated/console/SpaceSettingsScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, space, call } = await buildHandbook(t)

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }
const readSpace = () => call(ann, 'GET', `/spaces/${space}`)
const readOrganization = () => call(ann, 'GET', `/orgs/${organization}`)

describe.skipIf(hasNoBrowser)(`the logo of an organization${browserNote}`, () => {
  it('is uploaded in its settings, and shown in the switcher and at its home', async () => {
    const person = await open(ann, `o/${organization}/settings`)
    const { tab } = person
    const choosing = tab.waitForEvent('filechooser')
    await tab.getByRole('button', { name: 'Upload a logo' }).press('Enter')
    await (await choosing).setFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="red"/></svg>',
      ),
    })
    await tab.getByText('The logo was uploaded.').first().waitFor()
    const shown = tab.locator('img[src*="/organization-logos/"]')
    await expect.poll(() => shown.count(), PATIENT).toBe(2)
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.goto(`${t.origin}/app/o/${organization}`)
    await tab.getByRole('heading', { level: 1, name: 'Acme' }).locator('img').waitFor()
    const isDrawn = () =>
      shown.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0))
    await expect.poll(isDrawn, PATIENT).toBe(true)
    await tab.goto(`${t.origin}/app/o/${organization}/settings`)
    await tab.getByRole('button', { name: 'Remove the logo' }).press('Enter')
    await expect.poll(() => shown.count(), PATIENT).toBe(0)
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(() => shown.count(), PATIENT).toBe(2)
    await call(ann, 'PATCH', `/orgs/${organization}`, { logo: null })
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe.skipIf(hasNoBrowser)(`the settings of a space${browserNote}`, () => {
  it('change its name and its merge rules, which others see at once, and each step can be undone', async () => {
    const person = await open(ann, `s/${space}/`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Settings' }).click()
    await person.heading('Settings')
    const watcher = await open(ann, `s/${space}/~settings`, other)
    await watcher.heading('Settings')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByLabel('Title', { exact: true }).fill('Manual')
    await tab.getByLabel('Language of the pages').selectOption('de')
    await tab.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await tab.getByText('Saved.').first().waitFor()
    expect(await readSpace()).toMatchObject({ title: 'Manual', language: 'de' })
    await watcher.tab
      .getByLabel('Title', { exact: true })
      .and(watcher.tab.locator('[value="Manual"]'))
      .waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(async () => (await readSpace()).title, PATIENT).toBe('Handbook')
    await tab.getByLabel('Title', { exact: true }).and(tab.locator('[value="Handbook"]')).waitFor()

    await tab.getByRole('radio', { name: 'These rules' }).check()
    await tab.getByRole('checkbox', { name: '1 person has approved it' }).check()
    await tab.getByLabel('Number of approvals').fill('2')
    await tab.getByRole('checkbox', { name: 'These people can merge without' }).check()
    await tab.getByText('Add at least one person').waitFor()
    await tab.getByRole('button', { name: 'Add a person: These people can' }).press('Enter')
    await tab.getByRole('dialog').getByRole('button', { name: 'Bo Chen' }).press('Enter')
    await tab.getByRole('button', { name: 'Remove Bo Chen' }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Save the rules' }).press('Enter')
    await tab.getByText('The merge rules were saved.').first().waitFor()
    expect((await readSpace()).mergeRules).toEqual({
      type: 'rules',
      rules: [
        { rule: 'require_approvals', count: 2 },
        { rule: 'allow_bypass', users: [bo.user.id] },
      ],
    })
    await watcher.tab.getByRole('checkbox', { name: '2 people have approved it', checked: true }).waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(async () => (await readSpace()).mergeRules, PATIENT).toEqual({ type: 'inherit' })
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('move it into a collection, and back', async () => {
    const { id: collection } = await call(ann, 'POST', `/orgs/${organization}/collections`, {
      title: 'Inner',
    })
    const person = await open(ann, `s/${space}/~settings`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Move the space…' }).press('Enter')
    const dialog = tab.getByRole('dialog', { name: 'Move Handbook' })
    await dialog.getByLabel('Into').selectOption({ label: 'Inner' })
    await tab.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await tab.getByText('Handbook was moved.').first().waitFor()
    expect((await readSpace()).parent).toBe(collection)
    await tab.getByRole('main').getByRole('link', { name: 'Inner' }).last().waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(async () => (await readSpace()).parent, PATIENT).toBeUndefined()
    expect(person.complaints).toEqual([])
  })

  it('delete it once its title is typed, and restore it at its address', async () => {
    const person = await open(ann, `s/${space}/~settings`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Delete the space' }).press('Enter')
    const dialog = tab.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete the space' })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Type “Handbook” to confirm').fill('handbook')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.keyboard.press('Enter')
    await tab.getByText('The space Handbook was deleted.').first().waitFor()
    await person.heading('Acme')
    expect((await readSpace()).deletedAt).toBeDefined()
    await tab.goto(`${t.origin}/app/s/${space}/`)
    await person.heading('Handbook was deleted')
    await person.expectAccessible()
    await tab.getByRole('button', { name: 'Restore the space' }).press('Enter')
    await person.heading('Welcome')
    expect((await readSpace()).deletedAt).toBeUndefined()
    expect(person.complaints).toEqual([])
  })

  it('are hidden from those who cannot manage it', async () => {
    const reader = await open(di, `s/${space}/`)
    await reader.heading('Welcome')
    expect(await reader.tab.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await reader.tab.goto(`${t.origin}/app/s/${space}/~settings`)
    await reader.heading('Nothing here')
    expect(reader.complaints).toEqual([])
  })
})

describe.skipIf(hasNoBrowser)(`the settings of an organization${browserNote}`, () => {
  it('change its title, its host name and who can join', async () => {
    const person = await open(ann, `o/${organization}`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Settings' }).click()
    await tab.getByLabel('Host name of its content').fill('x')
    await tab.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await tab.getByText('3 to 32').first().waitFor()
    await tab.getByLabel('Host name of its content').fill('acme-docs')
    await tab.getByLabel('Title', { exact: true }).fill('Acme Press')
    await tab.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await person.heading('Acme Press')
    expect(await readOrganization()).toMatchObject({ title: 'Acme Press', hostname: 'acme-docs' })
    await tab.getByRole('radio', { name: 'These rules' }).check()
    await tab.getByRole('checkbox', { name: 'It has a subject' }).check()
    await tab.getByRole('button', { name: 'Save the rules' }).press('Enter')
    await tab.getByText('The merge rules were saved.').first().waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.goto(`${t.origin}/app/s/${space}/~settings`)
    await tab.getByRole('listitem').filter({ hasText: 'It has a subject' }).waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('delete it once its title is typed, and restore it', async () => {
    const { id } = await call(ann, 'POST', '/orgs', { title: 'Passing' })
    const person = await open(ann, `o/${id}/settings`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Delete the organization' }).press('Enter')
    await tab.getByLabel('Type “Passing” to confirm').fill('Passing')
    await tab.keyboard.press('Enter')
    await tab.getByText('The organization Passing was deleted.').first().waitFor()
    await person.heading('Home')
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await tab.getByText('Undone.').first().waitFor()
    expect(await call(ann, 'GET', `/orgs/${id}`)).toMatchObject({ title: 'Passing' })
    expect(person.complaints).toEqual([])
  })

  it('are hidden from members who are no admins, as unknown views are from everybody', async () => {
    const person = await open(bo, `o/${organization}/settings`)
    await person.heading('Nothing here')
    await person.tab.goto(`${t.origin}/app/o/${organization}/constructor`)
    await person.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })
})

describe('the documents about settings', () => {
  it('cost a constant number of statements', async () => {
    const count = async () => [
      (await statementsOfDocument(t, ann, spaceSettingsScreenQuery, { space })).statements.length,
      (await statementsOfDocument(t, ann, organizationSettingsQuery, { organization })).statements.length,
    ]
    const before = await count()
    for (const title of ['One', 'Two', 'Three']) {
      await call(ann, 'POST', `/orgs/${organization}/sites`, { title, spaces: [space] })
    }
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(9)
  })
})
