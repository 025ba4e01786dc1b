import { describe, expect, it } from 'vitest'
import { filtersOf, variablesOf } from '../../src/console/app/screens/changes/address-filters.ts'
import organizationChangesQuery from '../../src/generated/console/OrganizationChangesScreenQuery.graphql.ts'
import spaceChangesQuery from '../../src/generated/console/SpaceChangesScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, cy, di, organization, space, call } = await buildHandbook(t)

const at = (id: string) => `/spaces/${space}/change-requests/${id}`
const changeBy = async (who: typeof ann, subject: string, status = 'open') => {
  const { id } = await call(who, 'POST', `/spaces/${space}/change-requests`, { subject })
  if (status !== 'draft') await call(who, 'PATCH', at(String(id)), { status })
  return String(id)
}
const shorten = await changeBy(bo, 'Shorten the guide')
const upgrades = await changeBy(ann, 'Explain upgrades')
await changeBy(ann, 'Remove the old guide', 'archived')
await call(bo, 'POST', `${at(shorten)}/requested-reviewers`, { users: [ann.user.id, cy.user.id] })
await call(ann, 'POST', `${at(shorten)}/reviews`, { status: 'approved' })

describe.skipIf(hasNoBrowser)(`the list of change requests${browserNote}`, () => {
  it('shows the state of each, and what others do on another node', async () => {
    const person = await open(ann, `s/${space}/~changes`, other)
    const { tab } = person
    const row = (name: string) => tab.getByRole('row', { name })
    await row('Shorten the guide').getByText('Ann Smith approved it').waitFor({ state: 'attached' })
    await row('Shorten the guide')
      .getByText('Cy Miller has not reviewed it yet')
      .waitFor({ state: 'attached' })
    await row('Shorten the guide').getByText('Ready').waitFor()
    await tab.getByText('2 change requests').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await call(cy, 'POST', `${at(shorten)}/comments`, { body: { markdown: 'Does this work?' } })
    await row('Shorten the guide').getByText('1 open thread').first().waitFor({ state: 'attached' })
    await call(ann, 'POST', `${at(upgrades)}/requested-reviewers`, { users: [bo.user.id] })
    await call(bo, 'POST', `${at(upgrades)}/reviews`, { status: 'changes-requested' })
    await row('Explain upgrades').getByText('Bo Chen requested changes').waitFor({ state: 'attached' })
    const third = await changeBy(bo, 'Fix typos')
    await row('Fix typos').waitFor()
    await tab.getByText('3 change requests').waitFor()
    await call(ann, 'POST', `${at(third)}/merge`)
    await row('Fix typos').waitFor({ state: 'detached' })
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is filtered by what the address says, and by the keyboard', async () => {
    const person = await open(ann, `o/${organization}/changes?status=archived`)
    const { tab } = person
    await tab.getByRole('row', { name: 'Remove the old guide' }).waitFor()
    await tab.getByRole('link', { name: 'All', exact: true }).click()
    await tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
    await tab.getByLabel('Search by subject or number').fill('guide')
    await tab.getByText('2 change requests').waitFor()
    await tab.getByRole('heading', { level: 1 }).click()
    await tab.keyboard.press('f')
    await tab.getByRole('menu').getByRole('menuitemradio', { name: 'You' }).first().press('Enter')
    await tab.getByText('1 change request', { exact: true }).waitFor()
    expect(new URL(tab.url()).search).toBe(`?status=all&search=guide&creator=${ann.user.id}`)
    await person.expectAccessible()
    await tab.reload()
    await tab.getByRole('row', { name: 'Remove the old guide' }).waitFor()
    await tab.getByRole('button', { name: 'Remove the filter Author' }).click()
    await tab.keyboard.press('f')
    await tab.getByRole('menuitem', { name: 'Choose a person…' }).first().press('Enter')
    await tab.getByRole('dialog').getByLabel('Name').fill('Bo')
    await tab.getByRole('dialog').getByRole('button', { name: 'Bo Chen' }).click()
    await tab.getByText('1 change request', { exact: true }).waitFor()
    await tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
    expect(person.complaints).toEqual([])
  })

  it('archives what is selected, and takes it back', async () => {
    const person = await open(bo, `s/${space}/~changes`)
    const { tab } = person
    const row = tab.getByRole('row', { name: 'Shorten the guide' })
    await row.waitFor()
    await row.getByRole('link').focus()
    await tab.keyboard.press('x')
    await tab.getByRole('toolbar', { name: 'Selected' }).getByText('1 selected').waitFor()
    await person.expectAccessible()
    await person.press('Archive')
    await row.waitFor({ state: 'detached' })
    await person.undo()
    await row.waitFor()
    expect((await call(bo, 'GET', at(shorten))).status).toBe('open')
    expect(person.complaints).toEqual([])
  })

  it('creates change requests for those who can edit', async () => {
    const reader = await open(di, `s/${space}/~changes`)
    await reader.tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
    expect(await reader.tab.getByRole('checkbox').count()).toBe(0)
    expect(await reader.tab.getByRole('button', { name: 'New change request' }).count()).toBe(0)
    const person = await open(bo, `s/${space}/~changes`)
    const { tab } = person
    await tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
    await tab.keyboard.press('c')
    const subject = tab.getByRole('dialog').getByLabel('Subject')
    await subject.fill('Rename the handbook')
    await person.expectAccessible()
    // What is typed is still there after a reload, and gone once the change request exists.
    await tab.reload()
    await tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
    await tab.keyboard.press('c')
    expect(await subject.inputValue()).toBe('Rename the handbook')
    await subject.press('Enter')
    await tab.waitForURL(/\/changes\/\d+$/)
    await tab.goto(`${t.origin}/app/s/${space}/~changes`)
    await tab.getByRole('row', { name: 'Rename the handbook' }).waitFor()
    await tab.keyboard.press('c')
    expect(await subject.inputValue()).toBe('')
    // What they follow would count as statements of what is measured next.
    for (const each of [reader.tab, tab]) await each.context().close()
  })

  it('shows the rest of many on request, and reads no statement more for more of them', async () => {
    const few = await statementsOfDocument(t, ann, spaceChangesQuery, {
      space,
      count: 50,
      ...variablesOf({}),
    })
    expect(few.statements.length, few.statements.join('\n\n')).toBeLessThanOrEqual(9)
    for (let number = 0; number < 52; number++) await changeBy(ann, `Change ${number}`, 'draft')
    for (const [query, place] of [
      [spaceChangesQuery, { space }],
      [organizationChangesQuery, { organization }],
    ] as const) {
      const many = await statementsOfDocument(t, ann, query, { ...place, count: 50, ...variablesOf({}) })
      expect(many.statements.length, many.statements.join('\n\n')).toBeLessThanOrEqual(9)
    }
    const { tab } = await open(di, `s/${space}/~changes`)
    await tab.getByText(/^50 of 5\d$/).waitFor()
    await tab.getByRole('button', { name: 'Show more' }).click()
    await tab.getByRole('row', { name: 'Shorten the guide' }).waitFor()
  })
})

describe('the filters of an address', () => {
  it('leave out what is no filter', () => {
    expect(filtersOf({ status: 'nothing', creator: '', search: '', other: 'x' })).toEqual({})
    const numbered = { search: 12 } as unknown as Record<string, string>
    expect(filtersOf(numbered)).toEqual({ search: '12' })
    expect(variablesOf(filtersOf({ status: 'merged' })).status).toEqual(['MERGED'])
  })
})
