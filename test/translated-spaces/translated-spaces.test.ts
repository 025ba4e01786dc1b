import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { page, SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
const guest = await t.build.buildPerson({ organizationId, role: null })
const owner = new SiteOwner(t, organizationId, admin)

let now = new Date('2026-03-01T08:00:00Z').getTime()
t.clock.now = () => new Date(now)
const later = () => {
  now += 60_000
}

interface RestTranslation {
  space: { id: string; language: string }
  source: { id: string }
  progress: Record<string, number>
}
const restList = async (who: { token: string } = admin) =>
  (
    (await callRest(t, who, 'GET', `/orgs/${organizationId}/translated-spaces`)).body as {
      items: RestTranslation[]
    }
  ).items

interface RestPage {
  state: string
  path: string
  translation?: { path: string }
}
const restPages = async (spaceId: string, query = '') =>
  (
    (await callRest(t, admin, 'GET', `/orgs/${organizationId}/translated-spaces/${spaceId}/pages${query}`))
      .body as {
      items: RestPage[]
    }
  ).items.map(({ state, path, translation }) => [path, state, translation?.path])

const LIST = `query($id: ID!, $state: [TranslatedPageState!]) { organization(id: $id) { translatedSpaces {
  totalCount nodes { space { id } source { id } progress { missing untranslated outdated translated }
    pages(state: $state) { totalCount nodes { state path translatedPath } } } } } }`
interface GraphQLTranslations {
  organization: {
    translatedSpaces: {
      totalCount: number
      nodes: {
        space: { id: string }
        source: { id: string }
        progress: Record<string, number>
        pages: { totalCount: number; nodes: { state: string; path: string; translatedPath: string | null }[] }
      }[]
    }
  }
}
const graphqlList = async (state: string[] | null = null) =>
  (await queried<GraphQLTranslations>(t, admin, LIST, { id: organizationId, state })).organization
    .translatedSpaces

async function translatedSite() {
  const source = await owner.space('Guide', [
    page('Install'),
    page('Configure'),
    page('Upgrade'),
    page('Uninstall'),
  ])
  await owner.send('PATCH', `/spaces/${source.id}`, { language: 'en' })
  const { id: copy } = await owner.send('POST', `/spaces/${source.id}/duplicate`)
  await owner.send('PATCH', `/spaces/${copy}`, { language: 'fr', editMode: 'live' })
  await owner.site([source.id, String(copy)])
  return { source, copy: String(copy) }
}

it('translations have their progress, and the pages that are missing, untranslated and outdated', async () => {
  const { source, copy } = await translatedSite()
  const [install = '', configure = '', upgrade = '', uninstall = ''] = source.pages
  const write = (pageId: string, markdown: string) => ({
    operation: 'update_page',
    page: pageId,
    document: { markdown },
  })
  later()
  await owner.edit(copy, [
    write(install, '# Installer\n\nTexte.\n'),
    write(configure, '# Configurer\n\nTexte.\n'),
    { operation: 'delete_page', page: uninstall },
  ])
  later()
  await owner.edit(source.id, [write(configure, '# Configure\n\nA new text.\n')])

  const progress = { missing: 1, untranslated: 1, outdated: 1, translated: 1 }
  expect(await restList()).toMatchObject([
    { space: { id: copy, language: 'fr' }, source: { id: source.id }, progress },
  ])
  const listed = await graphqlList()
  expect(listed).toMatchObject({
    totalCount: 1,
    nodes: [{ space: { id: copy }, source: { id: source.id }, progress }],
  })
  const pages = [
    ['configure', 'outdated', 'configure'],
    ['install', 'translated', 'install'],
    ['uninstall', 'missing', undefined],
    ['upgrade', 'untranslated', 'upgrade'],
  ]
  expect(await restPages(copy)).toEqual(pages)
  expect(
    listed.nodes[0]?.pages.nodes.map(({ state, path, translatedPath }) => [
      path,
      state.toLowerCase(),
      translatedPath ?? undefined,
    ]),
  ).toEqual(pages)
  expect(await restPages(copy, '?state=outdated&state=missing')).toEqual([pages[0], pages[2]])
  expect((await graphqlList(['OUTDATED'])).nodes[0]?.pages).toMatchObject({ totalCount: 1 })

  // A page without a counterpart by ID has the one at its path.
  await owner.edit(copy, [page('Uninstall', 'Un autre texte.')])
  expect(await restPages(copy, '?state=translated')).toEqual([
    ['install', 'translated', 'install'],
    ['uninstall', 'translated', 'uninstall'],
  ])
  expect(upgrade).not.toBe('')

  // A space that is no translation has no such pages, and who does not see both spaces sees nothing.
  const none = await callRest(t, admin, 'GET', `/orgs/${organizationId}/translated-spaces/${source.id}/pages`)
  expect(none.status).toBe(404)
  expect(await restList(guest)).toEqual([])
  const reader = await t.build.buildPerson({ organizationId, role: 'read' })
  await t.db.database.prisma.space.update({ where: { id: source.id }, data: { defaultLevel: null } })
  expect(await restList(reader)).toEqual([])
  await t.db.database.prisma.space.update({ where: { id: source.id }, data: { defaultLevel: 'inherit' } })
  expect(await restList(reader)).toHaveLength(1)
})

it('translations take the same number of statements, however many there are', async () => {
  const one = await statementsOf(t, () => graphqlList())
  await translatedSite()
  await translatedSite()
  const three = await statementsOf(t, () => graphqlList())
  expect((await restList()).length).toBe(3)
  expect(three.length).toBe(one.length)
})
