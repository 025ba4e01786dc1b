import { expect } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import type { StockClient } from './stock-client.ts'

/** What a day of work starts with, and what it makes. */
export interface Day {
  t: TestApp
  environment: Record<string, string>
  client: StockClient
  /** Addresses of a Git repository and of a web page. */
  repository: string
  page: string
  /** By the names of path parameters. `changeRequest.` before a name: in operations of change requests. */
  names: Map<string, string>
  /** Reads that need more than the ids of their path. */
  queries: Record<string, object>
}

interface Named {
  id: string
}
interface Listed {
  items: Named[]
}
interface Content {
  pages: (Named & { path: string; documentId?: string })[]
  files: Named[]
  reusableContents: Named[]
}

const SPEC = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'OK' } } } } },
})

/** A day of work: a team writes, reviews and publishes. */
export async function workADay(day: Day): Promise<void> {
  const { client, names, queries } = day
  const id = (name: string) => names.get(name) ?? ''
  const keep = (name: string, { id: made = '' }: { id?: string }) => {
    names.set(name, made)
    return made
  }
  const org = id('organizationId')

  // People
  await client.call('updateOrganizationById', org, { title: 'Acme', hostname: id('subdomain') })
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
  await client.call('importGitRepository', space, {
    url: day.repository,
    ref: 'refs/heads/main',
    force: true,
  })
  await runJobs(day)
  const change = keep(
    'changeRequestId',
    await client.call('createChangeRequest', space, { subject: 'First' }),
  )
  await edit(day, space, change, {
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
      {
        operation: 'insert_files',
        files: [{ name: 'notes.txt', contentType: 'text/plain', base64: btoa('Notes') }],
      },
      { operation: 'insert_reusable_content', title: 'Footer', document: { markdown: 'Ask us.\n' } },
    ],
  })
  const pages = await client.call<{ pages: (Named & { path: string })[] }>(
    'listPagesInChangeRequest',
    space,
    change,
  )
  // Besides the two, the page of the repository.
  expect(pages.pages).toHaveLength(3)
  const welcome = pages.pages.find(({ path }) => path === 'welcome')
  keep('pageId', welcome ?? {})
  names.set('pagePath', welcome?.path ?? '')
  await edit(day, space, change, {
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
  await edit(day, space, second, {
    changes: [{ operation: 'update_page', page: id('pageId'), document: { markdown: 'Welcome again.\n' } }],
  })
  keep('reviewId', await client.call('submitChangeRequestReview', space, second, { status: 'approved' }))
  const remark = keep(
    'changeRequest.commentId',
    await client.call('postCommentInChangeRequest', space, second, {
      body: { markdown: 'Again?' },
      page: id('pageId'),
    }),
  )
  keep(
    'changeRequest.commentReplyId',
    await client.call('postCommentReplyInChangeRequest', space, second, remark, {
      body: { markdown: 'Yes.' },
    }),
  )
  const comment = keep(
    'commentId',
    await client.call('postCommentInSpace', space, { body: { markdown: 'Nice.' }, page: id('pageId') }),
  )
  const reply = await client.call('postCommentReplyInSpace', space, comment, {
    body: { markdown: 'Thanks.' },
  })
  keep('commentReplyId', reply)
  const main = await client.call<{ revision: string; urls: { app: string } }>('getSpaceById', space)
  names.set('revisionId', main.revision)
  queries.getContentByUrl = { url: main.urls?.app }
  const content = await client.call<Content>('getCurrentRevision', space)
  keep('fileId', content.files?.[0] ?? {})
  keep('reusableContentId', content.reusableContents?.[0] ?? {})
  names.set('documentId', content.pages?.find(({ documentId }) => documentId)?.documentId ?? '')

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
  await client.call('updateSiteAdaptiveSchema', org, site, {
    jsonSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { isBeta: { type: 'boolean', description: 'Whether the visitor tests new features.' } },
    },
  })
  if (client.has('inviteToSite')) {
    await client.call('inviteToSite', org, site, { users: [id('otherId')], role: 'edit' })
    await client.call('updateUserPermissionInSite', org, site, id('otherId'), { role: 'review' })
    await client.call('inviteToSite', org, site, { teams: [team], role: 'edit' })
    await client.call('updateTeamPermissionInSite', org, site, team, { role: 'read' })
  }
  const look = await client.call<object>('getSiteCustomizationById', org, site)
  await client.call('updateSiteCustomizationById', org, site, look)
  await client.call('publishSite', org, site)
  const published = await client.call<{ urls: { published: string } }>('getSiteById', org, site)
  queries.getPublishedContentByUrl = { url: published.urls?.published ?? '' }
  await client.call('resolvePublishedContentByUrl', { url: published.urls?.published ?? '' })
  await client.call('searchSiteContent', org, site, { query: 'welcome', mode: 'all' })
  await client.call('updateSiteById', org, site, { hostname: id('hostname') })

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
  await client.call('installIntegrationOnSite', name, installed.id, { siteId: site })
  await client.call('createOrUpdateOpenAPISpecBySlug', org, 'pets', { source: { text: SPEC } })
  names.set('specSlug', 'pets')
  await runJobs(day)
  keep('versionId', (await client.call<Listed>('listOpenAPISpecVersions', org, 'pets')).items?.[0] ?? {})
  await client.call('getComputedRevision', space, {
    source: {
      type: 'builtin:openapi',
      props: { models: true },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
    },
    seed: 'day',
  })
  // The body is that of the specification, as the answer is (see answers.ts).
  keep('translationId', await client.call('createTranslation', org, { title: 'Europe', languages: ['fr'] }))
  const term = { en: 'merge', fr: 'fusionner' }
  await client.call('updateGlossaryEntries', org, { operations: [{ type: 'insert', translations: term }] })
  const terms = await client.call<Listed>('listGlossaryEntries', org)
  const glossaryEntry = keep('glossaryEntryId', terms.items?.[0] ?? {})
  await client.call('updateGlossaryEntries', org, {
    operations: [{ type: 'update', id: glossaryEntry, translations: { ...term, de: 'einpflegen' } }],
  })

  // Imports
  if (client.has('startImportRun')) {
    const run = {
      source: { type: 'website', url: day.page },
      target: { space, changeRequest: second },
    }
    const started = keep('importRunId', await client.call('startImportRun', org, run))
    await runJobs(day)
    const ended = await client.call<{ status: string }>('getImportRun', org, started)
    expect(ended.status).toBe('completed')
    const other = await client.call('startImportRun', org, run)
    await client.call('cancelImportRun', org, other.id)
  }
  if (client.has('listOrganizationAuditEvents'))
    keep('auditEventId', (await client.call<Listed>('listOrganizationAuditEvents', org)).items?.[0] ?? {})
}

/** Changes content. Clients before 0.202 cannot, so it is sent without them. */
async function edit({ t, client }: Day, space: string, change: string, body: object): Promise<void> {
  if (client.has('updateChangeRequestContent')) {
    await client.call('updateChangeRequestContent', space, change, body)
  } else {
    const path = `/spaces/${space}/change-requests/${change}/content`
    expect((await callRest(t, client, 'POST', path, { body })).status).toBe(200)
  }
}

/** Runs what waits in the background. */
async function runJobs({ t, environment }: Day): Promise<void> {
  const node = await startApp({ sharing: t, environment: { ...environment, RUN_JOBS: 'true' } })
  await node.app.background.idle()
  await node.close()
}
