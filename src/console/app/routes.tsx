import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { NotFound } from './frame/Failure.tsx'
import { Frame } from './frame/Frame.tsx'
import { type ScreenModule, screen } from './frame/screen.tsx'
import { beginSpace } from './live/space-cursor.ts'
import type { Parameters } from './parameters.ts'
import { withTexts } from './texts/index.ts'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  // For the types of links: parameters are texts, and each screen reads those that it knows.
  validateSearch: (search: Record<string, unknown>) => search as Parameters,
})
const at = <Path extends string>(path: Path, load: () => Promise<ScreenModule>) =>
  createRoute({ getParentRoute: () => root, path, ...screen(load) })

const space = createRoute({
  getParentRoute: () => root,
  path: '/s/$space',
  ...screen(
    () => import('./screens/space/SpaceScreen.tsx'),
    ({ space = '' }) => beginSpace(space),
  ),
})
const inSpace = <Path extends string>(path: Path, load: () => Promise<ScreenModule>) =>
  createRoute({ getParentRoute: () => space, path, ...screen(load) })

/** A screen about sites, with the texts of sites. */
const aboutSites = (load: () => Promise<ScreenModule>) => () => withTexts(load, 'sites')
/** A screen about people and their access, with their texts. */
const managing = (load: () => Promise<ScreenModule>) => () => withTexts(load, 'managing')
/** A screen about other programs, with their texts. */
const programs = (load: () => Promise<ScreenModule>) => () => withTexts(load, 'programs', 'administration')
/** A screen about how something is set up, with its texts. */
const administration = (load: () => Promise<ScreenModule>) => () =>
  withTexts(load, 'administration', 'collections')
/** A screen of what collections hold, with their texts. */
const collecting = (load: () => Promise<ScreenModule>) => () => withTexts(load, 'collections')
/** A screen about running things, with its texts. */
const operating = (load: () => Promise<ScreenModule>) => () => withTexts(load, 'operating')
const instance = () =>
  withTexts(() => import('./screens/instance/InstanceScreen.tsx'), 'operating', 'managing')
const git = () => withTexts(() => import('./screens/git/GitScreen.tsx'), 'git')
const account = async () => {
  const [code, pages] = await Promise.all([
    import('./screens/account/AccountScreen.tsx'),
    import('../pages/texts/index.ts'),
  ])
  await pages.loadPageTexts()
  return code
}

const page = () => import('./screens/page/PageScreen.tsx')
const changeRequest = () => import('./screens/change-request/ChangeRequestScreen.tsx')
const files = () => withTexts(() => import('./screens/files/FilesScreen.tsx'), 'files')
const links = () => withTexts(() => import('./screens/links/LinksScreen.tsx'), 'files')
const history = () => withTexts(() => import('./screens/history/HistoryScreen.tsx'), 'history')
const revision = () => withTexts(() => import('./screens/revision/RevisionScreen.tsx'), 'history')

const spaceRoutes = space.addChildren([
  inSpace('/', page),
  inSpace('$', page),
  inSpace('~page/$', page),
  inSpace('~changes', () => import('./screens/changes/SpaceChangesScreen.tsx')),
  inSpace('~history', history),
  inSpace('~files', files),
  inSpace('~links', links),
  inSpace(
    '~access',
    managing(() => import('./screens/access/SpaceAccessScreen.tsx')),
  ),
  inSpace('~git', git),
  inSpace(
    '~settings',
    administration(() => import('./screens/settings/SpaceSettingsScreen.tsx')),
  ),
  inSpace('changes/$number', changeRequest),
  inSpace('changes/$number/$', changeRequest),
  inSpace('revisions/$revision', revision),
  inSpace('revisions/$revision/$', revision),
])

const site = createRoute({
  getParentRoute: () => root,
  path: '/sites/$site',
  ...screen(aboutSites(() => import('./screens/sites/SiteScreen.tsx'))),
})
const inSite = <Path extends string>(path: Path, load: () => Promise<ScreenModule>) =>
  createRoute({ getParentRoute: () => site, path, ...screen(aboutSites(load)) })

const siteRoutes = site.addChildren([
  inSite('/', () => import('./screens/sites/SiteOverview.tsx')),
  inSite('structure', () => import('./screens/sites/structure/SiteStructure.tsx')),
  inSite('theme', () => import('./screens/sites/theme/SiteTheme.tsx')),
  inSite('readers', () => import('./screens/sites/readers/SiteReaders.tsx')),
  inSite('redirects', () => import('./screens/sites/redirects/SiteRedirects.tsx')),
  inSite('insights', () => import('./screens/sites/insights/SiteInsights.tsx')),
  inSite('settings', () => import('./screens/sites/settings/SiteSettings.tsx')),
])

export const router = createRouter({
  routeTree: root.addChildren([
    at('/', () => withTexts(() => import('./screens/home/HomeScreen.tsx'), 'inbox')),
    at('/inbox', () => withTexts(() => import('./screens/inbox/InboxScreen.tsx'), 'inbox')),
    at('/search', () => withTexts(() => import('./screens/search/SearchScreen.tsx'), 'search')),
    at('/account', () => withTexts(account, 'account')),
    at(
      '/start',
      aboutSites(() => import('./screens/start/StartScreen.tsx')),
    ),
    at(
      '/o/$organization',
      collecting(() => import('./screens/organization/OrganizationScreen.tsx')),
    ),
    at(
      '/o/$organization/sites',
      aboutSites(() => import('./screens/sites/OrganizationSitesScreen.tsx')),
    ),
    at('/o/$organization/changes', () => import('./screens/changes/OrganizationChangesScreen.tsx')),
    at(
      '/o/$organization/people',
      managing(() => import('./screens/people/PeopleScreen.tsx')),
    ),
    at(
      '/o/$organization/invitations',
      managing(() => import('./screens/invitations/InvitationsScreen.tsx')),
    ),
    at(
      '/o/$organization/teams',
      managing(() => import('./screens/teams/TeamsScreen.tsx')),
    ),
    at(
      '/o/$organization/teams/$team',
      managing(() => import('./screens/teams/TeamScreen.tsx')),
    ),
    at(
      '/o/$organization/specs',
      programs(() => import('./screens/specs/SpecsScreen.tsx')),
    ),
    at(
      '/o/$organization/openapi/$spec',
      programs(() => import('./screens/specs/SpecScreen.tsx')),
    ),
    at(
      '/o/$organization/webhooks',
      programs(() => import('./screens/webhooks/WebhooksScreen.tsx')),
    ),
    at(
      '/o/$organization/webhooks/$webhook',
      programs(() => import('./screens/webhooks/WebhookScreen.tsx')),
    ),
    at(
      '/integrations/$integration',
      administration(() => import('./screens/integrations/IntegrationScreen.tsx')),
    ),
    // What few people open: these routes are not part of what everybody loads.
    at('/o/$organization/$view', () => import('./screens/organization/OrganizationView.tsx')),
    at(
      '/c/$collection',
      collecting(() => import('./screens/collection/CollectionScreen.tsx')),
    ),
    at(
      '/o/$organization/translations',
      operating(() => import('./screens/translations/TranslationsScreen.tsx')),
    ),
    at('/o/$organization/watching', () =>
      withTexts(() => import('./screens/watching/WatchingScreen.tsx'), 'operating', 'programs'),
    ),
    at('/instance', instance),
    at('/instance/$view', instance),
    at(
      '/c/$collection/~access',
      managing(() => import('./screens/access/CollectionAccessScreen.tsx')),
    ),
    spaceRoutes,
    siteRoutes,
  ]),
  basepath: '/app',
  // Texts as they are: the router would read numbers and quoted phrases as JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
