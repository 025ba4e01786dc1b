import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook, INSTALL } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, other, open } = await consoleForFile()
const book = await buildHandbook(t)
const { ann, bo, call, space } = book

describe.skipIf(hasNoBrowser)(`two people on two nodes${browserNote}`, () => {
  it('discuss a change request, resolve its conflict and merge it', async () => {
    const { path, number, pages, api } = await buildProposal(t, book)
    await call(bo, 'POST', `${api}/requested-reviewers`, { users: [ann.user.id] })
    await call(ann, 'POST', `/spaces/${space}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pages.Install,
          document: { markdown: INSTALL.replace('Node 20', 'Node 22') },
        },
      ],
    })

    // The reviewer finds it on the home page.
    const reviewer = await open(ann, '')
    await reviewer.tab
      .getByRole('link', { name: /Shorten the install guide/ })
      .first()
      .click()
    await reviewer.heading(`#${number} Shorten the install guide`)
    const author = await open(bo, `${path}?view=talk`, other)
    await author.heading(`#${number} Shorten the install guide`)

    // They discuss it.
    await reviewer.tab.getByRole('link', { name: /^Conversation/ }).click()
    await reviewer.tab.getByLabel('Write a comment').fill('Which version of Node is it?')
    await reviewer.tab.keyboard.press('Control+Enter')
    await author.tab.getByText('Which version of Node is it?').waitFor()
    await author.tab.getByRole('button', { name: 'Write a reply' }).first().click()
    await author.tab.getByRole('textbox', { name: 'Write a reply' }).fill('Version 20, as before.')
    await author.tab.keyboard.press('Control+Enter')
    await reviewer.tab.getByText('Version 20, as before.').waitFor()
    await reviewer.tab.getByRole('button', { name: 'Resolve', exact: true }).first().click()
    await author.tab
      .getByText(/resolved/i)
      .first()
      .waitFor()

    // The author resolves the conflict with main content.
    await author.tab.getByRole('button', { name: 'Resolve the conflicts' }).first().click()
    await author.tab.getByRole('button', { name: 'Mine', exact: true }).first().click()
    await author.tab.getByRole('button', { name: 'Resolve', exact: true }).first().click()
    await author.tab.getByText('1 of 1 resolved').waitFor()

    // The reviewer merges it, and the author sees it.
    await reviewer.tab.getByRole('link', { name: /^Changes/ }).click()
    await reviewer.tab.getByRole('button', { name: 'Merge', exact: true }).first().click()
    const dialog = reviewer.tab.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Merge into main' }).click()
    // The reviewer has not seen yet what the update from main has changed.
    await dialog.getByRole('button', { name: 'Show the changes' }).click()
    await reviewer.tab.getByText(/^Bo Chen changed/).waitFor({ state: 'detached' })
    await reviewer.tab.getByRole('button', { name: 'Merge', exact: true }).first().click()
    await dialog.getByRole('button', { name: 'Merge into main' }).click()
    await author.tab.getByText('Merged', { exact: true }).first().waitFor()
    await author.tab.goto(`${other.origin}/app/s/${space}/install`)
    await author.tab.getByText('You need Node 20 and a database.').waitFor()
    expect([reviewer.complaints, author.complaints]).toEqual([[], []])
  })
})
