import { describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { insertPages } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { follow } from '../support/live.ts'
import { callRest } from '../support/rest-api.ts'
import { screenDocuments } from '../support/screen-documents.ts'

const documents = screenDocuments('home', 'spaces', 'change-requests', 'organizations', 'sites')
const textOf = (name: string) => documents.find((each) => each.name === name)?.text ?? ''
const named = (kind: string) => documents.flatMap((each) => (each.kind === kind ? each.name : []))

const t = await appForFile()
const organization = await t.build.buildOrganization()
const org = organization.id
const person = (role: 'admin' | 'edit' | 'review') => t.build.buildPerson({ organizationId: org, role })
const [admin, author, reviewer] = [await person('admin'), await person('edit'), await person('review')]
const me = admin.user.id

async function send(method: string, path: string, body?: object, who = admin): Promise<{ id: string }> {
  const answer = await callRest(t, who, method, path, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(answer.trace)
  return answer.body as { id: string }
}

/** A space on a site, with a change request that somebody reviews. */
async function world() {
  const { id: collection } = await t.build.buildCollection({ organizationId: org })
  const { id: space } = await t.build.buildSpace({ organizationId: org, parentId: collection })
  const [page = ''] = await insertPages(t, admin, space, [{ title: 'Start', markdown: 'One.\n\nTwo.\n' }])
  const { id: site } = await send('POST', `/orgs/${org}/sites`, { title: 'Docs', spaces: [space] })
  await send('PUT', `/orgs/${org}/openapi/shop`, { source: { text: SPEC } })
  const changeRequests = `/spaces/${space}/change-requests`
  const { id, number } = (await send('POST', changeRequests, { subject: 'Better' }, author)) as {
    id: string
    number: number
  }
  const path = `${changeRequests}/${id}`
  await send('POST', `${path}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown: 'First.\n\nTwo.\n' } }],
  })
  await send('POST', `${path}/requested-reviewers`, { users: [reviewer.user.id] }, author)
  const comment = await send('POST', `${path}/comments`, { body: { markdown: 'Why?' }, page }, reviewer)
  await send('POST', `${path}/comments/${comment.id}/replies`, { body: { markdown: 'So.' } }, author)
  return { collection, space, page, site, id, number, comment: comment.id }
}

const SPEC = `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths: {}
`

type World = Awaited<ReturnType<typeof world>>

const bodyOf = (markdown: string) => ({ markdown })

/** The variables of each document. */
const variables: Record<string, (at: World) => Record<string, unknown>> = {
  Shell: () => ({}),
  OrganizationHome: () => ({ org, me }),
  CollectionScreen: ({ collection }) => ({ id: collection }),
  SearchEverywhere: () => ({ org, q: 'start' }),
  Account: () => ({}),
  SpaceFrame: ({ space }) => ({ space }),
  PageByPath: ({ space }) => ({ space, path: 'start' }),
  SpaceAccess: ({ space }) => ({ space }),
  ChangeRequestList: ({ space }) => ({ space, status: ['DRAFT', 'OPEN'] }),
  ChangeRequestHead: ({ space, number }) => ({ space, number }),
  People: () => ({ org, search: '', role: ['ADMIN', 'EDIT'] }),
  Specs: () => ({ org, slug: 'shop' }),
  Activity: () => ({ org, types: ['SPACE_CONTENT_UPDATED', 'COMMENT_POSTED'] }),
  Audit: () => ({ org, actor: me }),
  WebhooksAndIntegrations: () => ({ org }),
  SiteScreen: ({ site }) => ({ site }),
  MintToken: () => ({ i: { label: 'Script', scopes: ['SPACE_READ'] } }),
  ConnectGit: ({ space }) => ({
    i: { spaceId: space, url: 'https://example.com/a.git', ref: 'refs/heads/main' },
  }),
  NewChangeRequest: ({ space }) => ({ i: { spaceId: space, subject: 'Another' } }),
  Save: ({ id, page }) => ({
    i: { changeRequestId: id, changes: [{ updatePage: { page, markdown: 'First.\n\nSecond.\n' } }] },
  }),
  RequestReview: ({ id }) => ({ i: { changeRequestId: id, users: [me] } }),
  Review: ({ id, page }) => ({
    i: {
      changeRequestId: id,
      status: 'APPROVED',
      comment: bodyOf('Good.'),
      comments: [{ body: bodyOf('Here'), page }],
    },
  }),
  Post: ({ id, page }) => ({ i: { changeRequestId: id, page, body: bodyOf('When?') } }),
  Reply: ({ comment }) => ({ i: { commentId: comment, body: bodyOf('Now.') } }),
  EditComment: ({ comment }) => ({ i: { commentId: comment, resolved: true, addedReactions: ['👍'] } }),
  Merge: ({ id }) => ({ i: { changeRequestId: id } }),
  UpdateFromMain: ({ id }) => ({ i: { changeRequestId: id } }),
  Invite: () => ({ i: { organizationId: org, emails: [{ email: 'new@example.com' }], role: 'READ' } }),
  InviteLink: () => ({ i: { organizationId: org, role: 'READ' } }),
  AddSpec: () => ({ i: { organizationId: org, specSlug: 'other', source: { text: SPEC } } }),
  Publish: ({ site }) => ({ i: { siteId: site } }),
  NewSite: ({ space }) => ({ i: { organizationId: org, title: 'Other', spaces: [space] } }),
  OrganizationLive: () => ({ org }),
  SpaceLive: ({ space }) => ({ space }),
}

/** What the queries show. Mutations have a world of their own. */
const shown = await world()

/** The paths of what is null, of the values at the top. */
const missing = (data: object): string[] =>
  Object.entries(data).flatMap(([key, value]) => (value === null ? [key] : []))

describe('the documents of the screens', () => {
  it('all have variables here', () => {
    expect(documents.map(({ name }) => name).toSorted()).toEqual(Object.keys(variables).toSorted())
  })

  it.each([...named('query'), ...named('mutation')])('%s is answered', async (name) => {
    const at = named('query').includes(name) ? shown : await world()
    const given = variables[name]?.(at) ?? {}
    const data = await queried<object>(t, admin, textOf(name), given)
    expect(missing(data)).toEqual([])
    const [first] = Object.values(data) as object[]
    expect(Object.keys(first ?? {}).length).toBeGreaterThan(0)
  })

  it.each(named('subscription'))('%s reports a comment', async (name) => {
    const at = await world()
    const payload = { query: textOf(name), variables: variables[name]?.(at) ?? {} }
    const live = await follow('WebSocket', t, admin.token, payload)
    const path = `/spaces/${at.space}/change-requests/${at.id}/comments`
    const comment = await send('POST', path, { body: bodyOf('Live') }, reviewer)
    const { data, errors } = await live.results.next()
    expect(errors).toBeUndefined()
    expect(Object.values(data ?? {})).toMatchObject([
      { type: 'COMMENT_POSTED', comment: { id: comment.id }, changeRequest: { id: at.id } },
    ])
    await live.close()
  })
})
