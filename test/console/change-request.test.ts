import { describe, expect, it } from 'vitest'
import headDocument from '../../src/generated/console/ChangeRequestScreenQuery.graphql.ts'
import changesDocument from '../../src/generated/console/useChangesQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, other, open } = await consoleForFile()
const book = await buildHandbook(t)
const { ann, bo, cy, di, call } = book

describe.skipIf(hasNoBrowser)(`the screen of a change request${browserNote}`, () => {
  it('shows what is changed in three views, and what was viewed', async () => {
    const { path, number, pages, change } = await buildProposal(t, book)
    const person = await open(ann, path)
    const { tab } = person
    await person.heading(`#${number} Shorten the install guide`)
    await tab.getByText('too long').waitFor()
    const install = tab.getByRole('region', { name: 'Install' })
    await install.getByText('and a database').waitFor()
    // Words are marked inside of lines, and signs say what colours say.
    expect(await install.locator('mark').allTextContents()).toEqual(['nothing else', 'a database'])
    expect(await install.locator('[data-sign="+"]').first().textContent()).toBe('+')
    await tab.getByRole('region', { name: 'Upgrade' }).getByText('install/upgrade').first().waitFor()
    await tab.getByRole('region', { name: 'Checklist' }).getByText('New').waitFor()
    // What is around the changes is read when it is asked for.
    await install.getByRole('button', { name: 'Show more lines' }).click()
    await install.getByText('The first start takes a minute.').first().waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('button', { name: 'Rendered' }).click()
    await install.getByText('± Changed').waitFor()
    await install.getByText('You need Node 20 and a database.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const block = install.locator('[data-state="changed"]', { hasText: 'You need Node 20 and a database.' })
    await block.getByRole('button', { name: 'Comment on this block' }).click()
    await install.getByLabel('Write a comment').fill('Which database?')
    const [posted] = await Promise.all([
      tab.waitForResponse(
        (response) => response.request().postData()?.includes('deliverCommentMutation') ?? false,
      ),
      tab.keyboard.press('Control+Enter'),
    ])
    // It is on the block, not on the page as a whole.
    expect(posted.request().postDataJSON().variables.input.node).toBeTruthy()
    await install.getByRole('article').getByText('Which database?').first().waitFor()
    // The choice is kept.
    await tab.reload()
    await install.getByText('± Changed').waitFor()
    await tab.getByRole('button', { name: 'Inline' }).click()

    // With the keyboard: the next page, and viewed.
    await tab.keyboard.press('j')
    await tab.keyboard.press('v')
    await tab.getByText('1 of 3 viewed').first().waitFor()
    await install.getByText('and a database').waitFor({ state: 'hidden' })
    await tab.reload()
    await tab.getByText('1 of 3 viewed').first().waitFor()
    // A later change of the page clears it, and is shown when the person asks for it.
    await change(bo, [
      { operation: 'update_page', page: pages.Install, document: { markdown: '# Install\n\nAll new.\n' } },
    ])
    await tab.getByText('Bo Chen changed 1 page').waitFor()
    await tab.getByRole('button', { name: 'Show', exact: true }).first().click()
    await tab.getByText('0 of 3 viewed').first().waitFor()
    await install.getByText('All new.').first().waitFor()
    // Its block is gone, so the thread is above the text.
    await tab.reload()
    await install.getByText('On an earlier version').waitFor()
    await install.getByText('All new.').first().waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('reads its head with at most 14 statements, and its changes with at most 10', async () => {
    const { number, id, api } = await buildProposal(t, book)
    await call(bo, 'POST', `${api}/requested-reviewers`, { users: [ann.user.id] })
    await call(ann, 'POST', `${api}/reviews`, { status: 'approved', comment: { markdown: 'Good.' } })
    const variables = { space: book.space, number, count: 25 }
    const read = (document: Parameters<typeof statementsOfDocument>[2]) =>
      statementsOfDocument<{ changeRequest: { id: string } }>(t, ann, document, variables)
    const head = await read(headDocument)
    const changes = await read(changesDocument)
    expect([head.data.changeRequest.id, changes.data.changeRequest.id]).toEqual([id, id])
    expect(head.statements.length).toBeLessThanOrEqual(14)
    expect(changes.statements.length).toBeLessThanOrEqual(10)
  })

  it('lets people do what their permissions allow', async () => {
    const { path, number } = await buildProposal(t, book, 'draft')
    const allowed = async (who: typeof ann) => {
      const { tab, ...person } = await open(who, path).then((one) => one)
      await tab.getByRole('region', { name: 'Install' }).getByText('and a database').waitFor()
      const names = [
        'Merge',
        'Review',
        'Open for review',
        'Request a review',
        'Edit the subject',
        'Comment on the page',
      ]
      const shown = []
      for (const name of names) {
        if ((await tab.getByRole('button', { name, exact: true }).count()) > 0) shown.push(name)
      }
      expect(person.complaints).toEqual([])
      await tab.close()
      return shown
    }
    expect(await allowed(ann)).toEqual([
      'Merge',
      'Review',
      'Open for review',
      'Request a review',
      'Edit the subject',
      'Comment on the page',
    ])
    expect(await allowed(bo)).toEqual(expect.arrayContaining(['Open for review', 'Edit the subject']))
    expect(await allowed(cy)).toEqual(['Comment on the page'])
    expect(await allowed(di)).toEqual([])
    expect(number).toBeGreaterThan(0)
  })

  it('changes the subject and the description, and others see it at once', async () => {
    const { path, number } = await buildProposal(t, book)
    const author = await open(bo, path)
    const reader = await open(di, path, other)
    await reader.heading(`#${number} Shorten the install guide`)
    await reader.tab.getByRole('status').getByText('Live').first().waitFor()
    await author.press('Edit the subject')
    const subject = author.tab.getByLabel('Subject')
    await subject.fill('A shorter guide')
    // Neither Escape nor a reload loses it; only giving it up does.
    await subject.press('Escape')
    await author.press('Edit the subject')
    expect(await subject.inputValue()).toBe('A shorter guide')
    await author.tab.reload()
    await subject.waitFor()
    expect(await subject.inputValue()).toBe('A shorter guide')
    await subject.press('Enter')
    await reader.heading(`#${number} A shorter guide`)
    await author.press('Edit')
    await author.tab.getByLabel('Description').fill('It is *short* now.')
    // What is typed survives a reload.
    await author.tab.reload()
    expect(await author.tab.getByLabel('Description').inputValue()).toBe('It is *short* now.')
    await author.press('Save')
    await reader.tab.getByText('short', { exact: true }).waitFor()
    expect([author.complaints, reader.complaints]).toEqual([[], []])
  })

  it('moves between open threads with N and P, also to those on pages that are not shown', async () => {
    const { path, api, pages } = await buildProposal(t, book)
    const post = (page: string | undefined, markdown: string) =>
      call(cy, 'POST', `${api}/comments`, { page, body: { markdown } }) as Promise<{ id: string }>
    await post(pages.Install, 'First thread.')
    const { id: resolved } = await post(pages.Install, 'Resolved thread.')
    await call(ann, 'PUT', `${api}/comments/${resolved}`, { resolved: true })
    await post(pages.Install, 'Third thread.')
    await post(pages.Upgrade, 'Last thread.')
    const person = await open(ann, path)
    const { tab } = person
    for (const text of ['First thread.', 'Last thread.']) await tab.getByText(text).first().waitFor()
    const focused = () =>
      tab.evaluate(() => document.activeElement?.closest('[data-thread]')?.textContent ?? '')
    const press = async (key: string, text: string) => {
      await tab.keyboard.press(key)
      await expect.poll(focused).toContain(text)
    }
    await press('n', 'First thread.')
    await press('n', 'Third thread.')
    await press('n', 'Last thread.')
    await press('n', 'First thread.')
    await press('p', 'Last thread.')
    await press('p', 'Third thread.')
    // A page that was viewed is folded, with its threads.
    await tab.getByRole('region', { name: 'Upgrade' }).getByLabel('Viewed').check()
    await tab.getByText('Last thread.').first().waitFor({ state: 'detached' })
    await tab.getByText('Third thread.').first().click()
    await tab.locator('[data-thread]', { hasText: 'Third thread.' }).focus()
    await press('n', 'Last thread.')
    await tab.keyboard.press('?')
    const keys = tab.getByRole('dialog')
    await keys.getByText('Next open thread').waitFor()
    await keys.getByText('Previous open thread').waitFor()
    expect(person.complaints).toEqual([])
  })

  it('says so where there is no such change request, and opens a page with such a path', async () => {
    const person = await open(ann, `s/${book.space}/changes/9999`)
    await person.heading('Nothing here')
    await person.tab.goto(`${t.origin}/app/s/${book.space}/changes/install`)
    await person.tab.waitForURL('**/~page/changes/install')
    expect(person.complaints).toEqual([])
  })

  it('shows a page as it is proposed', async () => {
    const { path } = await buildProposal(t, book)
    const person = await open(ann, `${path}/install`)
    await person.heading('Install')
    await person.tab.getByText('You need Node 20 and a database.').waitFor()
    await person.expectAccessible()
    await person.tab.setViewportSize({ width: 1280, height: 800 })
    await person.tab.getByRole('link', { name: 'Back to the changes' }).click()
    await person.tab.getByRole('region', { name: 'Install' }).waitFor()
    expect(person.complaints).toEqual([])
  })

  it('lists the links that the change breaks', async () => {
    const { path, number, pages, change } = await buildProposal(t, book)
    await change(bo, [
      {
        operation: 'update_page',
        page: pages.Upgrade,
        document: { markdown: 'To [nowhere](nowhere.md).\n' },
      },
    ])
    const person = await open(di, path)
    const { tab } = person
    await tab.getByRole('link', { name: '1 broken link' }).click()
    await tab.getByRole('cell', { name: 'nowhere.md', exact: true }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('cell').getByRole('link', { name: 'Upgrade' }).click()
    await tab.waitForURL(`**/changes/${number}/install/upgrade`)
    await tab.getByText('To nowhere.').waitFor()
    expect(person.complaints).toEqual([])
  })

  it('reads from the right, and shows its details as a sheet', async () => {
    const { path, api, pages } = await buildProposal(t, book)
    const post = (page: string | undefined, markdown: string) =>
      call(cy, 'POST', `${api}/comments`, { page, body: { markdown } })
    await post(pages.Install, 'First thread.')
    await post(pages.Upgrade, 'Second thread.')
    const person = await open(ann, path)
    const { tab } = person
    for (const text of ['First thread.', 'Second thread.']) await tab.getByText(text).first().waitFor()
    await tab.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1000, height: 800 })
    await tab.getByRole('button', { name: 'Show or hide the right column' }).click()
    await tab.getByRole('dialog', { name: 'Details' }).waitFor()
    await person.expectAccessible([320, 1000])
    expect(person.complaints).toEqual([])
  })

  it('stays usable with many pages and with a very long one', async () => {
    const { path, change, pages } = await buildProposal(t, book)
    const inserted = Array.from({ length: 40 }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: { markdown: `Text ${at}\n` },
    }))
    await change(bo, inserted)
    const long = Array.from({ length: 2_000 }, (_, at) => `Line ${at}`).join('\n\n')
    await change(bo, [{ operation: 'update_page', page: pages.Welcome, document: { markdown: long } }])
    const person = await open(ann, path)
    const welcome = person.tab.getByRole('region', { name: 'Welcome' })
    await welcome.getByText('A large change').waitFor()
    expect(await person.tab.locator('[data-change]').count()).toBeLessThan(44)
    await welcome.getByRole('button', { name: 'Show', exact: true }).click()
    await welcome.getByRole('button', { name: /Show all/ }).waitFor()
    expect(await welcome.locator('tr').count()).toBeLessThan(500)
    await person.tab.keyboard.press('End')
    await person.tab.getByRole('region', { name: 'Page 39' }).waitFor()
    expect(await call(ann, 'GET', `/spaces/${book.space}`)).toHaveProperty('id')
    expect(person.complaints).toEqual([])
  })
})
