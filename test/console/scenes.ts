import type { Page } from 'playwright-core'
import type { TestApp } from '../support/app.ts'
import { adminScenesOf, signInScene } from './admin-scenes.ts'
import type { Handbook } from './handbook.ts'
import type { Scene } from './pictures.ts'
import { buildProposal } from './proposal.ts'

const press = (keys: string) => async (tab: Page) => {
  await tab.keyboard.press(keys)
  await tab.getByRole('dialog').waitFor()
}
const showRendered = async (tab: Page) => {
  await tab.getByRole('button', { name: 'Rendered', exact: true }).click()
  await tab
    .getByText(/Changed$/)
    .first()
    .waitFor()
}
const showFrame = (tab: Page) => tab.frameLocator('iframe').locator('h1').first().waitFor()
const rightToLeft = (tab: Page) =>
  tab.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })

/** Fills a handbook with what people do in it, and returns the screens to take pictures of. */
export async function scenesOf(t: TestApp, book: Handbook): Promise<Scene[]> {
  const { organization, space, ann, bo, cy, call } = book
  // Addresses made of ids have other widths, and other lines, in every run.
  for (const [name, { user }] of Object.entries({ bo, cy, di: book.di })) {
    const email = `${name}@example.com`
    await t.db.database.prisma.user.update({ where: { id: user.id }, data: { email } })
  }
  // Machines that take pictures have no emoji.
  await t.db.database.prisma.space.update({ where: { id: space }, data: { emoji: '' } })
  const { api, path, pages } = await buildProposal(t, book)
  await call(bo, 'POST', `${api}/requested-reviewers`, { users: [ann.user.id] })
  await call(cy, 'POST', `${api}/reviews`, { status: 'approved' }).catch(() => undefined)
  const { id: comment } = await call(cy, 'POST', `${api}/comments`, {
    page: pages.Install,
    body: { markdown: 'Does this work on **Windows**? @Bo tried it last week.' },
  })
  await call(bo, 'POST', `${api}/comments/${comment}/replies`, { body: { markdown: 'It does.' } })
  await call(cy, 'POST', `/spaces/${space}/comments`, {
    page: pages.Install,
    body: { markdown: 'Which versions of Node are tested?' },
  })
  const { id: other, number } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, {
    subject: 'Upgrade without a stop',
  })) as { id: string; number: number }
  const edit = (text: string) => ({
    changes: [
      {
        operation: 'update_page',
        page: pages.Upgrade,
        document: { markdown: `# Upgrade\n\n${text}\n` },
      },
    ],
  })
  await call(
    bo,
    'POST',
    `/spaces/${space}/change-requests/${other}/content`,
    edit('Start the new server first.'),
  )
  await call(ann, 'POST', `/spaces/${space}/content`, edit('Stop the server, and replace the files.'))
  await call(bo, 'POST', `/spaces/${space}/change-requests/${other}/update`)
  const { id: reference } = await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Reference' })
  await t.db.database.prisma.space.update({ where: { id: String(reference) }, data: { emoji: '' } })
  const sites = `/orgs/${organization}/sites`
  const { id: site } = await call(ann, 'POST', sites, { title: 'Documentation', spaces: [space] })
  await call(ann, 'POST', `${sites}/${site}/sections`, { spaceId: space, title: 'Guides' })
  await call(ann, 'POST', `${sites}/${site}/sections`, { spaceId: reference })
  await call(ann, 'POST', `${sites}/${site}/publish`)
  return [
    { name: 'home', path: '' },
    { name: 'organization', path: `o/${organization}` },
    { name: 'organization-changes', path: `o/${organization}/changes` },
    { name: 'start', path: 'start' },
    { name: 'sites', path: `o/${organization}/sites` },
    { name: 'site', path: `sites/${site}` },
    { name: 'site-structure', path: `sites/${site}/structure` },
    { name: 'site-theme', path: `sites/${site}/theme`, prepare: showFrame },
    { name: 'site-readers', path: `sites/${site}/readers` },
    { name: 'site-redirects', path: `sites/${site}/redirects` },
    { name: 'site-insights', path: `sites/${site}/insights` },
    { name: 'site-settings', path: `sites/${site}/settings` },
    { name: 'inbox', path: 'inbox' },
    { name: 'search', path: 'search?q=install' },
    { name: 'account', path: 'account' },
    { name: 'page', path: `s/${space}/install` },
    { name: 'page-by-path', path: `s/${space}/~page/upgrade` },
    { name: 'space', path: `s/${space}` },
    { name: 'page-right-to-left', path: `s/${space}/install`, prepare: rightToLeft },
    { name: 'space-changes', path: `s/${space}/~changes` },
    { name: 'history', path: `s/${space}/~history` },
    { name: 'files', path: `s/${space}/~files` },
    { name: 'links', path: `s/${space}/~links` },
    { name: 'change-request', path },
    { name: 'proposed-page', path: `${path}/install` },
    { name: 'change-request-right-to-left', path, prepare: rightToLeft },
    { name: 'review', path, prepare: press('r') },
    { name: 'merge', path, prepare: press('m') },
    { name: 'conversation', path: `${path}?view=talk` },
    { name: 'conflicts', path: `s/${space}/changes/${number}?view=conflicts` },
    { name: 'commands', path: 'inbox', prepare: press('Control+k') },
    { name: 'keys', path: 'inbox', prepare: press('?') },
    { name: 'not-found', path: 'nothing-here' },
    ...(await adminScenesOf(t, book)),
    // Last, as the view is kept.
    { name: 'rendered', path, prepare: showRendered },
    signInScene,
  ]
}
