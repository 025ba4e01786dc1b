import { describe, expect, it } from 'vitest'
import integrationScreenQuery from '../../src/generated/console/IntegrationScreenQuery.graphql.ts'
import integrationsScreenQuery from '../../src/generated/console/IntegrationsScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertIntegration } from '../support/integrations.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, organization, space, call } = await buildHandbook(t)

const CONFIGURATIONS = {
  account: {
    properties: {
      key: { type: 'string', title: 'Key', description: 'The key of the service.' },
      mode: { type: 'string', enum: ['slow', 'fast'], default: 'slow' },
      most: { type: 'number' },
      open: { type: 'boolean' },
      connect: { type: 'button', button_text: 'Connect', callback_url: 'https://example.com/' },
    },
    required: ['key', 'mode'],
  },
  space: { properties: { folder: { type: 'string' } } },
}

const { name } = await insertIntegration(t, organization, { configurations: CONFIGURATIONS })

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }
const readInstallation = async () => {
  const { items } = await call(ann, 'GET', `/integrations/${name}/installations`)
  return (items as Record<string, unknown>[])[0]
}

describe.skipIf(hasNoBrowser)(`the integrations of an organization${browserNote}`, () => {
  it('are installed, configured and uninstalled with the keyboard, which others see', async () => {
    const person = await open(ann, `o/${organization}`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Integrations' }).click()
    await tab.getByText('No integration is installed yet.').waitFor()
    const watcher = await open(ann, `o/${organization}/integrations`, other)
    await watcher.tab.getByText('No integration is installed yet.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Install Pets' }).press('Enter')
    await person.heading('Pets')
    await tab.getByText('Has to be configured').waitFor()
    await watcher.tab.getByText('Has to be configured').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    const form = tab.getByRole('region', { name: 'Configuration' })
    await form.getByLabel('Key').fill('abc')
    await form.getByLabel('mode').selectOption('fast')
    await form.getByLabel('most').fill('1.5')
    await form.getByLabel('open').check()
    expect(await form.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe(
      'https://example.com/',
    )
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await tab.getByText('Active', { exact: true }).first().waitFor()
    const configuration = { key: 'abc', mode: 'fast', most: 1.5, open: true }
    expect(await readInstallation()).toMatchObject({ status: 'active', configuration })
    await watcher.tab.getByText('Active', { exact: true }).waitFor()

    const spaces = tab.getByRole('region', { name: 'Spaces' })
    await spaces.getByRole('button', { name: 'Add a space' }).press('Enter')
    await tab.getByRole('dialog').getByLabel('Space').selectOption({ label: 'Handbook' })
    await tab.getByRole('dialog').getByRole('button', { name: 'Install' }).press('Enter')
    await spaces.getByText('Handbook').waitFor()
    await spaces.getByText('Configuration').click()
    await spaces.getByLabel('folder').fill('docs')
    await spaces.getByRole('button', { name: 'Save' }).press('Enter')
    const { id } = (await readInstallation()) as { id: string }
    const onSpace = async () =>
      (await call(ann, 'GET', `/integrations/${name}/installations/${id}/spaces/${space}`)).configuration
    await expect.poll(onSpace, PATIENT).toEqual({ folder: 'docs' })
    await spaces.getByRole('button', { name: 'Remove from Handbook' }).press('Enter')
    await tab.getByText('Removed from Handbook.').first().waitFor()
    await spaces.getByText('It is installed on no space.').waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await spaces.getByText('Handbook').waitFor()
    await expect.poll(onSpace, PATIENT).toEqual({ folder: 'docs' })

    await tab.getByRole('button', { name: 'Uninstall' }).press('Enter')
    await tab.getByLabel('Type “Pets” to confirm').fill('pets')
    await tab.keyboard.press('Enter')
    await tab.getByText('Pets was uninstalled.').first().waitFor()
    await tab.getByRole('button', { name: 'Install in Acme' }).waitFor()
    await watcher.tab.getByText('No integration is installed yet.').waitFor()
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('say what they are to members, who cannot install them', async () => {
    const person = await open(bo, `integrations/${name}`)
    await person.heading('Pets')
    expect(await person.tab.getByRole('button', { name: /Install/ }).count()).toBe(0)
    await person.tab.goto(`${t.origin}/app/o/${organization}/integrations`)
    await person.heading('Nothing here')
    await person.tab.goto(`${t.origin}/app/integrations/nothing`)
    await person.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })
})

describe('the documents about integrations', () => {
  it('cost a constant number of statements', async () => {
    const add = async () => {
      const made = await insertIntegration(t, organization)
      await call(ann, 'POST', `/integrations/${made.name}/installations`, { organization })
      return made.name
    }
    const first = await add()
    const count = async () => [
      (await statementsOfDocument(t, ann, integrationsScreenQuery, { organization, search: null })).statements
        .length,
      (await statementsOfDocument(t, ann, integrationScreenQuery, { name: first })).statements.length,
    ]
    const before = await count()
    await add()
    await add()
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(14)
  })
})
