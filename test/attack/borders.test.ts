import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { claimCommit } from '../git/claimed-commit.ts'
import { GitSpace, type GitWorld, startGitWorld } from '../git/git-space.ts'
import type { Person } from '../support/factories.ts'
import { open, type PublishedSiteInTest, page, SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'
import { figure } from './figures.ts'

const SECRET = 'The merger closes on Friday.'
const HOSTNAME = 'docs.example.org'

let world: GitWorld
let victim: SiteOwner
let stranger: SiteOwner
/** A member of the organization of the victim who can create sites, without access to its closed space. */
let creator: Person
let closed: string
let site: PublishedSiteInTest

beforeAll(async () => {
  world = await startGitWorld()
  const { t, organizationId, token } = world
  victim = new SiteOwner(t, organizationId, { token })
  const { id } = await t.build.buildOrganization()
  stranger = new SiteOwner(t, id, await t.build.buildPerson({ organizationId: id, role: 'admin' }))
  creator = await t.build.buildPerson({ organizationId, role: 'create' })
  closed = (await victim.space('Closed', [page('Vault', SECRET)])).id
  await t.db.database.prisma.space.update({ where: { id: closed }, data: { defaultLevel: null } })
  const lobby = await victim.space('Open', [page('Start', 'For all.')])
  site = await victim.site([lobby.id, closed])
  await site.send('POST', '/unpublish')
})
afterAll(() => world?.close())

const pagesOf = async (base: string): Promise<string> => {
  const paths = ['/', '/closed/vault', '/llms-full.txt', '/~search?q=merger&scope=all']
  return (await Promise.all(paths.map((path) => open(world.t, base + path)))).map(({ body }) => body).join('')
}

async function preview(): Promise<string> {
  const { body } = await callRest(world.t, creator, 'GET', `${site.path}/publishing/preview`)
  const token = new URL(String((body as { url: string }).url)).searchParams.get('preview') ?? ''
  expect(token).not.toBe('')
  return pagesOf(`${site.base}/~preview/${token}`)
}

async function publish(): Promise<string> {
  await callRest(world.t, creator, 'POST', `${site.path}/publish`)
  return pagesOf(site.base)
}

async function addToOwnSite(who: SiteOwner): Promise<string> {
  const own = await callRest(world.t, who.who, 'POST', `/orgs/${who.org}/sites`, {
    body: { title: 'Mine', spaces: [closed] },
  })
  const { id, basename } = own.body as { id?: string; basename?: string }
  if (id === undefined) return ''
  await callRest(world.t, who.who, 'POST', `/orgs/${who.org}/sites/${id}/publish`)
  return pagesOf(`/sites/${who.org}/${basename}`)
}

async function readByCommitId(): Promise<string> {
  const repository = world.server.repository('closed', { credentials: 'bot:secret' })
  const commit = repository.push({ 'README.md': `# Plans\n\n${SECRET}\n` })
  await (await GitSpace.create(world)).import(repository.privateUrl)
  const { id } = await world.t.build.buildSpace({ organizationId: stranger.org })
  const mine = new GitSpace(world, id, stranger.who.token)
  const url = claimCommit(world.server, 'claimed', commit)
  for (const repoCacheID of [undefined, repository.url, repository.privateUrl]) {
    await mine.import(url, repoCacheID === undefined ? {} : { repoCacheID })
  }
  const { body } = await callRest(world.t, stranger.who, 'GET', `/spaces/${id}/content`)
  const { body: found } = await callRest(world.t, stranger.who, 'GET', `/spaces/${id}/search?query=merger`)
  return JSON.stringify([body, found]).includes('Plans') ? SECRET : ''
}

/** A script that is loaded by path has the origin of every other site by path. */
async function loadScript(): Promise<string> {
  const { org } = stranger
  const bait = await stranger.site([(await stranger.space('Bait', [page('Bait')])).id])
  const script = 'document.title = "loaded"'
  const described = { organization: org, title: 'Spy', description: 'Reads other sites.', script }
  await stranger.send('POST', '/integrations/spy', { ...described, scopes: ['site:script:inject'] })
  const { id } = await stranger.send('POST', '/integrations/spy/installations', { organization: org })
  await stranger.send('POST', `/integrations/spy/installations/${id}/sites`, { siteId: bait.id })
  const { body } = await bait.open('/')
  return body.includes('~scripts') ? SECRET : ''
}

/** Only the hostname of the API serves the APIs. */
async function openSocketOnSite(): Promise<string> {
  await stranger.t.db.database.prisma.site.updateMany({
    where: { organizationId: stranger.org },
    data: { hostname: HOSTNAME },
  })
  const socket = new WebSocket(`${world.t.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { host: HOSTNAME },
  })
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.terminate()
  return opened ? SECRET : ''
}

test('nothing of another organization, and nothing of a closed space, is seen', async () => {
  const attempts: Record<string, () => Promise<string>> = {
    'a preview of a site with a closed space': preview,
    'publishing a site with a closed space': publish,
    'a site of a creator with a closed space': () =>
      addToOwnSite(new SiteOwner(world.t, victim.org, creator)),
    'a site of a stranger with a closed space': () => addToOwnSite(stranger),
    'a commit id of a private repository': readByCommitId,
    'a script on a site that is served by path': loadScript,
    'a socket at the hostname of a site': openSocketOnSite,
  }
  const crossed: string[] = []
  for (const [name, attempt] of Object.entries(attempts)) {
    if ((await attempt()).includes(SECRET)) crossed.push(name)
  }
  // The owner sees the secret at the same addresses, so that a wrong address does not look like a closed border.
  await site.send('POST', '/publish')
  expect(await pagesOf(site.base)).toContain(SECRET)
  expect(crossed).toEqual([])
  figure(`crossings of borders, in ${Object.keys(attempts).length} attempts`, crossed.length, { exactly: 0 })
})
