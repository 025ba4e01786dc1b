import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import siteFeedback from '../../src/generated/console/SiteFeedbackQuery.graphql.ts'
import siteInsights from '../../src/generated/console/SiteInsightsQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, di, organization, space, call } = await buildHandbook(t)

const { prisma } = t.db.database
const siteId = String(
  (await call(ann, 'POST', `/orgs/${organization}/sites`, { title: 'Documentation', spaces: [space] })).id,
)
const { id: siteSpaceId } = await prisma.siteSpace.findFirstOrThrow({ where: { siteId } })
const rate = (pageTitle: string, rating: string, comment?: string) =>
  prisma.siteFeedback.create({
    data: {
      id: newId('SiteFeedback'),
      ...{ siteId, siteSpaceId, spaceId: space, pageId: 'pag_1', pageTitle, rating },
      ...(comment !== undefined && { comment }),
      createdAt: new Date(),
    },
  })
await rate('Welcome', 'good')
await rate('Install', 'bad', 'The second step fails.')

describe.skipIf(hasNoBrowser)(`the insights of a site${browserNote}`, () => {
  it('show what readers did and said, and delete what they said', async () => {
    const person = await open(ann, `sites/${siteId}`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Insights' }).click()
    const feedback = tab.getByRole('list', { name: 'Feedback' })
    await feedback.getByText('The second step fails.').waitFor()
    await tab.getByRole('img', { name: 'Views on each of 30 days, 0 in all.' }).waitFor()
    await tab.getByText('Numbers by day').click()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByLabel('Period').selectOption('7')
    await tab.getByRole('img', { name: 'Views on each of 7 days, 0 in all.' }).waitFor()
    await tab.getByLabel('Rating').selectOption('GOOD')
    await feedback.getByText('The second step fails.').waitFor({ state: 'detached' })
    await tab.getByLabel('Rating').selectOption('')
    await tab.getByLabel('With a comment only').check()
    await feedback.getByText('Welcome').waitFor({ state: 'detached' })

    const reader = await open(di, `sites/${siteId}/insights`, other)
    await reader.tab.getByText('The second step fails.').waitFor()
    expect(await reader.tab.getByRole('button', { name: 'Delete the feedback on Install' }).count()).toBe(0)
    await tab.getByRole('button', { name: 'Delete the feedback on Install' }).click()
    await tab.getByLabel('Type “Install” to confirm').fill('install')
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete the feedback' }).click()
    await tab.getByText('No feedback is like this.').waitFor()
    await reader.tab.getByText('The second step fails.').waitFor({ state: 'detached' })
    expect([person.complaints, reader.complaints, person.strangers]).toEqual([[], [], []])
  })
})

describe.skipIf(hasNoBrowser)(`the data of an account${browserNote}`, () => {
  it('are downloaded, and erased once the name was typed', async () => {
    const eve = await t.build.buildPerson({ organizationId: organization, role: 'read' })
    await prisma.user.update({ where: { id: eve.user.id }, data: { displayName: 'Eve Adams' } })
    const person = await open(eve, 'account')
    const { tab } = person
    const [file] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    await tab.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Type “Eve Adams” to confirm').fill('Eve Adams')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await tab.waitForURL('**/app/sign-in')
    expect(await prisma.user.findFirst({ where: { id: eve.user.id, deletedAt: null } })).toBeNull()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})

describe('the documents about insights', () => {
  it('cost a constant number of statements', async () => {
    const count = async () => [
      (await statementsOfDocument(t, ann, siteInsights, { site: siteId, from: '2026-01-01' })).statements
        .length,
      (await statementsOfDocument(t, ann, siteFeedback, { site: siteId, count: 50 })).statements.length,
    ]
    const before = await count()
    await rate('Upgrade', 'ok', 'Fine.')
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(11)
  })
})
