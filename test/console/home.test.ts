import { describe, expect, it } from 'vitest'
import { groupSpaces } from '../../src/console/app/places/group-spaces.ts'
import organizationScreenQuery from '../../src/generated/console/OrganizationScreenQuery.graphql.ts'
import organizationWaitingQuery from '../../src/generated/console/OrganizationWaitingQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, space, call } = await buildHandbook(t)
const idOf = async (answer: Promise<Record<string, unknown>>) => String((await answer).id)
const collectionAt = (body: object) => idOf(call(ann, 'POST', `/orgs/${organization}/collections`, body))
const spaceAt = (body: object) => idOf(call(ann, 'POST', `/orgs/${organization}/spaces`, body))
const guides = await collectionAt({ title: 'Guides' })
const admins = await collectionAt({ title: 'For admins', parent: guides })
await spaceAt({ title: 'Install guide', parent: guides })
const site = await idOf(call(ann, 'POST', `/orgs/${organization}/sites`, { title: 'Documentation' }))

const changeBy = async (who: typeof ann, subject: string) => {
  const { id } = await call(who, 'POST', `/spaces/${space}/change-requests`, { subject })
  await call(who, 'PATCH', `/spaces/${space}/change-requests/${id}`, { status: 'open' })
  return String(id)
}
const shorten = await changeBy(bo, 'Shorten the guide')
const askAnn = { users: [ann.user.id] }
await call(bo, 'POST', `/spaces/${space}/change-requests/${shorten}/requested-reviewers`, askAnn)

describe.skipIf(hasNoBrowser)(`the home screen${browserNote}`, () => {
  it('shows what waits for the person and where things are, and follows what others do', async () => {
    const person = await open(ann, '', other)
    const { tab } = person
    const region = (name: string) => tab.getByRole('region', { name })
    await region('Waiting for your review').getByRole('link', { name: 'Shorten the guide' }).waitFor()
    await region('Spaces of Acme').getByRole('link', { name: '1 open change request of Handbook' }).waitFor()
    await region('Spaces of Acme').getByRole('heading', { name: 'Guides / For admins' }).waitFor()
    await region('Sites of Acme').getByText('Not published').waitFor()
    await person.expectAccessible()

    await changeBy(ann, 'Explain upgrades')
    await region('Spaces of Acme').getByRole('link', { name: '2 open change requests of Handbook' }).waitFor()
    await region('Your change requests').getByRole('link', { name: 'Explain upgrades' }).waitFor()
    await spaceAt({ title: 'Runbooks', parent: admins })
    await region('Spaces of Acme').getByRole('link', { name: 'Runbooks' }).waitFor()
    const body = { spaceId: space }
    await call(ann, 'POST', `/orgs/${organization}/sites/${site}/site-spaces`, body)
    await call(ann, 'POST', `/orgs/${organization}/sites/${site}/publish`)
    await region('Sites of Acme').getByText('Published', { exact: true }).waitFor()
    await call(bo, 'PATCH', `/spaces/${space}/change-requests/${shorten}`, { subject: 'Shorten it' })
    await region('Waiting for your review').getByRole('link', { name: 'Shorten it' }).waitFor()

    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.keyboard.press('j')
    await tab.keyboard.press('j')
    await tab.keyboard.press('k')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/app/s/${space}/changes/1`)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('says what to do where there is nothing', async () => {
    const stranger = await t.build.buildPerson()
    const nobody = await open(stranger, '')
    await nobody.tab.getByText('You are not a member of an organization yet.').waitFor()
    const { id } = await t.build.buildOrganization({ title: 'New' })
    const first = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const person = await open(first, '')
    await person.tab.getByText('No spaces yet.').waitFor()
    await person.expectAccessible()
    expect([...nobody.complaints, ...person.complaints]).toEqual([])
  })
})

describe.skipIf(hasNoBrowser)(`the screens of an organization and a collection${browserNote}`, () => {
  it('create a space with the keyboard, for those who can', async () => {
    const reader = await open(di, `o/${organization}`)
    await reader.tab.getByRole('main').getByRole('link', { name: 'Install guide' }).waitFor()
    expect(await reader.tab.getByRole('button', { name: 'New space' }).count()).toBe(0)
    await reader.tab.keyboard.press('c')
    expect(await reader.tab.getByRole('dialog').count()).toBe(0)

    const person = await open(ann, `o/${organization}`)
    const { tab } = person
    await tab.getByRole('region', { name: 'Waiting for your review' }).waitFor()
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog', { name: 'New space' })
    await dialog.getByLabel('Collection').waitFor()
    await person.expectAccessible()
    await dialog.getByLabel('Title').fill('Style guide')
    // What is typed is still there after a reload.
    await tab.reload()
    await tab.getByRole('region', { name: 'Waiting for your review' }).waitFor()
    await tab.keyboard.press('c')
    await dialog.getByLabel('Collection').waitFor()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Style guide')
    await dialog.getByRole('radio', { name: '🎨' }).press('Space')
    await dialog.getByLabel('Collection').selectOption({ label: 'Guides / For admins' })
    await dialog.getByLabel('Title').press('Enter')
    await tab.waitForURL(/\/app\/s\/spc_/)
    const [, id] = /\/s\/(spc_\w+)/.exec(tab.url()) ?? []
    const made = await call(ann, 'GET', `/spaces/${id}`)
    expect([made.title, made.emoji, made.parent]).toEqual(['Style guide', '🎨', admins])
    expect(person.complaints).toEqual([])
  })

  it('show a collection with the way to it, and what is added to it', async () => {
    const person = await open(bo, `c/${admins}`, other)
    const { tab } = person
    await person.heading('For admins')
    await spaceAt({ title: 'Backups', parent: admins })
    await tab
      .getByRole('region', { name: 'Spaces of For admins' })
      .getByRole('link', { name: 'Backups' })
      .waitFor()
    await person.expectAccessible()
    await tab.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Guides' }).click()
    await person.heading('Guides')
    await tab.getByRole('region', { name: 'Collections' }).getByRole('link', { name: 'For admins' }).waitFor()
    await collectionAt({ title: 'Archive', parent: guides })
    await tab.getByRole('main').getByRole('link', { name: 'Archive' }).waitFor()
    const wrong = await open(bo, `o/${organization.slice(0, -1)}`)
    await wrong.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })

  it('show the rest of many spaces on request', async () => {
    const { id } = await t.build.buildOrganization({ title: 'Large' })
    const member = await t.build.buildPerson({ organizationId: id, role: 'read' })
    for (let number = 1; number <= 60; number++) {
      await t.build.buildSpace({ organizationId: id, title: `Space ${number}` })
    }
    const { tab } = await open(member, `o/${id}`)
    const spaces = tab.getByRole('region', { name: 'Spaces of Large' })
    await spaces.getByText('50 of 60').waitFor()
    await spaces.getByRole('button', { name: 'Show more' }).click()
    await spaces.getByRole('link', { name: 'Space 60' }).waitFor()
    expect(await spaces.getByRole('link').count()).toBe(60)
  })

  it('say how many more sites and organizations there are than are shown', async () => {
    const { id } = await t.build.buildOrganization({ title: 'Crowded' })
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    for (let number = 1; number <= 22; number++) {
      await call(admin, 'POST', `/orgs/${id}/sites`, { title: `Site ${number}` })
    }
    const { tab } = await open(admin, `o/${id}`)
    const sites = tab.getByRole('region', { name: 'Sites of Crowded' })
    await sites.getByRole('heading', { name: 'Sites 22' }).waitFor()
    const more = sites.getByRole('link', { name: 'and 2 more' })
    expect(await more.getAttribute('href')).toBe(`/app/o/${id}/sites`)
    for (let number = 0; number < 11; number++) await t.build.buildMember({ userId: admin.user.id })
    await tab.goto(`${t.origin}/app/search?q=nothing`)
    await tab.getByText('2 more organizations: choose one in the command menu.').waitFor()
    await tab.goto(`${t.origin}/app/`)
    await tab.getByText('2 more organizations: choose one in the command menu.').waitFor()
  })
})

describe('the documents of the organization screen', () => {
  it('cost at most 14 statements, however much there is', async () => {
    const screen = () => statementsOfDocument(t, ann, organizationScreenQuery, { organization, count: 50 })
    const waiting = await statementsOfDocument(t, ann, organizationWaitingQuery, {
      organization,
      me: ann.user.id,
    })
    for (const title of ['One', 'Two', 'Three']) {
      await spaceAt({ title, parent: await collectionAt({ title: `${title} and more` }) })
      expect((await screen()).statements.length + waiting.statements.length).toBeLessThanOrEqual(14)
    }
  })
})

describe('spaces by collection', () => {
  it('keep their positions, and are shown at the top where the collection above cannot be seen', () => {
    const parent = (id: string) => ({ id, title: id })
    const groups = groupSpaces(
      [
        { id: 'b', title: 'B', position: '2', parent: null },
        { id: 'a', title: 'A', position: '1', parent: { id: 'hidden' } },
        { id: 'c', title: 'C', position: '1', parent: { id: 'b' } },
      ],
      [
        { id: '2', position: 'Z', parent: parent('c') },
        { id: '1', position: 'a', parent: parent('c') },
        { id: '3', position: '1', parent: null },
        { id: '4', position: '1', parent: parent('unread') },
      ],
    )
    expect(
      groups.map(({ collection, above, spaces }) => [collection?.id, above, spaces.map((s) => s.id)]),
    ).toEqual([
      [undefined, [], ['3']],
      ['a', [], []],
      ['b', [], []],
      ['c', ['B'], ['2', '1']],
      ['unread', [], ['4']],
    ])
  })
})
