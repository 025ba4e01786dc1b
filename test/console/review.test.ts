import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, other, open } = await consoleForFile()
const book = await buildHandbook(t)
const { ann, bo, call } = book

interface Listed {
  items: {
    body?: { markdown?: string }
    status?: string
    target?: { node?: unknown; page?: { id: string } }
  }[]
}

describe.skipIf(hasNoBrowser)(`reviewing in the console${browserNote}`, () => {
  it('sends verdict, summary and comments as one message, which the author sees at once', async () => {
    const { path, api, pages } = await buildProposal(t, book, 'draft')
    const author = await open(bo, path)
    await author.tab.getByRole('region', { name: 'Install' }).waitFor()
    // The author asks Ann for a review, which opens the draft.
    await author.press('Request a review')
    await author.tab.getByLabel('Search people').fill('ann')
    await author.tab.getByRole('checkbox', { name: /Ann Smith/ }).check()
    await author.expectAccessible()
    await author.tab.setViewportSize({ width: 1280, height: 800 })
    await author.tab.getByRole('dialog').getByRole('button', { name: 'Request a review' }).click()
    await author.tab.getByText('Waiting for the review').waitFor()
    await author.tab.getByText('Open', { exact: true }).waitFor()

    const reviewer = await open(ann, path, other)
    const install = reviewer.tab.getByRole('region', { name: 'Install' })
    await install.getByText('and a database').waitFor()
    // Two comments for the review: on a line, and on a page.
    await install.getByRole('button', { name: 'Comment on line 3', exact: true }).click()
    await install.getByLabel('Send with my review').check()
    await install.getByLabel('Write a comment').fill('Which database?')
    await reviewer.tab.keyboard.press('Control+Enter')
    await install.getByText('Not sent yet').waitFor()
    const checklist = reviewer.tab.getByRole('region', { name: 'Checklist' })
    await checklist.getByRole('button', { name: 'Comment on the page' }).click()
    await checklist.getByLabel('Write a comment').fill('Good idea.')
    await checklist.getByRole('button', { name: 'Add to the review' }).click()
    await checklist.getByText('Not sent yet').waitFor()
    // Nothing of it is lost by a reload, and nobody else sees it yet.
    await reviewer.tab.reload()
    await checklist.getByText('Not sent yet').waitFor()
    expect(((await call(bo, 'GET', `${api}/comments`)) as unknown as Listed).items).toEqual([])

    await reviewer.tab.keyboard.press('r')
    await reviewer.tab.getByRole('dialog').waitFor()
    await reviewer.expectAccessible()
    await reviewer.tab.setViewportSize({ width: 1280, height: 800 })
    await reviewer.tab.getByRole('radio', { name: /Request changes/ }).check()
    await reviewer.tab.getByLabel('Summary').fill('Nearly there.')
    await reviewer.tab.keyboard.press('Control+Enter')
    await reviewer.tab.getByRole('dialog').waitFor({ state: 'hidden' })

    await author.tab.getByText('Requested changes').waitFor()
    await author.tab.getByText('Which database?').first().waitFor()
    const reviews = (await call(bo, 'GET', `${api}/reviews`)) as unknown as Listed
    expect(reviews.items.map(({ status }) => status)).toEqual(['changes-requested'])
    const comments = (await call(bo, 'GET', `${api}/comments`)) as unknown as Listed
    expect(comments.items.map(({ target }) => target?.page?.id).filter(Boolean)).toHaveLength(2)
    // Sent, so nothing is pending.
    await reviewer.tab.reload()
    await install.getByText('Which database?').waitFor()
    expect(await reviewer.tab.getByText('Not sent yet').count()).toBe(0)

    // A change of the author makes the verdict one about an earlier version.
    await call(bo, 'POST', `${api}/content`, {
      changes: [{ operation: 'update_page', page: pages.Welcome, title: 'Hello' }],
    })
    await reviewer.tab.getByText('an earlier version').first().waitFor()
    expect([author.complaints, author.strangers, reviewer.complaints]).toEqual([[], [], []])
  })

  it('works with the keyboard alone', async () => {
    const { path } = await buildProposal(t, book)
    const { tab, complaints } = await open(ann, path)
    await tab.getByRole('region', { name: 'Install' }).getByText('and a database').waitFor()
    const first = tab.locator('[data-line]').first()
    await first.focus()
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Enter')
    await tab.getByLabel('Write a comment').waitFor()
    await tab.keyboard.type('Seen by keyboard.')
    await tab.keyboard.press('Control+Enter')
    await tab.getByText('Seen by keyboard.').waitFor()
    await tab.keyboard.press('Escape')
    await tab.locator('h1').focus()
    await tab.keyboard.press('r')
    await tab.getByRole('dialog').waitFor()
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })
})
