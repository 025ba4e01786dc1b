import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import type { Person } from '../browser/person.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, space, call } = await buildHandbook(t)

const LINES = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`)
const text = (changed: Record<number, string> = {}) =>
  `${LINES.map((line, index) => changed[index + 1] ?? line).join('\n')}\n`

interface Changed {
  changes: { page?: { id: string } }[]
}
const MAIN = `/spaces/${space}`
const change = async (at: string, ...changes: object[]) =>
  (await call(ann, 'POST', `${at}/content?compat=false`, { changes })) as unknown as Changed
const insert = async (at: string, title: string, markdown = text()) =>
  (await change(at, { operation: 'insert_page', title, document: { markdown } })).changes[0]?.page?.id ?? ''
const edit = (page: string, more: object) => ({ operation: 'update_page', page, ...more })
const remove = (page: string) => ({ operation: 'delete_page', page })
const set = (value: string) => ({ operation: 'set_variable', name: 'version', value })
const written = (lines: Record<number, string>) => ({ document: { markdown: text(lines) } })

/** A change request that conflicts with main content in every way that edits can. */
async function clash() {
  const pages: Record<string, string> = {}
  for (const title of [
    'Lines',
    'Renamed',
    'Gone',
    'Dropped',
    'Moved',
    'Left',
    'Right',
    'Parent',
    'Child',
    'Slug',
  ]) {
    pages[title] = await insert(MAIN, title)
  }
  const id = (title: string) => pages[title] ?? ''
  await change(MAIN, set('1'))
  const { id: request, number } = (await call(bo, 'POST', `${MAIN}/change-requests`, {
    subject: 'All kinds',
  })) as {
    id: string
    number: number
  }
  const at = `${MAIN}/change-requests/${request}`
  await change(
    at,
    edit(id('Lines'), written({ 2: 'Mine two', 15: 'Mine fifteen' })),
    edit(id('Renamed'), { title: 'Renamed here' }),
    edit(id('Gone'), written({ 1: 'Edited here' })),
    remove(id('Dropped')),
    edit(id('Moved'), { into: id('Left') }),
    edit(id('Left'), { into: id('Right') }),
    edit(id('Child'), { into: id('Parent') }),
    edit(id('Slug'), { slug: 'same' }),
    set('2'),
  )
  await insert(at, 'New page', 'Mine.\n')
  const other = await insert(MAIN, 'Other')
  await change(
    MAIN,
    edit(id('Lines'), written({ 2: 'Main two', 8: 'Main eight', 15: 'Main fifteen' })),
    edit(id('Renamed'), { title: 'Renamed in main' }),
    remove(id('Gone')),
    edit(id('Dropped'), written({ 1: 'Edited in main' })),
    edit(id('Moved'), { into: id('Right') }),
    edit(id('Right'), { into: id('Left') }),
    remove(id('Parent')),
    edit(other, { slug: 'same' }),
    set('3'),
  )
  await insert(MAIN, 'New page', 'Main.\n')
  return { request, at, path: `s/${space}/changes/${number}?view=conflicts`, lines: id('Lines') }
}

/** Kinds that only imports from Git and computed content lead to are stored as an update stores them. */
async function addRareKinds(changeRequestId: string): Promise<void> {
  const page = { type: 'document', title: 'Reference', slug: 'reference', parent: null }
  const rare = [
    {
      kind: 'computed',
      subjectType: 'page',
      field: 'computed',
      detail: { primary: { page, value: { a: 1 } }, changed: { page, value: { a: 2 } } },
    },
    {
      kind: 'file_file',
      subjectType: 'file',
      detail: { primary: { file: { name: 'main.png' } }, changed: { file: { name: 'mine.png' } } },
    },
    {
      kind: 'reusable_deleted',
      subjectType: 'reusable',
      detail: { primary: null, changed: { reusable: { title: 'Notice' } } },
    },
  ]
  await t.db.database.prisma.conflict.createMany({
    data: rare.map(({ kind, subjectType, field, detail }) => ({
      id: newId('Conflict'),
      kind,
      subjectType,
      subject: newId('Page'),
      field: field ?? null,
      detail: { base: null, ...detail },
      detailBytes: 100,
      changeRequestId,
      spaceId: space,
      createdAt: new Date(),
    })),
  })
}

/** Conflicts about files, the resolved ones first, as an update of so many files stores them. */
async function addFileConflicts(
  changeRequestId: string,
  { resolved, open: left }: { resolved: number; open: number },
): Promise<void> {
  const detail = { primary: { file: { name: 'main.png' } }, changed: { file: { name: 'mine.png' } } }
  await t.db.database.prisma.conflict.createMany({
    data: Array.from({ length: resolved + left }, (_, at) => ({
      id: newId('Conflict'),
      kind: 'file_file',
      subjectType: 'file',
      subject: newId('File'),
      detail: { base: null, ...detail },
      detailBytes: 100,
      changeRequestId,
      spaceId: space,
      createdAt: new Date(Date.now() + at),
      ...(at < resolved ? { resolution: 'changed', resolvedAt: new Date(), resolvedById: bo.user.id } : {}),
    })),
  })
}

const card = ({ tab }: Person, kind: string) =>
  tab.locator(`section[data-kind="${kind}"][data-resolved="false"]`).first()

describe.skipIf(hasNoBrowser)(`the conflicts of a change request${browserNote}`, () => {
  it('are resolved kind by kind with the keyboard, and somebody else sees it at once', async () => {
    const { request, at, path, lines } = await clash()
    const person = await open(bo, path)
    await person.press('Update from main content')
    await card(person, 'EDIT_EDIT').waitFor()
    await addRareKinds(request)
    await person.tab.reload()
    const watching = await open(di, path, other)
    await watching.tab.getByText('0 of 13 resolved').waitFor()
    await watching.tab.getByText('You cannot resolve conflicts here.').waitFor()
    expect(await watching.tab.getByRole('button', { name: 'Resolve' }).count()).toBe(0)

    const texts = person.tab.locator('section', { hasText: 'Both sides changed the same lines.' })
    await texts
      .getByRole('group', { name: 'Conflict 1 of 2' })
      .getByRole('button', { name: 'Both' })
      .press('Enter')
    await texts.getByRole('textbox', { name: 'Result of conflict 2' }).fill('Agreed fifteen')
    await person.tab.reload()
    const second = texts.getByRole('textbox', { name: 'Result of conflict 2' })
    await second.waitFor()
    expect(await second.inputValue()).toBe('Agreed fifteen')
    await person.expectAccessible()
    await texts.getByRole('button', { name: 'Resolve' }).press('Enter')
    await watching.tab.getByText('1 of 13 resolved').waitFor()
    await watching.tab.getByText('Resolved with other content by Bo Chen').waitFor()
    const { markdown } = (await call(ann, 'GET', `${at}/content/page/${lines}`)) as { markdown: string }
    expect(markdown).toBe(text({ 2: 'Main two\nMine two', 8: 'Main eight', 15: 'Agreed fifteen' }))

    const rest: [kind: string, choice: string][] = [
      ['EDIT_EDIT', 'Use main content'],
      ['EDIT_DELETE', 'Keep it as edited here'],
      ['EDIT_DELETE', 'Keep the page of main content'],
      ['MOVE_MOVE', 'Put it where this change has it'],
      ['CYCLE', 'Put it where this change has it'],
      ['MOVE_INTO_DELETED', 'Use main content'],
      ['SLUG_SLUG', 'Keep the address of this change'],
      ['ADD_ADD', 'Use this change'],
      ['EDIT_EDIT', 'Use this change'],
      ['COMPUTED', 'Use this change'],
      ['FILE_FILE', 'Use the file of this change'],
      ['REUSABLE_DELETED', 'Use this change'],
    ]
    for (const [index, [kind, choice]] of rest.entries()) {
      const one = card(person, kind)
      await one.getByRole('radio', { name: choice }).press('Space')
      await one.getByRole('button', { name: 'Resolve' }).press('Enter')
      await person.tab.getByText(`${index + 2} of 13 resolved`).waitFor()
    }
    await watching.tab.getByText('13 of 13 resolved').waitFor()
    // Editors cannot merge.
    const toMerge = { name: 'Continue to merge' }
    expect(await person.tab.getByRole('link', toMerge).count()).toBe(0)
    const { tab: merging } = await open(ann, path)
    await merging.getByRole('link', toMerge).waitFor()
    expect((await call(ann, 'POST', `${at}/merge`)).result).toBe('merge')
    expect([person.complaints, watching.complaints]).toEqual([[], []])
  })
  it('are counted beyond those that are shown, and those to decide come first', async () => {
    const { id, number } = (await call(bo, 'POST', `${MAIN}/change-requests`, { subject: 'Many' })) as {
      id: string
      number: number
    }
    await addFileConflicts(id, { resolved: 100, open: 51 })
    const { tab } = await open(ann, `s/${space}/changes/${number}?view=conflicts`)
    await tab.getByText('100 of 151 resolved').waitFor()
    expect(await tab.getByRole('link', { name: 'Continue to merge' }).count()).toBe(0)
    const cards = tab.locator('section[data-kind]')
    expect(await cards.first().getAttribute('data-resolved')).toBe('false')
    await tab.getByText('50 of 51').waitFor()
    await tab.getByRole('button', { name: 'Show more' }).first().press('Enter')
    await tab.getByText('50 of 51').waitFor({ state: 'detached' })
    expect(await tab.locator('section[data-resolved="false"]').count()).toBe(51)
  })
})
