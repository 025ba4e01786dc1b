import type { Page } from 'playwright-core'
import type { TestApp } from '../support/app.ts'
import { insertIntegration } from '../support/integrations.ts'
import { field } from './editing.ts'
import type { Handbook } from './handbook.ts'
import type { Scene } from './pictures.ts'

const SPEC = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { summary: List pets, responses: { '200': { description: Pets } } }
`

/** Opens the editor of a page in a mode, which the browser keeps. */
const editAs = (mode: 'markdown' | 'rich') => async (tab: Page) => {
  await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
  await tab.reload()
  await field(tab).waitFor()
}

/** Fills an organization with what admins manage, and returns the screens to take pictures of. */
export async function adminScenesOf(t: TestApp, book: Handbook): Promise<Scene[]> {
  const { organization, space, ann, bo, cy, di, call } = book
  const at = `/orgs/${organization}`
  const { id: writers } = await call(ann, 'PUT', `${at}/teams`, { title: 'Writers' })
  const { id: support } = await call(ann, 'PUT', `${at}/teams`, { title: 'Support' })
  await call(ann, 'PUT', `${at}/teams/${writers}/members`, { add: [bo.user.id, cy.user.id] })
  await call(ann, 'PUT', `${at}/teams/${support}/members`, { add: [di.user.id] })
  await call(ann, 'POST', `/spaces/${space}/permissions`, { role: 'review', teams: [writers] })
  await call(ann, 'POST', `/spaces/${space}/permissions`, { role: 'edit', users: [cy.user.id] })
  const { id: collection } = await call(ann, 'POST', `${at}/collections`, { title: 'Products' })
  await call(ann, 'POST', `/collections/${collection}/permissions`, { role: 'comment', teams: [support] })
  const { id: inside } = await call(ann, 'POST', `${at}/spaces`, { title: 'Pets' })
  await call(ann, 'POST', `/spaces/${inside}/move`, { parent: collection })
  await t.db.database.prisma.space.update({ where: { id: String(inside) }, data: { emoji: '' } })
  await call(ann, 'PUT', `${at}/openapi/pets`, { source: { text: SPEC } })
  await call(ann, 'PUT', `${at}/openapi/broken`, { source: { text: `${SPEC}  /broken: [\n` } })
  const { id: webhook } = await call(ann, 'POST', `${at}/webhooks`, {
    url: 'https://example.com/hooks/quire',
    events: ['comment.posted', 'space.content_updated'],
  })
  const now = new Date()
  await t.db.database.prisma.gitConnection.create({
    data: {
      spaceId: String(inside),
      address: 'https://git.example.com/pets.git',
      ref: 'main',
      sealedUrl: '',
      exportOnMerge: true,
      createdAt: now,
      updatedAt: now,
    },
  })
  const { name: integration } = await insertIntegration(t, organization)
  await t.db.database.prisma.user.update({ where: { id: ann.user.id }, data: { isOperator: true } })
  const { id: revision } = await call(ann, 'GET', `/spaces/${space}/content`)
  return [
    { name: 'people', path: `o/${organization}/people` },
    { name: 'invitations', path: `o/${organization}/invitations` },
    { name: 'teams', path: `o/${organization}/teams` },
    { name: 'team', path: `o/${organization}/teams/${writers}` },
    { name: 'specs', path: `o/${organization}/specs` },
    { name: 'spec', path: `o/${organization}/openapi/broken` },
    { name: 'webhooks', path: `o/${organization}/webhooks` },
    { name: 'webhook', path: `o/${organization}/webhooks/${webhook}` },
    { name: 'activity', path: `o/${organization}/activity` },
    { name: 'audit', path: `o/${organization}/audit` },
    { name: 'integrations', path: `o/${organization}/integrations` },
    { name: 'integration', path: `integrations/${integration}` },
    { name: 'translations', path: `o/${organization}/translations` },
    { name: 'watching', path: `o/${organization}/watching` },
    { name: 'organization-settings', path: `o/${organization}/settings` },
    { name: 'instance', path: 'instance' },
    { name: 'instance-users', path: 'instance/users' },
    { name: 'space-settings', path: `s/${space}/~settings` },
    { name: 'collection', path: `c/${collection}` },
    { name: 'collection-access', path: `c/${collection}/~access` },
    { name: 'access', path: `s/${space}/~access` },
    { name: 'git', path: `s/${space}/~git` },
    { name: 'git-connected', path: `s/${inside}/~git` },
    { name: 'revision', path: `s/${space}/revisions/${revision}` },
    { name: 'revision-page', path: `s/${space}/revisions/${revision}/install` },
    { name: 'editor-markdown', path: `s/${space}/install?edit`, prepare: editAs('markdown') },
    { name: 'editor-rich', path: `s/${space}/install?edit`, prepare: editAs('rich') },
  ]
}

/** The page to sign in at. It is the last one: nobody is signed in afterwards. */
export const signInScene: Scene = {
  name: 'sign-in',
  path: '',
  prepare: async (tab) => {
    await tab.context().clearCookies()
    await tab.reload()
    await tab.waitForURL(/\/app\/sign-in/)
    await tab.getByRole('heading', { level: 1 }).waitFor()
  },
}
