import { afterAll, describe, expect, it, vi } from 'vitest'
import { clientVersions } from '../../src/rest/compatibility/answers.ts'
import { published } from '../../src/rest/compatibility/published.ts'
import { specified } from '../../src/rest/compatibility/specified.ts'
import { appForFile } from '../support/app.ts'
import { startGitServer } from '../support/git-server.ts'
import { serveWeb } from '../support/web.ts'
import { type Day, workADay } from './day-of-work.ts'
import { StockClient } from './stock-client.ts'

vi.setConfig({ testTimeout: 180_000 })

const environment = { OUTBOUND_ALLOW: '127.0.0.1' }
const t = await appForFile({ environment })
const server = await startGitServer()
afterAll(() => server.close())
const known = new Set([...Object.values(specified), ...Object.values(published)])

/** Reads that need more than the ids of their path. */
const queries: Record<string, object> = {
  getEmbedByUrlInSpace: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  getEmbedByUrl: { url: 'https://example.com/about' },
  searchSpaceContent: { query: 'welcome' },
  searchOrganizationContent: { query: 'welcome' },
  getSiteRedirectBySource: { source: '/old' },
}

/** Not built yet, as docs/rest-api.md says: this server sends integrations no events, and keeps none for them. */
const notHere = ['listIntegrationEvents', 'getIntegrationEvent']

/** Reads everything that has been made, by each operation of the client that this server has. Returns what is left. */
async function readAll({ client, names, queries }: Day): Promise<string[]> {
  const left: string[] = []
  for (const read of client.reads.filter(({ id }) => known.has(id) && !notHere.includes(id))) {
    const inChangeRequest = read.names.includes('changeRequestId')
    const ids = read.names.map(
      (each) => (inChangeRequest && names.get(`changeRequest.${each}`)) || names.get(each),
    )
    if (ids.includes(undefined) || !client.has(read.id)) left.push(read.id)
    else await client.call(read.id, ...ids, queries[read.id] ?? {})
  }
  return left
}

/** Takes everything down again. */
async function cleanUp({ client, names }: Day): Promise<void> {
  const id = (name: string) => names.get(name) ?? ''
  const org = id('organizationId')
  await client.call('uninstallIntegration', id('integrationName'), id('installationId'))
  await client.call('unpublishIntegration', id('integrationName'))
  await client.call('deleteOpenAPISpecBySlug', org, 'pets')
  await client.call('deleteTranslation', org, id('translationId'))
  await client.call('updateGlossaryEntries', org, {
    operations: [{ type: 'delete', id: id('glossaryEntryId') }],
  })
  if (client.has('inviteToSite')) {
    await client.call('removeUserFromSite', org, id('siteId'), id('otherId'))
    await client.call('removeTeamFromSite', org, id('siteId'), id('teamId'))
  }
  await client.call('removeCustomHostname', id('hostname'))
  await client.call('unpublishSite', org, id('siteId'))
  await client.call('deleteSiteById', org, id('siteId'))
  await client.call('deleteCommentReplyInSpace', id('spaceId'), id('commentId'), id('commentReplyId'))
  await client.call('deleteCommentInSpace', id('spaceId'), id('commentId'))
  await client.call('deleteOrganizationInviteById', org, id('inviteId'))
  await client.call('removeTeamFromSpace', id('spaceId'), id('teamId'))
  await client.call('removeUserFromSpace', id('spaceId'), id('otherId'))
  await client.call('deleteSpaceById', id('spaceId'))
  await client.call('restoreSpace', id('spaceId'))
  await client.call('removeTeamFromOrganizationById', org, id('teamId'))
}

describe.each(clientVersions)('a day with the client %s from npm', (version) => {
  it('has no failed step, and every answer is what the client expects, or a listed difference', async () => {
    const web = await serveWeb((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<h1>Guide</h1><p>Hello there.</p>')
    })
    const { id: organizationId } = await t.build.buildOrganization({ emailDomains: ['acme.example'] })
    const me = await t.build.buildPerson({ organizationId, role: 'admin' })
    const other = await t.build.buildPerson({ organizationId, role: 'edit' })
    const repository = server.repository(`guide-${version}`)
    repository.push({ 'README.md': '# Hello\n\nThe first page.\n' })
    const client = await StockClient.of(version, t.origin, me.token)
    const names = new Map([
      ['organizationId', organizationId],
      ['userId', me.user.id],
      ['otherId', other.user.id],
      ['integrationName', `counter-${version.replace('.', '-')}`],
      ['emailDomain', 'acme.example'],
      ['subdomain', `acme-${version.replace('.', '-')}`],
      ['hostname', `docs-${version}.acme.example`],
    ])
    const day: Day = {
      t,
      environment,
      client,
      repository: repository.url,
      page: `${web.origin}/guide.html`,
      names,
      queries: { ...queries },
    }
    await workADay(day)
    const left = await readAll(day)
    await cleanUp(day)
    // Answers are compared with the documents of both clients at the end of every test file (support/contract).
    expect(client.failed).toEqual([])
    expect(left).toEqual([])
    expect(client.done.length).toBeGreaterThan(210)
  })
})
