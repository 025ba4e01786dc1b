import { describe, expect, it, vi } from 'vitest'
import { clientVersions } from '../../src/rest/compatibility/answers.ts'
import { published } from '../../src/rest/compatibility/published.ts'
import { specified } from '../../src/rest/compatibility/specified.ts'
import { appForFile, startApp } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import { StockClient } from './stock-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const environment = { OUTBOUND_ALLOW: '127.0.0.1' }
const t = await appForFile({ environment })
const known = new Set([...Object.values(specified), ...Object.values(published)])

const SPEC = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'OK' } } } } },
})

/** Reads that need more than the ids of their path. */
const queries: Record<string, object> = {
  getEmbedByUrlInSpace: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  getEmbedByUrl: { url: 'https://example.com/about' },
  searchSpaceContent: { query: 'welcome' },
  searchOrganizationContent: { query: 'welcome' },
  getSiteRedirectBySource: { source: '/old' },
}

interface Named {
  id: string
}
interface Listed {
  items: Named[]
}

/** A day of work: a team writes, reviews and publishes, and then reads everything that it made. */
async function workADay(client: StockClient, names: Map<string, string>): Promise<void> {
  const id = (name: string) => names.get(name) ?? ''
  const keep = (name: string, { id: made = '' }: { id?: string }) => {
    names.set(name, made)
    return made
  }
  const org = id('organizationId')

  // People
  await client.call('updateOrganizationById', org, { title: 'Acme' })
  const team = keep('teamId', await client.call('createOrganizationTeam', org, { title: 'Writers' }))
  await client.call('updateTeamInOrganizationById', org, team, { title: 'Authors' })
  await client.call('updateMembersInOrganizationTeam', org, team, { add: [id('otherId')] })
  await client.call('updateMemberInOrganizationById', org, id('otherId'), { role: 'review' })
  await client.call('updateOrganizationMemberLastSeenAt', org)
  keep('inviteId', await client.call('createOrganizationInvite', org, { role: 'edit' }))
  await client.call('updateOrganizationInviteById', org, id('inviteId'), { role: 'comment' })

  // Places
  const collection = keep('collectionId', await client.call('createCollection', org, { title: 'Guides' }))
  await client.call('updateCollectionById', collection, { title: 'Handbooks' })
  const space = keep('spaceId', await client.call('createSpace', org, { title: 'Guide', empty: true }))
  await client.call('updateSpaceById', space, { title: 'The guide' })
  await client.call('moveSpace', space, { parent: collection })
  await client.call('inviteToSpace', space, { users: [id('otherId')], role: 'edit' })
  await client.call('updateUserPermissionInSpace', space, id('otherId'), { role: 'review' })
  await client.call('inviteToSpace', space, { teams: [team], role: 'edit' })
  await client.call('inviteToCollection', collection, { teams: [team], role: 'read' })

  // Content
  const change = keep(
    'changeRequestId',
    await client.call('createChangeRequest', space, { subject: 'First' }),
  )
  await edit(client, space, change, {
    changes: [
      {
        operation: 'insert_page',
        title: 'Welcome',
        slug: 'welcome',
        document: { markdown: 'Welcome here.\n' },
      },
      {
        operation: 'insert_page',
        title: 'Setup',
        slug: 'setup',
        document: { markdown: '# Install\n\nRun it.\n' },
      },
    ],
  })
  const pages = await client.call<{ pages: (Named & { path: string })[] }>(
    'listPagesInChangeRequest',
    space,
    change,
  )
  keep('pageId', pages.pages?.[0] ?? {})
  names.set('pagePath', pages.pages?.[0]?.path ?? '')
  await edit(client, space, change, {
    changes: [
      { operation: 'update_page', page: id('pageId'), document: { markdown: 'Welcome, all of you.\n' } },
    ],
  })
  const said = await client.call('postCommentInChangeRequest', space, change, {
    body: { markdown: 'Shorter?' },
    page: id('pageId'),
  })
  await client.call('updateCommentInChangeRequest', space, change, said.id, {
    body: { markdown: 'Even shorter?' },
  })
  await client.call('postCommentReplyInChangeRequest', space, change, said.id, {
    body: { markdown: 'Done.' },
  })
  await client.call('requestReviewersForChangeRequest', space, change, { users: [id('otherId')] })
  const review = await client.call('submitChangeRequestReview', space, change, { status: 'approved' })
  keep('reviewId', review)
  await client.call('updateChangeRequest', space, change)
  await client.call('mergeChangeRequest', space, change)
  const second = keep(
    'changeRequestId',
    await client.call('createChangeRequest', space, { subject: 'Second' }),
  )
  await edit(client, space, second, {
    changes: [{ operation: 'update_page', page: id('pageId'), document: { markdown: 'Welcome again.\n' } }],
  })
  keep('reviewId', await client.call('submitChangeRequestReview', space, second, { status: 'approved' }))
  const comment = keep(
    'commentId',
    await client.call('postCommentInSpace', space, { body: { markdown: 'Nice.' }, page: id('pageId') }),
  )
  const reply = await client.call('postCommentReplyInSpace', space, comment, {
    body: { markdown: 'Thanks.' },
  })
  keep('commentReplyId', reply)
  names.set('revisionId', (await client.call<{ revision: string }>('getSpaceById', space)).revision)

  // Sites
  const site = keep('siteId', await client.call('createSite', org, { title: 'Docs', spaces: [space] }))
  await client.call('updateSiteById', org, site, { title: 'Acme docs', visibility: 'public' })
  keep('siteSpaceId', (await client.call<Listed>('listSiteSpaces', org, site)).items?.[0] ?? {})
  const { id: copy } = await client.call('duplicateSpace', space)
  const section = await client.call<Named & { siteSpaces: Named[] }>('addSectionToSite', org, site, {
    spaceId: copy,
    title: 'Copy',
  })
  await client.call('updateSiteSectionById', org, site, section.id, { title: 'A copy', description: 'Of it' })
  const group = await client.call('addSectionGroupToSite', org, site, {
    title: 'More',
    sections: [section.id],
  })
  await client.call('updateSiteSectionGroupById', org, site, group.id, { title: 'Even more' })
  await client.call('createSiteShareLink', org, site, { name: 'For friends' })
  await client.call('createSiteRedirect', org, site, {
    source: '/old',
    destination: { kind: 'site-page', siteSpaceId: id('siteSpaceId'), pageId: id('pageId') },
  })
  const look = await client.call<object>('getSiteCustomizationById', org, site)
  await client.call('updateSiteCustomizationById', org, site, look)
  await client.call('publishSite', org, site)
  const published = await client.call<{ urls: { published: string } }>('getSiteById', org, site)
  queries.getPublishedContentByUrl = { url: published.urls?.published ?? '' }
  await client.call('resolvePublishedContentByUrl', { url: published.urls?.published ?? '' })
  await client.call('searchSiteContent', org, site, { query: 'welcome', mode: 'all' })

  // Integrations, specs and translations
  const name = id('integrationName')
  await client.call('publishIntegration', name, {
    organization: org,
    title: 'Counter',
    description: 'Counts pages.',
    scopes: ['site:script:inject'],
    script: 'console.log(1)',
  })
  const installed = await client.call('installIntegration', name, { organization: org })
  keep('installationId', installed)
  await client.call('installIntegrationOnSpace', name, installed.id, { space })
  await client.call('installIntegrationOnSite', name, installed.id, { site })
  await client.call('createOrUpdateOpenAPISpecBySlug', org, 'pets', { source: { text: SPEC } })
  names.set('specSlug', 'pets')
  await runJobs()
  keep('versionId', (await client.call<Listed>('listOpenAPISpecVersions', org, 'pets')).items?.[0] ?? {})
  if (client.has('listOrganizationAuditEvents'))
    keep('auditEventId', (await client.call<Listed>('listOrganizationAuditEvents', org)).items?.[0] ?? {})
}

/** Changes content. Clients before 0.202 cannot, so it is sent without them. */
async function edit(client: StockClient, space: string, change: string, body: object): Promise<void> {
  if (client.has('updateChangeRequestContent')) {
    await client.call('updateChangeRequestContent', space, change, body)
  } else {
    const path = `/spaces/${space}/change-requests/${change}/content`
    expect((await callRest(t, client, 'POST', path, { body })).status).toBe(200)
  }
}

async function runJobs(): Promise<void> {
  const node = await startApp({ sharing: t, environment: { ...environment, RUN_JOBS: 'true' } })
  await node.app.background.idle()
  await node.close()
}

/** Reads everything that has been made, by each operation of the client that this server has. */
async function readAll(client: StockClient, names: Map<string, string>): Promise<void> {
  for (const read of client.reads) {
    const ids = read.names.map((each) => names.get(each))
    if (!known.has(read.id) || !client.has(read.id) || ids.includes(undefined)) continue
    await client.call(read.id, ...ids, queries[read.id] ?? {})
  }
}

/** Takes everything down again. */
async function cleanUp(client: StockClient, names: Map<string, string>): Promise<void> {
  const id = (name: string) => names.get(name) ?? ''
  const org = id('organizationId')
  await client.call('uninstallIntegration', id('integrationName'), id('installationId'))
  await client.call('unpublishIntegration', id('integrationName'))
  await client.call('deleteOpenAPISpecBySlug', org, 'pets')
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
    const { id: organizationId } = await t.build.buildOrganization({ emailDomains: ['acme.example'] })
    const me = await t.build.buildPerson({ organizationId, role: 'admin' })
    const other = await t.build.buildPerson({ organizationId, role: 'edit' })
    const client = await StockClient.of(version, t.origin, me.token)
    const names = new Map([
      ['organizationId', organizationId],
      ['userId', me.user.id],
      ['otherId', other.user.id],
      ['integrationName', `counter-${version.replace('.', '-')}`],
      ['emailDomain', 'acme.example'],
    ])
    await workADay(client, names)
    await readAll(client, names)
    await cleanUp(client, names)
    // Answers are compared with the documents of both clients at the end of every test file (support/contract).
    expect(client.failed).toEqual([])
    expect(client.done.length).toBeGreaterThan(140)
  })
})
