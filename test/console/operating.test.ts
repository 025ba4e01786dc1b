import { promises as dns } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { watching } from '../../src/console/app/texts/en/operating.ts'
import { newId } from '../../src/core/ids.ts'
import instanceOverviewQuery from '../../src/generated/console/InstanceOverviewQuery.graphql.ts'
import translationsScreenQuery from '../../src/generated/console/TranslationsScreenQuery.graphql.ts'
import watchingScreenQuery from '../../src/generated/console/WatchingScreenQuery.graphql.ts'
import { modules } from '../../src/modules/index.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, organization, space, call } = await buildHandbook(t)
const { prisma } = t.db.database
const setUp = async () => {
  await prisma.user.update({ where: { id: ann.user.id }, data: { isOperator: true } })
  await prisma.user.update({ where: { id: bo.user.id }, data: { email: 'bo@example.com' } })
}
await setUp()

// Nothing listens there, so that a check of a hostname answers at once that DNS cannot be asked.
dns.setServers(['127.0.0.1:1'])

/** The number of statements that a screen takes. */
const countOf = async (
  query: Parameters<typeof statementsOfDocument>[2],
  variables: Record<string, unknown>,
) => (await statementsOfDocument(t, ann, query, variables)).statements.length

/** A job that no node runs, because it knows none of this name. */
const failedJob = () =>
  prisma.queuedJob.create({
    data: {
      name: 'unknown.work',
      organizationId: organization,
      payload: {},
      runAt: new Date(0),
      failedAt: new Date(),
      attempts: 25,
      maxAttempts: 25,
    },
  })

it('what admins watch has a name for all background work', () => {
  const names = modules.flatMap(({ jobs }) => Object.keys(jobs))
  expect(names.filter((name) => !(name in watching.jobs))).toEqual([])
})

describe.skipIf(hasNoBrowser)(`what admins and operators watch${browserNote}`, () => {
  it('are failures, which can be tried again with the keyboard, and usage with its limits', async () => {
    const job = await failedJob()
    await prisma.gitOperation.create({
      data: {
        id: newId('GitOperation'),
        spaceId: space,
        direction: 'import',
        state: 'failure',
        address: 'https://example.com/docs.git',
        ref: 'refs/heads/main',
        options: {},
        error: 'The branch does not exist.',
        createdAt: new Date(),
        endedAt: new Date(),
      },
    })
    const { id: changeRequestId, number } = await t.build.buildChangeRequest({
      spaceId: space,
      createdById: bo.user.id,
      subject: 'Shorten the guide',
    })
    await prisma.conflict.create({
      data: {
        id: newId('Conflict'),
        changeRequestId,
        spaceId: space,
        kind: 'content',
        subjectType: 'page',
        subject: newId('Page'),
        detail: {},
      },
    })
    const person = await open(ann, `o/${organization}/watching`, other)
    const { tab } = person
    const failures = tab.getByRole('list', { name: 'What has failed' })
    await failures.getByText('The branch does not exist.').waitFor()
    await failures.getByText('1 conflict is not resolved.').waitFor()
    const merge = failures.getByRole('link', { name: 'Open: Shorten the guide' })
    expect(await merge.getAttribute('href')).toBe(`/app/s/${space}/changes/${number}?view=conflicts`)
    await tab.getByRole('group', { name: 'Usage and limits' }).getByText('Members').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('button', { name: 'Try again: unknown.work' }).press('Enter')
    await tab.getByText('It was started again.').first().waitFor()
    await failures.getByText('unknown.work').waitFor({ state: 'detached' })
    expect(await prisma.queuedJob.findUnique({ where: { id: job.id } })).toMatchObject({ failedAt: null })

    await tab.getByLabel('Kind').selectOption('WEBHOOK')
    await tab.getByText('Nothing of this kind has failed.').waitFor()
    expect(tab.url()).toContain('kind=WEBHOOK')
    await tab.getByLabel('Kind').selectOption('')
    await tab.getByRole('link', { name: /^Open: https:\/\/example\.com/ }).press('Enter')
    await tab.waitForURL(`**/s/${space}/~git`)
    expect([person.complaints, person.strangers]).toEqual([[], []])

    const reader = await open(di, `o/${organization}/watching`)
    await reader.heading('Nothing here')
    expect(await countOf(watchingScreenQuery, { organization, count: 50 })).toBeLessThanOrEqual(9)
  })

  it('is the instance: its health and sizes, organizations and accounts', async () => {
    const person = await open(ann, 'instance')
    const { tab } = person
    await person.heading('Instance')
    await tab.getByText(/findings? needs? attention/).waitFor()
    await tab.getByText('No mail server is set').waitFor()
    await tab.getByRole('group', { name: 'Nodes' }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('link', { name: 'Organizations' }).press('Enter')
    await tab.getByLabel('Search by name').fill('acme')
    await tab.getByRole('list', { name: 'Organizations' }).getByText('4 members').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('link', { name: 'Accounts' }).press('Enter')
    await tab.getByLabel('Search by name or e-mail address').fill('bo@example')
    const accounts = tab.getByRole('list', { name: 'Accounts' })
    await accounts.getByText('Bo Chen').waitFor()
    await accounts.getByText('Ann Smith').waitFor({ state: 'detached' })
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Actions for Bo Chen' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Make an operator' }).press('Enter')
    await tab.getByRole('dialog').getByRole('button', { name: 'Make an operator' }).press('Enter')
    await tab.getByText('Bo Chen is an operator now.').first().waitFor()
    const isOperator = async () =>
      (await prisma.user.findUniqueOrThrow({ where: { id: bo.user.id } })).isOperator
    expect(await isOperator()).toBe(true)
    await accounts.getByText('Operator', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Actions for Bo Chen' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'No longer an operator' }).press('Enter')
    await tab.getByText('Bo Chen is no longer an operator.').first().waitFor()
    expect(await isOperator()).toBe(false)

    const disabled = () => prisma.disabledUser.count({ where: { userId: bo.user.id } })
    await tab.getByRole('button', { name: 'Actions for Bo Chen' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Disable the account' }).press('Enter')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByLabel('Type “Bo Chen” to confirm').fill('Bo Chen')
    await tab.keyboard.press('Enter')
    await accounts.getByText('Disabled', { exact: true }).waitFor()
    expect(await disabled()).toBe(1)
    await tab.getByText('The account of Bo Chen was disabled.').first().waitFor()
    await person.undo()
    await accounts.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' })
    expect(await disabled()).toBe(0)
    expect([person.complaints, person.strangers]).toEqual([[], []])

    const admin = await open(di, 'instance')
    await admin.heading('Nothing here')
    expect(await countOf(instanceOverviewQuery, {})).toBeLessThanOrEqual(6)
  })

  it('are translations: lists of languages, and the spaces of each language', async () => {
    await call(ann, 'PATCH', `/spaces/${space}`, { language: 'de' })
    const person = await open(ann, `o/${organization}/translations`)
    const { tab } = person
    await tab.getByText('No list of languages yet.').waitFor()
    await tab.getByRole('list', { name: 'Spaces by language' }).getByText('German').waitFor()
    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('European')
    await dialog.getByRole('checkbox', { name: 'French' }).press('Space')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'New list' }).press('Enter')
    await tab.getByText('European was created.').first().waitFor()
    const lists = tab.getByRole('list', { name: 'Translations' })
    await lists.getByText('French').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    await tab.getByRole('button', { name: 'Change European' }).press('Enter')
    await dialog.getByRole('checkbox', { name: 'Italian' }).press('Space')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await lists.getByText('French, Italian').waitFor()
    await tab.getByRole('button', { name: 'Delete European' }).press('Enter')
    await tab.getByLabel('Type “European” to confirm').fill('European')
    await tab.keyboard.press('Enter')
    await tab.getByText('No list of languages yet.').waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
    const reader = await open(di, `o/${organization}/translations`)
    await reader.tab.getByText('No list of languages yet.').waitFor()
    expect(await reader.tab.getByRole('button', { name: 'New list' }).count()).toBe(0)
    expect(await countOf(translationsScreenQuery, { organization })).toBeLessThanOrEqual(11)
  })

  it('is how far translations are, and which pages are outdated', async () => {
    await call(ann, 'PATCH', `/spaces/${space}`, { language: 'en' })
    const { id: copy } = await call(ann, 'POST', `/spaces/${space}/duplicate`)
    await call(ann, 'PATCH', `/spaces/${copy}`, { title: 'Manuel', language: 'fr', editMode: 'live' })
    const { pages } = (await call(ann, 'GET', `/spaces/${space}/content/pages`)) as {
      pages: { id: string }[]
    }
    const write = (at: unknown, page: unknown, markdown: string) =>
      call(ann, 'POST', `/spaces/${at}/content`, {
        changes: [{ operation: 'update_page', page, document: { markdown } }],
      })
    const [first, second] = pages
    await call(ann, 'PATCH', `/spaces/${space}`, { editMode: 'live' })
    await write(copy, first?.id, '# Bienvenue\n')
    await write(copy, second?.id, '# Installer\n')
    await write(space, second?.id, '# Install\n\nIn another way.\n')
    await call(ann, 'POST', `/orgs/${organization}/sites`, {
      title: 'In two languages',
      spaces: [space, copy],
    })
    const person = await open(ann, `o/${organization}/translations`)
    const { tab } = person
    const progress = tab.getByRole('list', { name: 'Progress', exact: true })
    await progress.getByText('1 of 3 pages up to date').waitFor()
    await progress.getByText('1 outdated, 1 not translated').waitFor()
    await progress.getByText('Pages to translate: Manuel (French)').press('Enter')
    const outdated = progress.getByRole('listitem').filter({ hasText: 'Install' }).last()
    await outdated.getByText('Outdated').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await outdated.getByRole('link').press('Enter')
    await tab.waitForURL(`**/s/${copy}/install`)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is where a guest has access, and why', async () => {
    const guest = await t.build.buildPerson({ organizationId: organization, role: null })
    await prisma.user.update({ where: { id: guest.user.id }, data: { displayName: 'Gil Guest' } })
    await call(ann, 'POST', `/spaces/${space}/permissions`, { users: [guest.user.id], role: 'comment' })
    const person = await open(ann, `o/${organization}/people?search=gil`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Actions for Gil Guest' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Where they have access' }).press('Enter')
    const places = tab.getByRole('list', { name: 'Where they have access' })
    await places.getByRole('link', { name: 'Handbook' }).waitFor()
    await places.getByText('shared with them there').waitFor()
    await places.getByText('Comment').waitFor()
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is what changes for readers, before a site is unpublished, and whether its domain leads here', async () => {
    const { id: site } = (await call(ann, 'POST', `/orgs/${organization}/sites`, {
      title: 'Guide',
      spaces: [space],
    })) as { id: string }
    await call(ann, 'POST', `/orgs/${organization}/sites/${site}/publish`)
    await call(ann, 'PATCH', `/orgs/${organization}/sites/${site}`, { hostname: 'guide.acme.example' })
    await call(ann, 'PATCH', `/orgs/${organization}/sites/${site}`, { proxy: 'acme.example/guide' })
    const person = await open(ann, `sites/${site}/settings`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Check the domain' }).press('Enter')
    await tab.getByText('DNS could not be asked.').waitFor()
    await tab.getByRole('button', { name: 'Check the proxy' }).press('Enter')
    await tab.getByText('DNS could not be asked for acme.example').waitFor()
    await tab.getByRole('button', { name: 'Unpublish' }).press('Enter')
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('Readers no longer see the pages of 1 space').waitFor()
    await dialog.getByText('https://acme.example/guide').waitFor()
    await dialog.getByText('Handbook').waitFor()
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is found in the command menu, with people, sites and specs', async () => {
    const person = await open(ann, `o/${organization}`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Watching' }).waitFor()
    const menu = tab.getByRole('dialog')
    const find = async (text: string, found: string) => {
      await tab.keyboard.press('Control+k')
      await menu.getByRole('combobox').fill(text)
      await menu.getByRole('option', { name: found }).first().waitFor()
    }
    await find('instance acc', 'Instance: accounts')
    await tab.keyboard.press('Enter')
    await tab.waitForURL('**/instance/users')
    await tab.goBack()
    await find('chen', 'Bo Chen')
    await tab.keyboard.press('Escape')
    await find('watching', 'Watching')
    await tab.keyboard.press('Enter')
    await tab.waitForURL('**/watching')

    const reader = await open(di, `o/${organization}`)
    await reader.heading('Acme')
    await reader.tab.keyboard.press('Control+k')
    await reader.tab.getByRole('combobox').fill('instance')
    await reader.tab.getByText('Nothing found. Try other words.').waitFor()
  })
})
