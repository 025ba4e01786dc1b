import { expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, organization, space, call } = await buildHandbook(t)
const { id: site } = await call(ann, 'POST', `/orgs/${organization}/sites`, {
  title: 'Docs',
  spaces: [space],
})

it.skipIf(hasNoBrowser)(
  `a redirect of a site can be changed, and the change undone${browserNote}`,
  async () => {
    const person = await open(ann, `sites/${site}/redirects`)
    const { tab } = person
    await tab.getByRole('button', { name: 'New redirect' }).press('Enter')
    await tab.getByRole('dialog').getByLabel('From', { exact: true }).fill('/old')
    await tab.getByRole('dialog').getByLabel('To', { exact: true }).fill('https://example.com/one')
    await tab.keyboard.press('Enter')
    const row = tab.getByRole('main').getByRole('listitem')
    await row.getByText('https://example.com/one').waitFor()

    await tab.getByRole('button', { name: 'Change the redirect of /old' }).press('Enter')
    const dialog = tab.getByRole('dialog')
    expect(await dialog.getByLabel('From', { exact: true }).inputValue()).toBe('/old')
    await dialog.getByLabel('From', { exact: true }).fill('/older')
    await dialog.getByLabel('To', { exact: true }).fill('https://example.com/two')
    await dialog.getByLabel('Permanent').check()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await row.getByText('https://example.com/two').waitFor()
    await row.getByText('Permanent').waitFor()
    await row.getByText('/older').waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await row.getByText('https://example.com/one').waitFor()
    await row.getByText('/old', { exact: true }).waitFor()

    await tab.getByRole('button', { name: 'Change the redirect of /old' }).press('Enter')
    await dialog.getByLabel('To', { exact: true }).fill('install')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await row.getByText('→ Page').waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await row.getByText('https://example.com/one').waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  },
)
