import { describe, expect, it } from 'vitest'
import { zipOf } from '../support/archives.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, call } = await buildHandbook(t)

interface RestPage {
  title: string
  pages?: RestPage[]
}

const newSpace = async (editMode: string) => {
  const { id } = (await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Imported' })) as {
    id: string
  }
  await call(ann, 'PATCH', `/spaces/${id}`, { editMode })
  return id
}

async function outline(content: string): Promise<string[]> {
  const { pages } = (await call(ann, 'GET', `${content}/pages`)) as unknown as { pages: RestPage[] }
  const lines = (among: RestPage[], depth: number): string[] =>
    among.flatMap(({ title, pages: below = [] }) => [
      `${'  '.repeat(depth)}${title}`,
      ...lines(below, depth + 1),
    ])
  return lines(pages, 0)
}

const archive = zipOf({
  'docs/README.md': '# Welcome\n\nText',
  'docs/guide.md': '# Guide\n\nText',
  'docs/bad.md': Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
})

describe.skipIf(hasNoBrowser)(`imports${browserNote}`, () => {
  it('fill an empty space from an archive, say what was skipped, and others see the pages', async () => {
    const space = await newSpace('live')
    const reader = await open(di, `s/${space}`, other)
    await reader.tab.getByText('No pages yet.').first().waitFor()
    await reader.tab.getByRole('status').getByText('Live').first().waitFor()
    expect(await reader.tab.getByRole('link', { name: 'Import…' }).count()).toBe(0)
    const person = await open(ann, `s/${space}`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Import…' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose files' }).waitFor()
    await person.expectAccessible()
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'docs.zip', mimeType: 'application/zip', buffer: archive })
    await expect.poll(() => dialog.innerText(), { timeout: 30_000 }).toContain('Imported 2 pages and files.')
    await dialog.getByText('bad.md', { exact: true }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await person.heading('Welcome')
    await reader.tab.getByRole('link', { name: 'Guide' }).first().waitFor()
    expect(await outline(`/spaces/${space}/content`)).toEqual(['Welcome', 'Guide'])
    expect([person.complaints, reader.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('go below a page and to a change request where the space is locked', async () => {
    const space = await newSpace('live')
    await insertPages(t, ann, space, [{ title: 'Start', markdown: 'Text' }])
    await call(ann, 'PATCH', `/spaces/${space}`, { editMode: 'locked' })
    const person = await open(bo, `s/${space}/start`)
    const { tab } = person
    await person.heading('Start')
    // With keys alone as far as the file, which the window of the browser asks for.
    await tab
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: 'Start' })
      .focus()
    await tab.keyboard.press('Shift+F10')
    await tab.getByRole('menuitem', { name: 'Import below…' }).press('Enter')
    const dialog = tab.getByRole('dialog', { name: 'Import below Start' })
    const chosen = tab.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose files' }).press('Enter')
    const page = { name: 'Notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nText') }
    await (await chosen).setFiles([page])
    await dialog.getByText('The pages are in change request #1.').waitFor()
    await dialog.getByRole('link', { name: 'Open the change request' }).press('Enter')
    await tab.waitForURL(`**/s/${space}/changes/1`)
    expect(await outline(`/spaces/${space}/change-requests/1/content`)).toEqual(['Start', '  Notes'])
    expect(await outline(`/spaces/${space}/content`)).toEqual(['Start'])
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('go on when the dialog is closed, on other screens, and after a reload', async () => {
    const space = await newSpace('live')
    const person = await open(ann, `s/${space}?import=`)
    const { tab } = person
    const dialog = tab.getByRole('dialog')
    const choose = (name: string, buffer: Buffer) =>
      dialog
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    const isUpload = /\/content\/import\/file/
    let send = () => {}
    const mayBeSent = new Promise<void>((resolve) => {
      send = resolve
    })
    await tab.route(isUpload, async (route) => {
      await mayBeSent
      await route.continue()
    })
    await choose('docs.zip', archive)
    await dialog.getByRole('progressbar').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await tab.getByRole('link', { name: 'Import…' }).click()
    await dialog.getByRole('progressbar').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await tab.getByRole('link', { name: 'Home', exact: true }).click()
    await tab.getByRole('heading', { name: 'Spaces' }).first().waitFor()
    send()
    await tab.getByText('Imported 2 pages and files.').first().waitFor()
    expect(await outline(`/spaces/${space}/content`)).toEqual(['Welcome', 'Guide'])

    // Left before it was merged: the next page that shows the space does it.
    await tab.goto(`${t.origin}/app/s/${space}?import=`)
    const isMerge = (body: string | null) => body?.includes('runImportMergeMutation') === true
    await tab.route('**/graphql', (route) =>
      isMerge(route.request().postData()) ? new Promise(() => {}) : route.continue(),
    )
    const merging = tab.waitForRequest((request) => isMerge(request.postData()))
    await choose('Notes.md', Buffer.from('# Notes\n\nText'))
    await merging
    await tab.unroute('**/graphql')
    await tab.reload()
    await tab.getByText('Imported 1 page or file.').first().waitFor()
    expect(await outline(`/spaces/${space}/content`)).toEqual(['Welcome', 'Guide', 'Notes'])
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('say why a file cannot be imported', async () => {
    const space = await newSpace('live')
    const person = await open(ann, `s/${space}?import=`)
    const { tab } = person
    const dialog = tab.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
    await dialog.getByRole('alert').getByText('The archive is damaged or not a zip file.').waitFor()
    expect(person.complaints).toEqual([])
  })
})
