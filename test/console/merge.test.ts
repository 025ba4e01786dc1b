import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, other, open } = await consoleForFile()

/** A merge changes the space, so every test has its own. */
async function prepare(status = 'open') {
  const book = await buildHandbook(t)
  return { ...book, ...(await buildProposal(t, book, status)) }
}

describe.skipIf(hasNoBrowser)(`merging in the console${browserNote}`, () => {
  it('asks before it merges a draft, and everybody sees that it is merged', async () => {
    const { ann, bo, path, number } = await prepare('draft')
    const person = await open(ann, path)
    const reader = await open(bo, path, other)
    await reader.tab.getByText('It can be merged.').waitFor()
    await person.tab.getByRole('region', { name: 'Install' }).waitFor()
    await person.tab.locator('h1').focus()
    await person.tab.keyboard.press('m')
    const dialog = person.tab.getByRole('dialog', { name: `Merge #${number}` })
    await dialog.getByText('3 pages of main change.').waitFor()
    await dialog.getByText('No published site').waitFor()
    await dialog.getByText('It is a draft.').waitFor()
    await person.expectAccessible()
    const run = dialog.getByRole('button', { name: 'Merge into main' })
    expect(await run.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('I have read this').check()
    await run.click()
    await dialog.waitFor({ state: 'hidden' })
    for (const { tab } of [person, reader]) {
      await tab.getByText('Merged by Ann Smith').waitFor()
      await tab.getByRole('link', { name: 'See the revision' }).waitFor()
    }
    expect(await person.tab.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0)
    expect([person.complaints, reader.complaints]).toEqual([[], []])
  })

  it('asks against a review, and names missing reviews, open threads and the Git export', async () => {
    const { ann, bo, cy, call, api, space, path, number } = await prepare()
    await call(bo, 'POST', `${api}/requested-reviewers`, { users: [cy.user.id] })
    await call(ann, 'POST', `${api}/reviews`, { status: 'changes-requested' })
    await call(cy, 'POST', `${api}/comments`, { body: { markdown: 'Which database?' } })
    const now = new Date()
    await t.db.database.prisma.gitConnection.create({
      data: {
        spaceId: space,
        address: 'https://git.example.com/handbook.git',
        ref: 'main',
        sealedUrl: '',
        exportOnMerge: true,
        createdAt: now,
        updatedAt: now,
      },
    })
    const person = await open(ann, path)
    await person.press('Merge')
    const dialog = person.tab.getByRole('dialog', { name: `Merge #${number}` })
    for (const text of [
      'Ann Smith requested changes.',
      'The review of Cy Miller is missing.',
      '1 thread is still open.',
      'Exported to Git: https://git.example.com/handbook.git (main).',
    ]) {
      await dialog.getByText(text).waitFor()
    }
    const run = dialog.getByRole('button', { name: 'Merge into main' })
    expect(await run.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('I have read this').check()
    expect(await run.getAttribute('aria-disabled')).toBe('false')
    expect(person.complaints).toEqual([])
  })

  it('does not merge what the person has not seen', async () => {
    const { ann, bo, path, number, pages, change } = await prepare()
    const person = await open(ann, path)
    await person.tab.getByRole('region', { name: 'Install' }).waitFor()
    await change(bo, [{ operation: 'update_page', page: pages.Welcome, title: 'Changed meanwhile' }])
    await person.tab.getByText('Bo Chen changed 1 page').waitFor()
    await person.press('Merge')
    const dialog = person.tab.getByRole('dialog', { name: `Merge #${number}` })
    await dialog.getByRole('button', { name: 'Merge into main' }).click()
    await dialog.getByText('Somebody changed it since you read it.').waitFor()
    await dialog.getByRole('button', { name: 'Show the changes' }).click()
    await person.tab.getByRole('region', { name: 'Changed meanwhile' }).waitFor()
    await person.press('Merge')
    await dialog.getByRole('button', { name: 'Merge into main' }).click()
    await person.tab.getByText('Merged by Ann Smith').waitFor()
    expect(person.complaints).toEqual([])
  })

  it('shows the rules that block it, and lets an admin merge without meeting them', async () => {
    const { ann, bo, call, space, path } = await prepare()
    await call(ann, 'PATCH', `/spaces/${space}`, {
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] },
    })
    const editor = await open(bo, path)
    await editor.tab.getByText('Rules of the space do not allow it yet.').waitFor()
    expect(await editor.tab.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0)
    const admin = await open(ann, path)
    await admin.press('Merge')
    await admin.tab.getByLabel('Merge without meeting the rules').check()
    await admin.press('Merge into main')
    await admin.tab.getByText('Merged by Ann Smith').waitFor()
    await editor.tab.getByText('Merged by Ann Smith').waitFor()
    expect([editor.complaints, admin.complaints]).toEqual([[], []])
  })

  it('leads to the conflicts where main has changed the same lines', async () => {
    const { ann, bo, space, path, pages, change } = await prepare()
    const rewrite = (text: string) => [
      { operation: 'update_page', page: pages.Welcome, document: { markdown: `# Welcome\n\n${text}\n` } },
    ]
    await change(bo, rewrite('Proposed.'))
    await changeContent(t, ann, space, rewrite('On main.'))
    const person = await open(ann, path)
    await person.tab.getByText('Main has changed the same content.').first().waitFor()
    await person.tab.getByRole('button', { name: 'Resolve the conflicts' }).click()
    await person.tab.waitForURL('**?view=conflicts')
    await person.tab.getByRole('link', { name: /Conflicts 1/ }).waitFor()
    expect(person.complaints).toEqual([])
  })

  it('archives and reopens', async () => {
    const { bo, path } = await prepare()
    const person = await open(bo, path)
    await person.press('More actions')
    await person.tab.getByRole('menuitem', { name: 'Archive' }).click()
    await person.tab.getByText('It is archived.').waitFor()
    await person.press('Reopen')
    await person.tab.getByText('It is archived.').waitFor({ state: 'hidden' })
    await person.tab.getByText('It is open for review.').first().waitFor()
    await person.tab.getByRole('button', { name: 'Undo' }).last().click()
    await person.tab.getByText('It is archived.').waitFor()
    expect(person.complaints).toEqual([])
  })
})
