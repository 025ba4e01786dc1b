import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { log as deLog } from '../../src/console/app/texts/de/log.ts'
import { log as enLog } from '../../src/console/app/texts/en/log.ts'
import { log as jaLog } from '../../src/console/app/texts/ja/log.ts'
import { eventTypes } from '../../src/core/events/events.ts'
import { EVENT_TYPES } from '../../src/generated/console/event-types.ts'
import logScreenQuery from '../../src/generated/console/LogScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, space, call } = await buildHandbook(t)

describe('the types of events that the console knows', () => {
  it('are those of the server', () => {
    const names = eventTypes.names().map((type) => type.replaceAll('.', '_').toUpperCase())
    expect([...EVENT_TYPES].sort()).toEqual(names.sort())
  })

  it.each([
    ['en', enLog],
    ['de', deLog],
    ['ja', jaLog],
  ])('have texts in the language %s', (_language, { resources, actions }) => {
    const without = EVENT_TYPES.filter(
      (type) =>
        !Object.keys(resources).some(
          (resource) => type.startsWith(`${resource}_`) && type.slice(resource.length + 1) in actions,
        ),
    )
    expect(without).toEqual([])
  })
})

describe.skipIf(hasNoBrowser)(`the activity and the audit log of an organization${browserNote}`, () => {
  it('show what happens at once, filtered by the address, and are exported as CSV and JSON', async () => {
    const person = await open(ann, `o/${organization}`, other)
    const { tab } = person
    await tab.getByRole('link', { name: 'Audit log' }).click()
    const events = tab.getByRole('list', { name: 'What happened' })
    await events.getByText('Space: created').waitFor()
    await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject: '=1+1, "quoted"' })
    await events.getByText('Change request: created').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByLabel('Type', { exact: true }).selectOption('change_request_opened')
    await events.getByText('Space: created').waitFor({ state: 'detached' })
    expect(new URL(tab.url()).searchParams.get('type')).toBe('change_request_opened')
    await tab.getByRole('button', { name: 'Choose a person…' }).press('Enter')
    await tab.getByRole('dialog').getByRole('button', { name: 'Ann Smith' }).press('Enter')
    await tab.getByText('No event matches these filters.').waitFor()
    await tab.getByRole('button', { name: /Person/ }).press('Enter')
    await events.getByText('Change request: created').waitFor()
    await tab.getByLabel('Space', { exact: true }).selectOption({ label: 'Handbook' })
    await tab.getByLabel('From').fill('2000-01-01')
    await tab.reload()
    await events.getByText('Change request: created').waitFor()
    await tab.getByLabel('To', { exact: true }).fill('2000-01-02')
    await tab.getByText('No event matches these filters.').waitFor()
    await tab.getByLabel('To', { exact: true }).fill('')
    await events.getByText('Change request: created').waitFor()

    const save = async (format: string) => {
      await tab.getByRole('button', { name: 'Export', exact: true }).press('Enter')
      const [file] = await Promise.all([
        tab.waitForEvent('download'),
        tab.getByRole('menuitem', { name: format }).press('Enter'),
      ])
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
    }
    const csv = await save('As CSV')
    expect(csv.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const [head, row, ...rest] = csv.text.split('\r\n')
    expect(head).toBe('id,time,type,actorId,actor,targetType,targetId,target,spaceId,space,changeRequest')
    expect(row).toContain(`change_request_opened,${bo.user.id},Bo Chen,change_request,`)
    // A spreadsheet must not calculate what somebody has written.
    expect(row).toContain(`,"'=1+1, ""quoted""",${space},Handbook,1`)
    expect(rest).toEqual([''])
    const json = await save('As JSON')
    expect(JSON.parse(json.text)).toMatchObject([{ type: 'change_request_opened', actor: 'Bo Chen' }])
    await tab.getByRole('button', { name: 'Clear the filters' }).press('Enter')
    await events.getByText('Space: created').waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('are read in parts', async () => {
    const { id } = await call(ann, 'POST', '/orgs', { title: 'Busy' })
    for (let count = 0; count < 55; count++)
      await call(ann, 'PATCH', `/orgs/${id}`, { title: `Busy ${count}` })
    for (const view of ['activity', 'audit']) {
      const person = await open(ann, `o/${id}/${view}`)
      const events = person.tab.getByRole('list', { name: 'What happened' })
      await events.waitFor()
      expect(await events.getByRole('listitem').count()).toBe(50)
      await person.tab.getByRole('button', { name: 'Show more' }).click()
      await events.getByText('Organization: created').waitFor()
      expect(await events.getByRole('listitem').count()).toBe(56)
      expect(person.complaints).toEqual([])
    }
  })

  it('show members what they can see, and the audit log only to admins', async () => {
    const person = await open(di, `o/${organization}`)
    await person.tab.getByRole('link', { name: 'Activity' }).click()
    const events = person.tab.getByRole('list', { name: 'What happened' })
    await events.getByText('Space: created').waitFor()
    expect(await person.tab.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await person.tab.goto(`${t.origin}/app/o/${organization}/audit`)
    await person.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })
})

describe('the documents about activity', () => {
  it('cost a constant number of statements', async () => {
    const variables = {
      organization,
      count: 50,
      types: null,
      actor: null,
      space: null,
      since: null,
      until: null,
    }
    const count = async () => {
      const counts: number[] = []
      for (const isAudit of [false, true]) {
        const { statements } = await statementsOfDocument(t, ann, logScreenQuery, { ...variables, isAudit })
        counts.push(statements.length)
      }
      return counts
    }
    const before = await count()
    for (const title of ['One', 'Two', 'Three'])
      await call(ann, 'POST', `/orgs/${organization}/spaces`, { title })
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(10)
  })
})
