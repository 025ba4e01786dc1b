import { describe, expect, it } from 'vitest'
import { redirectLines } from '../../src/console/app/screens/sites/redirects/redirect-lines.ts'
import {
  itemsOf,
  placeAt,
  placeBeside,
  placeOf,
} from '../../src/console/app/screens/sites/structure/structure-items.ts'
import organizationSites from '../../src/generated/console/OrganizationSitesScreenQuery.graphql.ts'
import siteOverview from '../../src/generated/console/SiteOverviewQuery.graphql.ts'
import siteReaders from '../../src/generated/console/SiteReadersQuery.graphql.ts'
import siteRedirects from '../../src/generated/console/SiteRedirectsQuery.graphql.ts'
import siteScreen from '../../src/generated/console/SiteScreenQuery.graphql.ts'
import siteSettings from '../../src/generated/console/SiteSettingsQuery.graphql.ts'
import siteStructure from '../../src/generated/console/SiteStructureQuery.graphql.ts'
import siteTheme from '../../src/generated/console/SiteThemeQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const MAX_LIST_STATEMENTS = 11
/** What is shown follows the answer of the server, which takes long on a busy machine. */
const PATIENT = { timeout: 30_000 }

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, space, call } = await buildHandbook(t)
const api = `/orgs/${organization}/sites`
const idOf = async (answer: Promise<Record<string, unknown>>) => String((await answer).id)
const site = await idOf(call(ann, 'POST', api, { title: 'Documentation', spaces: [space] }))
await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Reference' })

describe.skipIf(hasNoBrowser)(`the screens of a site${browserNote}`, () => {
  it('create and publish a site, and show it to others at once, by what each may do', async () => {
    const reader = await open(di, `sites/${site}`, other)
    await reader.heading('Documentation')
    await reader.tab.getByText('Not published').waitFor()
    expect(await reader.tab.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    const editor = await open(bo, `sites/${site}/structure`, other)
    await editor.tab.getByRole('list', { name: 'Structure' }).getByText('Handbook', { exact: true }).waitFor()
    expect(await editor.tab.getByRole('button', { name: 'Add a section' }).count()).toBe(0)

    const person = await open(ann, `o/${organization}/sites`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Documentation' }).waitFor()
    await tab.keyboard.press('c')
    const create = tab.getByRole('dialog', { name: 'New site' })
    await create.getByLabel('Space').waitFor()
    await person.expectAccessible()
    await create.getByLabel('Title').fill('Second')
    await create.getByRole('button', { name: 'Create the site' }).click()
    await person.heading('Second')
    await tab.getByRole('link', { name: 'Sites', exact: true }).last().click()
    await tab.getByRole('main').getByRole('link', { name: 'Documentation', exact: true }).click()
    await person.heading('Documentation')
    await tab.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = tab.getByRole('dialog', { name: 'Publish Documentation?' })
    await dialog.getByText('Handbook').waitFor()
    await person.expectAccessible()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await tab.getByRole('link', { name: 'Open the site' }).first().waitFor()
    await reader.tab.getByRole('link', { name: 'Open the site' }).first().waitFor()
    await person.expectAccessible()

    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Unpublish' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await reader.tab.getByText('Not published').waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().click()
    await reader.tab.getByRole('link', { name: 'Open the site' }).first().waitFor()

    const wrong = await open(ann, `sites/${site.slice(0, -1)}`)
    await wrong.heading('Nothing here')
    expect([person.complaints, reader.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('arrange sections, groups and variants by keyboard, by dragging, and take it back', async () => {
    const person = await open(ann, `sites/${site}/structure`)
    const { tab } = person
    const rows = tab.getByRole('list', { name: 'Structure' }).getByRole('listitem')
    const orderIs = (titles: readonly string[]) =>
      expect.poll(() => rows.locator('button[dir=auto]').allTextContents(), PATIENT).toEqual(titles)
    const add = async (button: string, fill: Record<string, string>) => {
      await tab.getByRole('button', { name: button }).click()
      const dialog = tab.getByRole('dialog')
      for (const [label, text] of Object.entries(fill)) {
        if (label === 'Space') await dialog.getByLabel(label).selectOption({ label: text })
        else await dialog.getByLabel(label).fill(text)
      }
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await add('Add a section', { 'Title of the section': 'Guides', Space: 'Handbook' })
    await add('Add a section', { 'Title of the section': 'Programs', Space: 'Reference' })
    await orderIs(['Guides', 'Handbook', 'Programs', 'Reference'])
    await add('Add a group', { 'Title of the group': 'More' })
    await orderIs(['Guides', 'Handbook', 'Programs', 'Reference', 'More'])
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('button', { name: 'Programs', exact: true }).focus()
    await tab.keyboard.press('Alt+ArrowUp')
    await orderIs(['Programs', 'Reference', 'Guides', 'Handbook', 'More'])
    await tab.getByRole('button', { name: 'Undo' }).last().click()
    await orderIs(['Guides', 'Handbook', 'Programs', 'Reference', 'More'])
    await rows
      .filter({ hasText: 'Programs' })
      .first()
      .dragTo(rows.filter({ hasText: 'Guides' }).first(), {
        targetPosition: { x: 40, y: 4 },
      })
    await orderIs(['Programs', 'Reference', 'Guides', 'Handbook', 'More'])

    await tab.getByRole('button', { name: 'Actions for Programs' }).click()
    await tab.getByRole('menuitem', { name: 'Move into More' }).click()
    await orderIs(['Guides', 'Handbook', 'More', 'Programs', 'Reference'])
    await tab.getByRole('button', { name: 'Actions for Programs' }).click()
    await tab.getByRole('menuitem', { name: 'Make it the default' }).click()
    await rows.filter({ hasText: 'Programs' }).getByText('Default').waitFor()
    await tab.getByRole('button', { name: 'Programs', exact: true }).click()
    const dialog = tab.getByRole('dialog', { name: 'Programs' })
    await dialog.getByLabel('Title').fill('API')
    await dialog.getByLabel('Name in the address').fill('api')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await orderIs(['Guides', 'Handbook', 'More', 'API', 'Reference'])
    await rows.filter({ hasText: 'API' }).getByText('/api', { exact: true }).waitFor()

    // What cannot be undone is typed.
    await tab.getByRole('button', { name: 'Actions for API' }).click()
    await tab.getByRole('menuitem', { name: 'Remove from the site' }).click()
    const confirm = tab.getByRole('dialog', { name: 'Remove the section API?' })
    expect(await confirm.getByRole('button', { name: 'Remove from the site' }).isDisabled()).toBe(true)
    await confirm.getByLabel('Type “API” to confirm').fill('API')
    await confirm.getByRole('button', { name: 'Remove from the site' }).click()
    await orderIs(['Guides', 'Handbook', 'More'])
    expect(person.complaints).toEqual([])
  })

  it('show what a change request makes of the site, where its space is on one', async () => {
    const book = await buildHandbook(t)
    const { path } = await buildProposal(t, book)
    const person = await open(book.ann, path)
    const { tab } = person
    await tab.getByRole('link', { name: 'Preview' }).waitFor()
    await book.call(book.ann, 'POST', `/orgs/${book.organization}/sites`, {
      title: 'Manual',
      spaces: [book.space],
    })
    await tab.reload()
    const [preview] = await Promise.all([
      tab.context().waitForEvent('page'),
      tab.getByRole('button', { name: 'Preview on Manual' }).click(),
    ])
    await preview.waitForURL(new RegExp(`/sites/${book.organization}/manual/`))
    await preview.getByRole('link', { name: 'Checklist' }).first().waitFor()
    // Readers of a space cannot publish it, so they see its pages in the console.
    const reader = await open(book.di, path)
    await reader.tab.getByRole('link', { name: 'Preview' }).waitFor()
    expect([person.complaints, reader.complaints]).toEqual([[], []])
  })

  it('change the name, the address and the domain, and delete the site once it is typed', async () => {
    const id = await idOf(call(ann, 'POST', api, { title: 'Old name' }))
    const person = await open(ann, `sites/${id}/settings`)
    const { tab } = person
    await tab.getByLabel('Title').fill('New name')
    await tab.getByLabel('Name in the address').fill('new-name')
    await tab.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
    await person.heading('New name')
    const domain = tab.getByRole('region', { name: 'Domain' })
    await domain.getByLabel('Host name').fill('not a host')
    await domain.getByRole('button', { name: 'Save' }).click()
    await domain.getByText('must be a hostname').waitFor()
    await domain.getByLabel('Host name').fill('docs.example.com')
    await domain.getByRole('button', { name: 'Save' }).click()
    await domain.getByText('Point this name to this server').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Delete the site' }).click()
    await tab.getByLabel('Type “New name” to confirm').fill('New name')
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete the site' }).click()
    await tab.waitForURL(`**/app/o/${organization}/sites`)
    expect(person.complaints).toEqual([])
  })
})

describe('the documents of the screens of sites', () => {
  it('cost a bounded number of statements', async () => {
    const documents = [
      ['list', organizationSites, { organization, count: 50 }, MAX_LIST_STATEMENTS],
      ['screen', siteScreen, { site }, 3],
      ['overview', siteOverview, { site }, 4],
      ['structure', siteStructure, { site }, 9],
      ['readers', siteReaders, { site }, 4],
      ['redirects', siteRedirects, { site, search: null, count: 100 }, 5],
      ['settings', siteSettings, { site }, 2],
      ['theme', siteTheme, { site }, 3],
    ] as const
    const over: string[] = []
    for (const title of ['One', 'Two', 'Three']) {
      // However many sites, sections and spaces there are.
      const another = await idOf(call(ann, 'POST', `/orgs/${organization}/spaces`, { title }))
      await call(ann, 'POST', api, { title: `Site ${title}`, spaces: [another] })
      await call(ann, 'POST', `${api}/${site}/sections`, { spaceId: another })
      for (const [name, document, variables, most] of documents) {
        const { statements } = await statementsOfDocument(t, ann, document, variables)
        if (statements.length > most) over.push(`${name}: ${statements.length}`)
      }
    }
    expect(over).toEqual([])
  })
})

describe('the structure of a site', () => {
  const variant = (id: string) => ({
    id,
    title: id,
    path: id,
    default: false,
    condition: null,
    space: { id: `space of ${id}` },
  })
  const section = (id: string, ...variants: string[]) => ({
    ...variant(id),
    icon: null,
    description: null,
    siteSpaces: { nodes: variants.map(variant) },
  })
  const items = itemsOf({
    items: {
      nodes: [
        { __typename: 'SiteSection', ...section('a', 'a1', 'a2') },
        {
          __typename: 'SiteSectionGroup',
          id: 'g',
          title: 'g',
          icon: null,
          sections: { nodes: [section('b', 'b1')] },
        },
      ],
    },
  })
  const item = (id: string) => items.find((each) => each.id === id) as (typeof items)[number]

  it('is a list of rows, each of which moves among its siblings', () => {
    expect(items.map(({ id, depth }) => `${depth}${id}`)).toEqual(['0a', '1a1', '1a2', '0g', '1b', '2b1'])
    expect(placeBeside(items, item('a'), 1)).toEqual({ after: { type: 'SITE_SECTION_GROUP', id: 'g' } })
    expect(placeBeside(items, item('a'), -1)).toBeUndefined()
    expect(placeOf(items, item('a2'))).toEqual({ after: { type: 'SITE_SPACE', id: 'a1' } })
    expect(placeOf(items, item('b'))).toBeUndefined()
  })

  it('lets rows be dropped only where they can be', () => {
    expect(placeAt(item('a'), item('b'), true)).toEqual({ after: { type: 'SITE_SECTION', id: 'b' } })
    expect(placeAt(item('g'), item('b'), true)).toBeUndefined()
    expect(placeAt(item('a1'), item('a'), true)).toBeUndefined()
    expect(placeAt(item('a1'), item('b1'), false)).toEqual({ before: { type: 'SITE_SPACE', id: 'b1' } })
  })
})

describe('redirects in a CSV file', () => {
  it('are read from two columns, with quotes, other separators and a first line of names', () => {
    expect(redirectLines('\uFEFFfrom;to\r\n"/a;b";"say ""hi"""\r\n\r\n/c;d')).toEqual([
      { line: 2, from: '/a;b', to: 'say "hi"' },
      { line: 4, from: '/c', to: 'd' },
    ])
    expect(redirectLines('/one,two\n/three')).toEqual([
      { line: 1, from: '/one', to: 'two' },
      { line: 2, from: '/three', to: '' },
    ])
  })
})
