import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { checkSites } from '../../src/tools/doctor/site-checks.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { insertInstallation, insertIntegration, insertPlacement } from '../support/integrations.ts'
import { ownSites, type PublishedSiteInTest, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let owner: SiteOwner
let site: PublishedSiteInTest
let installation: string

ownSites(async (made) => {
  owner = made
  site = await owner.site([(await owner.space('Guide', [])).id])
  const integration = await insertIntegration(owner.t, owner.org, {
    name: 'counter',
    scopes: ['site:script:inject'],
  })
  installation = await insertInstallation(owner.t, integration.id, owner.org)
  await insertPlacement(owner.t, installation, { siteId: site.id })
})

it('are reported to the operator where sites share their origin, and so are protected sites', async () => {
  const { t } = owner
  const found = async (environment = {}) =>
    (await checkSites(t.db.url, loadConfig(environment))).filter(({ name }) => name === 'published sites')
  const ok = [{ name: 'published sites', state: 'ok', found: expect.any(String) }]
  expect(await t.app.advice()).toBe(
    'pages of 1 site do not load scripts of integrations, because they are served by path: set SITES_HOST_PATTERN, or a hostname for each of these sites.',
  )
  await site.send('PATCH', '', { visibility: 'visitor-auth' })
  expect(await t.app.advice()).toMatch(
    /^1 protected site shares its origin .*, and pages of 1 site do not load/,
  )
  expect(await found()).toEqual([
    {
      name: 'published sites',
      state: 'warning',
      found: expect.stringMatching(/^1 protected site shares its origin/),
      action: 'Set SITES_HOST_PATTERN, or a hostname for each of these sites.',
    },
  ])
  expect(await found({ SITES_HOST_PATTERN: '*.docs.example.com' })).toEqual(ok)
  await site.send('PATCH', '', { hostname: 'docs.acme.example' })
  expect([await t.app.advice(), await found()]).toEqual([null, ok])
  await site.send('PATCH', '', { hostname: null, visibility: 'public' })
})

interface Loading {
  loaded: boolean
  reason?: string | null
}

/** The answers where scripts and installations of a site are listed. */
const apis = [
  {
    name: 'rest',
    loadings: async (t: TestApp): Promise<Loading[]> => {
      const ask = async (path: string) => (await callRest(t, owner.who, 'GET', path)).body
      const [script] = (await ask(`${site.path}/integration-scripts`)) as { loading: Loading }[]
      const { scripts } = (await ask(`${site.path}/published`)) as { scripts: { loading: Loading }[] }
      const path = `/integrations/counter/installations/${installation}/sites`
      const { items } = (await ask(path)) as { items: { scriptLoading: Loading }[] }
      const one = (await ask(`${path}/${site.id}`)) as { scriptLoading: Loading }
      const all = [script?.loading, scripts[0]?.loading, items[0]?.scriptLoading, one.scriptLoading]
      return all as Loading[]
    },
  },
  {
    name: 'graphql',
    loadings: async (t: TestApp): Promise<Loading[]> => {
      const data = await queried<{
        site: { integrationScripts: { loading: Loading }[] }
        publishedSite: { scripts: { loading: Loading }[] }
        node: { sites: { nodes: { scriptLoading: Loading }[] } }
      }>(
        t,
        owner.who,
        `query($id: ID!, $installation: ID!) {
          site(id: $id) { integrationScripts { loading { loaded reason } } }
          publishedSite(siteId: $id) { scripts { loading { loaded reason } } }
          node(id: $installation) { ... on IntegrationInstallation {
            sites { nodes { scriptLoading { loaded reason } } } } } }`,
        { id: site.id, installation },
      )
      const { site: one, publishedSite, node } = data
      const [first, second, third] = [
        one.integrationScripts[0],
        publishedSite.scripts[0],
        node.sites.nodes[0],
      ]
      return [first?.loading, second?.loading, third?.scriptLoading] as Loading[]
    },
  },
]

describe.each(apis)('the scripts of a site by $name', ({ loadings }) => {
  it('say why pages do not load them, at every kind of address', async () => {
    const { t } = owner
    const refusals = async (node: TestApp) =>
      [...new Set((await loadings(node)).map(({ loaded, reason }) => `${loaded} ${reason ?? ''}`))].join('\n')
    expect(await refusals(t)).toMatch(/^false Pages do not load .* served by path, .* SITES_HOST_PATTERN\.$/)
    await site.send('PATCH', '', { hostname: 'docs.acme.example' })
    expect(await refusals(t)).toBe('true ')
    await site.send('PATCH', '', { proxy: 'acme.example/docs' })
    expect(await refusals(t)).toMatch(/^false .* at the proxy acme\.example\/docs, /)
    await site.send('PATCH', '', { hostname: null, proxy: null })
    const generating = await startApp({
      sharing: t,
      environment: { SITES_HOST_PATTERN: '*.docs.example.com' },
    })
    expect(await refusals(generating)).toBe('true ')
    await generating.close()
  })
})
