import { describe, expect, it } from 'vitest'
import specScreenQuery from '../../src/generated/console/SpecScreenQuery.graphql.ts'
import specsScreenQuery from '../../src/generated/console/SpecsScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, di, organization, call } = await buildHandbook(t)

const documentWith = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  /pets:
    get: { summary: List pets, responses: { '200': { description: Pets } } }
`

describe.skipIf(hasNoBrowser)(`the OpenAPI specs of an organization${browserNote}`, () => {
  it('are added as a text with the keyboard, get other sources and versions, and show problems with lines', async () => {
    const person = await open(ann, `o/${organization}/specs`)
    const { tab } = person
    await tab.getByText('No specs yet.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const watcher = await open(di, `o/${organization}/specs`, other)
    await watcher.tab.getByText('No specs yet.').waitFor()
    expect(await watcher.tab.getByRole('button', { name: 'Add a spec' }).count()).toBe(0)

    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('A text').check()
    await dialog.getByLabel('Name').fill('pets')
    await dialog.getByLabel('Document in JSON or YAML').fill(documentWith('Pets'))
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Add a spec' }).press('Enter')
    await tab.waitForURL(`**/o/${organization}/openapi/pets`)
    await tab.getByText('Valid', { exact: true }).waitFor()
    const versions = tab.getByRole('list', { name: 'Versions' })
    await versions.getByText('Version 1').waitFor()
    await watcher.tab.getByRole('link', { name: 'pets' }).waitFor()

    await tab.getByRole('button', { name: 'Replace the source' }).press('Enter')
    await dialog.getByLabel('A file').check()
    await dialog.getByLabel('File in JSON or YAML').setInputFiles({
      name: 'pets.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(documentWith('More pets')),
    })
    await dialog.getByRole('button', { name: 'Replace the source' }).press('Enter')
    await versions.getByText('Version 2').waitFor()

    const source = { text: `${documentWith('Pets')}  /broken: [\n` }
    await call(ann, 'PUT', `/orgs/${organization}/openapi/pets`, { source })
    await tab.getByText('Not valid').waitFor()
    await tab
      .getByRole('list', { name: 'Problems' })
      .getByText(/^Line \d+$/)
      .first()
      .waitFor()
    await tab.getByText('Pages show the last valid version.').waitFor()
    await watcher.tab.getByText('Not valid').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByLabel('Who can read the document').selectOption('PUBLIC')
    await tab.getByLabel('Address of the document for everyone').waitFor()
    await person.undo()
    await tab.getByLabel('Address of the document for everyone').waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Delete the spec' }).click()
    await tab.getByLabel('Type “pets” to confirm').fill('pets')
    await tab.keyboard.press('Enter')
    await tab.getByText('No specs yet.').waitFor()
    await watcher.tab.getByText('No specs yet.').waitFor()
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('say what is wrong with an address in the form', async () => {
    const { tab, complaints } = await open(ann, `o/${organization}/specs`)
    await tab.getByText('No specs yet.').waitFor()
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Name').fill('pets')
    await dialog.getByLabel('Address of the document').fill('ftp://example.com/pets.yaml')
    await tab.keyboard.press('Enter')
    await dialog.getByText(/http/).last().waitFor()
    expect(await tab.getByRole('dialog').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})

describe('the documents about specs', () => {
  it('cost a constant number of statements', async () => {
    const add = async (slug: string) => {
      await call(ann, 'PUT', `/orgs/${organization}/openapi/${slug}`, {
        source: { text: documentWith(slug) },
      })
      // What the job that processes it asks the database is not counted.
      for (const { app } of [t, other]) {
        app.background.onJobQueued()
        await app.background.idle()
      }
    }
    await add('one')
    const count = async () => [
      (await statementsOfDocument(t, ann, specsScreenQuery, { organization, count: 100 })).statements.length,
      (await statementsOfDocument(t, ann, specScreenQuery, { organization, spec: 'one' })).statements.length,
    ]
    const before = await count()
    for (const slug of ['two', 'three', 'four']) await add(slug)
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(6)
  })
})
