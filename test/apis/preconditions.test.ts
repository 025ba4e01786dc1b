import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { modules } from '../../src/modules/index.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { insertInstallation, insertIntegration, insertPlacement } from '../support/integrations.ts'
import { bodyOf, expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'
import { buildWorld, type World } from '../support/world.ts'

let t: TestApp
let other: TestApp

beforeAll(async () => {
  t = await startApp()
  other = await startApp({ sharing: t, apart: true })
})
afterEach(() => {
  expectNoFaults(t)
  expectNoFaults(other)
})
afterAll(async () => {
  await other.close()
  await t.close()
})

interface Write {
  path: string
  body?: object
}

const member = async ({ organization }: World) =>
  (await t.build.buildPerson({ organizationId: organization.id, role: 'read' })).user.id

const granted = async (world: World, on: 'spaces' | 'collections', to: 'users' | 'teams') => {
  const { organization } = world
  const target =
    on === 'spaces' ? world.space : await t.build.buildCollection({ organizationId: organization.id })
  const principal =
    to === 'users' ? await member(world) : (await t.build.buildTeam({ organizationId: organization.id })).id
  await t.build.buildGrant(
    'edit',
    to === 'users' ? { userId: principal } : { teamId: principal },
    on === 'spaces' ? { spaceId: target.id } : { collectionId: target.id },
    organization.id,
  )
  return `/${on}/${target.id}/permissions/${to}/${principal}`
}

const commented = async ({ space, changeRequest, person, comment }: World, inChangeRequest: boolean) => {
  if (!inChangeRequest) return { path: `/spaces/${space.id}/comments/${comment.id}`, id: comment.id }
  const place = { spaceId: space.id, changeRequestId: changeRequest.id }
  const { id } = await t.build.buildComment({ ...place, postedById: person.user.id })
  return { path: `/spaces/${space.id}/change-requests/${changeRequest.id}/comments/${id}`, id }
}

const replied = async (world: World, inChangeRequest: boolean) => {
  const { path, id } = await commented(world, inChangeRequest)
  const reply = await t.build.buildReply({ commentId: id, postedById: world.person.user.id })
  return `${path}/replies/${reply.id}`
}

const text = { body: { markdown: 'Changed.' } }

/** A request for each route that changes or deletes, on a resource that has its first version. */
const writes: Record<string, (world: World) => Promise<Write> | Write> = {
  'PATCH /spaces/:spaceId': ({ space }) => ({ path: `/spaces/${space.id}`, body: { title: 'Changed' } }),
  'DELETE /spaces/:spaceId': ({ space }) => ({ path: `/spaces/${space.id}` }),
  'PATCH /spaces/:spaceId/change-requests/:changeRequestId': ({ space, changeRequest }) => ({
    path: `/spaces/${space.id}/change-requests/${changeRequest.id}`,
    body: { subject: 'Changed' },
  }),
  'DELETE /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId': async (world) => {
    const { space, changeRequest, person } = world
    const userId = await member(world)
    await t.db.database.prisma.requestedReviewer.create({
      data: {
        changeRequestId: changeRequest.id,
        userId,
        requestedById: person.user.id,
        revisionId: changeRequest.revisionId,
      },
    })
    return { path: `/spaces/${space.id}/change-requests/${changeRequest.id}/requested-reviewers/${userId}` }
  },
  'PATCH /orgs/:organizationId': ({ organization }) => ({
    path: `/orgs/${organization.id}`,
    body: { title: 'Changed' },
  }),
  'PUT /orgs/:organizationId/logo': ({ organization }) => ({
    path: `/orgs/${organization.id}/logo`,
    body: {
      name: 'logo.svg',
      base64: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
    },
  }),
  'PATCH /users/:userId': ({ person }) => ({
    path: `/users/${person.user.id}`,
    body: { displayName: 'Changed' },
  }),
  'DELETE /user/tokens/:tokenId': async ({ person }) => ({
    path: `/user/tokens/${(await t.build.buildToken({ userId: person.user.id })).row.id}`,
  }),
  'PATCH /orgs/:organizationId/members/:userId': async (world) => ({
    path: `/orgs/${world.organization.id}/members/${await member(world)}`,
    body: { role: 'edit' },
  }),
  'DELETE /orgs/:organizationId/members/:userId': async (world) => ({
    path: `/orgs/${world.organization.id}/members/${await member(world)}`,
  }),
  'PATCH /collections/:collectionId': async ({ organization }) => ({
    path: `/collections/${(await t.build.buildCollection({ organizationId: organization.id })).id}`,
    body: { title: 'Changed' },
  }),
  'DELETE /collections/:collectionId': async ({ organization }) => ({
    path: `/collections/${(await t.build.buildCollection({ organizationId: organization.id })).id}`,
  }),
}

const TEAM = '/orgs/:organizationId/teams/:teamId'
const team = async (world: World, rest: (userId: string) => string, body?: object): Promise<Write> => {
  const id = await member(world)
  const { id: teamId } = await t.build.buildTeam({ organizationId: world.organization.id }, [{ id }])
  return { path: `/orgs/${world.organization.id}/teams/${teamId}${rest(id)}`, ...(body ? { body } : {}) }
}
writes[`PATCH ${TEAM}`] = (world) => team(world, () => '', { title: 'Changed' })
writes[`DELETE ${TEAM}`] = (world) => team(world, () => '')
writes[`PUT ${TEAM}/members`] = (world) => team(world, () => '/members', { add: [world.person.user.id] })
writes[`PUT ${TEAM}/members/:userId`] = (world) => team(world, (id) => `/members/${id}`, { role: 'owner' })
writes[`DELETE ${TEAM}/members/:userId`] = (world) => team(world, (id) => `/members/${id}`)

for (const on of ['spaces', 'collections'] as const) {
  for (const to of ['users', 'teams'] as const) {
    const at = `/${on}/:${on === 'spaces' ? 'space' : 'collection'}Id/permissions/${to}/:${to.slice(0, -1)}Id`
    writes[`PATCH ${at}`] = async (world) => ({ path: await granted(world, on, to), body: { role: 'read' } })
    writes[`DELETE ${at}`] = async (world) => ({ path: await granted(world, on, to) })
  }
}
for (const inChangeRequest of [false, true]) {
  const at = `/spaces/:spaceId${inChangeRequest ? '/change-requests/:changeRequestId' : ''}/comments/:commentId`
  const comment = async (world: World) => ({ path: (await commented(world, inChangeRequest)).path })
  const reply = async (world: World) => ({ path: await replied(world, inChangeRequest) })
  writes[`PUT ${at}`] = async (world) => ({ ...(await comment(world)), body: text })
  writes[`DELETE ${at}`] = comment
  writes[`PUT ${at}/replies/:replyId`] = async (world) => ({ ...(await reply(world)), body: text })
  writes[`DELETE ${at}/replies/:replyId`] = reply
}
const invite = async ({ organization }: World) => {
  const data = { id: newId('Invite'), organizationId: organization.id, role: 'read' } as const
  return `/orgs/${organization.id}/link-invites/${(await t.db.database.prisma.invite.create({ data })).id}`
}
writes['PATCH /orgs/:organizationId/link-invites/:inviteId'] = async (world) => ({
  path: await invite(world),
  body: { role: 'edit' },
})
writes['DELETE /orgs/:organizationId/link-invites/:inviteId'] = async (world) => ({
  path: await invite(world),
})
const webhook = async ({ organization }: World) =>
  `/orgs/${organization.id}/webhooks/${(await t.build.buildWebhook({ organizationId: organization.id })).id}`
writes['PATCH /orgs/:organizationId/webhooks/:webhookId'] = async (world) => ({
  path: await webhook(world),
  body: { events: ['comment.posted'] },
})
writes['DELETE /orgs/:organizationId/webhooks/:webhookId'] = async (world) => ({ path: await webhook(world) })

const spec = async ({ organization: { id: organizationId } }: World) => {
  await t.db.database.prisma.openAPISpec.create({
    data: { id: newId('OpenAPISpec'), organizationId, slug: 'pets' },
  })
  return `/orgs/${organizationId}/openapi/pets`
}
const SPEC = '/orgs/:organizationId/openapi/:specSlug'
writes[`PUT ${SPEC}`] = async (world) => ({
  path: await spec(world),
  body: { source: { text: 'openapi: 3.0.3' } },
})
writes[`PATCH ${SPEC}`] = async (world) => ({ path: await spec(world), body: { visibility: 'public' } })
writes[`DELETE ${SPEC}`] = async (world) => ({ path: await spec(world) })

/** A site with a section in a group, and a site space in the section. */
const siteOf = async ({ organization: { id: organizationId }, space }: World) => {
  const { prisma } = t.db.database
  const { id: siteId } = await prisma.site.create({
    data: { id: newId('Site'), organizationId, title: 'Docs' },
  })
  const at = { siteId, title: 'Part', orderKey: 'a0' }
  const group = await prisma.siteSectionGroup.create({ data: { ...at, id: newId('SiteSectionGroup') } })
  const inGroup = { ...at, groupId: group.id, parentId: group.id, path: 'part', isDefault: true }
  const section = await prisma.siteSection.create({ data: { ...inGroup, id: newId('SiteSection') } })
  const inSection = { siteId, sectionId: section.id, parentId: section.id, spaceId: space.id }
  const siteSpace = await prisma.siteSpace.create({
    data: { ...inSection, id: newId('SiteSpace'), path: 'guide', orderKey: 'a0', isDefault: true },
  })
  const link = await prisma.shareLink.create({
    data: { id: newId('ShareLink'), siteId, name: 'Press', keyDigest: siteId, sealedKey: '' },
  })
  return { path: `/orgs/${organizationId}/sites/${siteId}`, group, section, siteSpace, link }
}
for (const to of ['users', 'teams'] as const) {
  const grantedOnSite = async (world: World) => {
    const { id: organizationId } = world.organization
    const { path, section } = await siteOf(world)
    const id = to === 'users' ? await member(world) : (await t.build.buildTeam({ organizationId })).id
    const principal = to === 'users' ? { userId: id } : { teamId: id }
    const on = { organizationId, siteId: section.siteId, targetId: section.siteId, role: 'edit' as const }
    const data = { ...on, ...principal, id: newId('Grant'), principalId: id }
    await t.db.database.prisma.grant.create({ data })
    return `${path}/permissions/${to}/${id}`
  }
  const at = `/orgs/:organizationId/sites/:siteId/permissions/${to}/:${to.slice(0, -1)}Id`
  writes[`PATCH ${at}`] = async (world) => ({ path: await grantedOnSite(world), body: { role: 'read' } })
  writes[`DELETE ${at}`] = async (world) => ({ path: await grantedOnSite(world) })
}
type SiteParts = Awaited<ReturnType<typeof siteOf>>
const SITE = '/orgs/:organizationId/sites/:siteId'
const parts: Record<string, [path: (site: SiteParts) => string, body: object]> = {
  '': [() => '', { title: 'Changed' }],
  '/site-spaces/:siteSpaceId': [({ siteSpace }) => `/site-spaces/${siteSpace.id}`, { path: 'changed' }],
  '/sections/:siteSectionId': [({ section }) => `/sections/${section.id}`, { title: 'Changed' }],
  '/section-groups/:siteSectionGroupId': [({ group }) => `/section-groups/${group.id}`, { title: 'Changed' }],
  '/share-links/:shareLinkId': [({ link }) => `/share-links/${link.id}`, { name: 'Changed' }],
}
for (const [name, [pathOf, body]] of Object.entries(parts)) {
  const at = async (world: World) => {
    const site = await siteOf(world)
    return `${site.path}${pathOf(site)}`
  }
  writes[`PATCH ${SITE}${name}`] = async (world) => ({ path: await at(world), body })
  writes[`DELETE ${SITE}${name}`] = async (world) => ({ path: await at(world) })
}
writes[`DELETE ${SITE}/section-groups/:siteSectionGroupId/sections/:siteSectionId`] = async (world) => {
  const { path, group, section } = await siteOf(world)
  return { path: `${path}/section-groups/${group.id}/sections/${section.id}` }
}
const jsonSchema = { type: 'object', additionalProperties: false, properties: {} }
writes[`PUT ${SITE}/adaptive-schema`] = async (world) => {
  const { path, section } = await siteOf(world)
  await t.db.database.prisma.siteAdaptiveSchema.create({
    data: { siteId: section.siteId, jsonSchema: '{}', updatedAt: new Date() },
  })
  return { path: `${path}/adaptive-schema`, body: { jsonSchema } }
}
for (const [method, body] of Object.entries({ PUT: defaultCustomization, PATCH: {} })) {
  writes[`${method} ${SITE}/customization`] = async (world) => {
    const { path, section } = await siteOf(world)
    await t.db.database.prisma.siteCustomization.create({
      data: { siteId: section.siteId, settings: {}, updatedAt: new Date() },
    })
    return { path: `${path}/customization`, body: { ...body, pdf: { enabled: false } } }
  }
}
for (const method of ['PATCH', 'DELETE']) {
  writes[`${method} ${SITE}/site-spaces/:siteSpaceId/customization`] = async (world) => {
    const { path, siteSpace } = await siteOf(world)
    await t.db.database.prisma.siteSpaceCustomization.create({
      data: { siteSpaceId: siteSpace.id, overrides: {}, updatedAt: new Date() },
    })
    return {
      path: `${path}/site-spaces/${siteSpace.id}/customization`,
      ...(method === 'PATCH' ? { body: { title: 'Changed' } } : {}),
    }
  }
}
writes[`PATCH ${SITE}/publishing/auth`] = async (world) => {
  const { path } = await siteOf(world)
  await send(t.origin, `/v1${path}/publishing/auth`, { token: world.person.token })
  return { path: `${path}/publishing/auth`, body: { backend: 'integration' } }
}
for (const method of ['PATCH', 'DELETE']) {
  writes[`${method} ${SITE}/redirects/:siteRedirectId`] = async (world) => {
    const { path, section } = await siteOf(world)
    const at = { siteId: section.siteId, createdAt: new Date(), updatedAt: new Date() }
    const target = { kind: 'url', url: 'https://example.com/' }
    const { id } = await t.db.database.prisma.siteRedirect.create({
      data: { id: newId('SiteRedirect'), ...at, source: '/old', ...target },
    })
    return {
      path: `${path}/redirects/${id}`,
      ...(method === 'PATCH' ? { body: { source: '/older' } } : {}),
    }
  }
}
writes[`DELETE ${SITE}/feedback/:siteFeedbackId`] = async (world) => {
  const { path, section } = await siteOf(world)
  const rated = { siteSpaceId: 'sps_1', spaceId: 'spc_1', pageId: 'pag_1', pageTitle: 'Start', rating: 'ok' }
  const { id } = await t.db.database.prisma.siteFeedback.create({
    data: { id: newId('SiteFeedback'), siteId: section.siteId, ...rated, createdAt: new Date() },
  })
  return { path: `${path}/feedback/${id}` }
}
writes[`DELETE ${SITE}/images/:siteImageId`] = async (world) => {
  const { path, section } = await siteOf(world)
  const bytes = Buffer.from('png')
  const file = { name: 'logo.png', contentType: 'image/png', size: bytes.length, hash: 'hash', bytes }
  const { id } = await t.db.database.prisma.siteImage.create({
    data: { id: newId('SiteImage'), siteId: section.siteId, ...file, createdAt: new Date() },
  })
  return { path: `${path}/images/${id}` }
}
for (const method of ['PUT', 'DELETE']) {
  writes[`${method} /spaces/:spaceId/git/connection`] = async ({ space }) => {
    const branch = { ref: 'refs/heads/main', exportOnMerge: true }
    const at = { createdAt: new Date(), updatedAt: new Date() }
    const address = 'https://git.example/handbook.git'
    await t.db.database.prisma.gitConnection.create({
      data: { spaceId: space.id, ...branch, ...at, address, sealedUrl: '' },
    })
    return {
      path: `/spaces/${space.id}/git/connection`,
      ...(method === 'PUT' ? { body: { ...branch, url: 'https://git.example/other.git' } } : {}),
    }
  }
}
for (const method of ['PUT', 'DELETE']) {
  writes[`${method} /orgs/:organizationId/translations/:translationSettingsId`] = async ({
    organization,
  }) => {
    const at = { organizationId: organization.id, createdAt: new Date(), updatedAt: new Date() }
    const { id } = await t.db.database.prisma.translationSettings.create({
      data: { id: newId('TranslationSettings'), ...at, title: 'European' },
    })
    return {
      path: `/orgs/${organization.id}/translations/${id}`,
      ...(method === 'PUT' ? { body: { title: 'Changed' } } : {}),
    }
  }
}
const INTEGRATION = '/integrations/:integrationName'
const installed = async ({ organization }: World) => {
  const { id, name } = await insertIntegration(t, organization.id)
  const installationId = await insertInstallation(t, id, organization.id)
  return { installationId, path: `/integrations/${name}/installations/${installationId}` }
}
const EXTERNAL = { externalIds: ['changed'] }
writes[`DELETE ${INTEGRATION}`] = async ({ organization }) => {
  const { name } = await insertIntegration(t, organization.id)
  return { path: `/integrations/${name}` }
}
for (const method of ['PUT', 'DELETE']) {
  writes[`${method} ${INTEGRATION}/dev`] = async ({ organization }) => {
    const { name } = await insertIntegration(t, organization.id)
    const body = method === 'PUT' ? { body: { tunnelUrl: 'https://tunnel.example/' } } : {}
    return { path: `/integrations/${name}/dev`, ...body }
  }
}
for (const method of ['PATCH', 'DELETE']) {
  const body = method === 'PATCH' ? { body: EXTERNAL } : {}
  writes[`${method} ${INTEGRATION}/installations/:installationId`] = async (world) => {
    const { path } = await installed(world)
    return { path, ...body }
  }
  writes[`${method} ${INTEGRATION}/installations/:installationId/spaces/:spaceId`] = async (world) => {
    const { path, installationId } = await installed(world)
    await insertPlacement(t, installationId, { spaceId: world.space.id })
    return { path: `${path}/spaces/${world.space.id}`, ...body }
  }
  writes[`${method} ${INTEGRATION}/installations/:installationId/sites/:siteId`] = async (world) => {
    const { path, installationId } = await installed(world)
    const { section } = await siteOf(world)
    await insertPlacement(t, installationId, { siteId: section.siteId })
    return { path: `${path}/sites/${section.siteId}`, ...body }
  }
}
writes[`PATCH ${SITE}/structure/sort`] = async (world) => {
  const { path, section } = await siteOf(world)
  return {
    path: `${path}/structure/sort`,
    body: { item: { type: 'site-section', id: section.id }, position: {} },
  }
}

const ownPasskey = async ({ person }: World) => {
  const id = newId('Passkey')
  const row = {
    id,
    userId: person.user.id,
    name: 'Mine',
    credentialId: id,
    publicKey: Buffer.alloc(1),
    counter: 0n,
  }
  await t.db.database.prisma.passkey.create({ data: { ...row, isSynced: false, createdAt: new Date() } })
  return `/user/passkeys/${id}`
}
writes['PATCH /user/passkeys/:passkeyId'] = async (world) => ({
  path: await ownPasskey(world),
  body: { name: 'Changed' },
})
writes['DELETE /user/passkeys/:passkeyId'] = async (world) => {
  // The last way to sign in cannot be removed.
  await ownPasskey(world)
  return { path: await ownPasskey(world) }
}
/** So that the admin of the world is not the last one. */
const addAdmin = ({ organization }: World) =>
  t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
writes['DELETE /user'] = async (world) => {
  await addAdmin(world)
  return { path: '/user' }
}
writes['DELETE /users/:userId'] = async (world) => {
  await addAdmin(world)
  return { path: `/users/${world.person.user.id}` }
}
writes['DELETE /orgs/:organizationId'] = ({ organization }) => ({ path: `/orgs/${organization.id}` })

/** What has no version of its own: a condition is rejected. */
const UNVERSIONED = [
  'DELETE /user/identities/:identityId',
  'DELETE /user/password',
  'PUT /user/password',
  'DELETE /custom-hostnames/:hostname',
  'PATCH /custom-hostnames/:hostname',
  'PUT /orgs/:organizationId/translations-glossary',
  'PUT /orgs/:organizationId/sites/:siteId/redirects',
  'DELETE /user/sessions',
  'DELETE /user/sessions/:sessionId',
  'DELETE /users/:userId/sessions',
  'DELETE /users/:userId/tokens',
  'PATCH /user/preferences',
  'PATCH /user/notifications',
  'PATCH /user/notifications/:notificationId',
  'PUT /user/notification-mutes/:targetId',
  'DELETE /user/notification-mutes/:targetId',
  'PUT /spaces/:spaceId/presence',
  'PUT /spaces/:spaceId/change-requests/:changeRequestId/presence',
  'PUT /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/viewed',
]

/** Creates with PUT, so no resource with a version exists yet. */
const CREATION = 'PUT /orgs/:organizationId/teams'
const conditional = modules
  .flatMap(({ routes }) => routes)
  .filter(({ method }) => ['PATCH', 'PUT', 'DELETE'].includes(method))
  .map(({ method, path }) => `${method} ${path}`)
  .filter((name) => name !== CREATION && !UNVERSIONED.includes(name))

describe('If-Match', () => {
  it('is tested on every route that changes or deletes', () => {
    expect(Object.keys(writes).sort()).toEqual([...new Set(conditional)].sort())
  })

  it.each(conditional)(
    '%s fails when the version is stale, and succeeds when it is current',
    async (name) => {
      const world = await buildWorld(t)
      const [method = ''] = name.split(' ')
      const write = await writes[name]?.(world)
      const ask = (ifMatch: string) =>
        send(t.origin, `/v1${write?.path}`, {
          method,
          token: world.person.token,
          headers: { 'if-match': ifMatch },
          ...(write?.body ? { json: write.body } : {}),
        })
      for (const stale of ['"v2-x"', 'W/"v1-x"', '"x"', '']) {
        expectRefused(await ask(stale), 'precondition_failed')
      }
      const done = await ask('"v7-x", "v1-x"')
      expect(done.status, done.text).toBeLessThan(300)
    },
  )

  it(`${CREATION} fails, because nothing exists yet`, async () => {
    const { organization, person } = await buildWorld(t)
    const answer = await send(t.origin, `/v1/orgs/${organization.id}/teams`, {
      method: 'PUT',
      token: person.token,
      json: { title: 'New' },
      headers: { 'if-match': '"v1-x"' },
    })
    expectRefused(answer, 'precondition_failed')
  })

  it('does not reveal resources without access', async () => {
    const [{ space }, stranger] = [await buildWorld(t), await buildWorld(t)]
    const headers = { 'if-match': '"v9-x"' }
    const ask = { method: 'PATCH', token: stranger.person.token, json: { title: 'Mine' }, headers }
    expectRefused(await send(t.origin, `/v1/spaces/${space.id}`, ask), 'not_found')
  })

  it('of a deleted resource succeeds', async () => {
    const { space, comment, person } = await buildWorld(t)
    const remove = (headers = {}) =>
      send(t.origin, `/v1/spaces/${space.id}/comments/${comment.id}`, {
        method: 'DELETE',
        token: person.token,
        headers,
      })
    expect((await remove()).status).toBe(205)
    expect((await remove({ 'if-match': '"v1-x"' })).status).toBe(204)
  })
})

const UPDATE = `mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { space { version title } } }`

describe('two writers that expect the same version', () => {
  it.each(['REST', 'GraphQL'])('do not both succeed, on two nodes (%s)', async (api) => {
    const { space, person } = await buildWorld(t)
    const { token } = person
    for (let version = 1; version <= 10; version++) {
      const answers = await Promise.all(
        [t, other, t, other].map(async ({ origin }, n) => {
          const title = `${version}.${n}`
          if (api === 'REST') {
            const headers = { 'if-match': `"v${version}-x"` }
            const answer = await send(origin, `/v1/spaces/${space.id}`, {
              method: 'PATCH',
              token,
              json: { title },
              headers,
            })
            return answer.status === 200 ? title : expectRefused(answer, 'precondition_failed') && null
          }
          const input = { spaceId: space.id, title, expectedVersion: version }
          const answer = await query(origin, UPDATE, { token, variables: { input } })
          if (bodyOf(answer).errors) return expectRefused(answer, 'precondition_failed') && null
          expect(bodyOf(answer).data.updateSpace.space).toEqual({ version: version + 1, title })
          return title
        }),
      )
      const won = answers.filter((title) => title !== null)
      expect(won).toHaveLength(1)
      const row = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: space.id } })
      expect(row).toMatchObject({ title: won[0], version: version + 1 })
    }
  })
})

describe('ETag', () => {
  it('is the same for the same response, and avoids sending the body', async () => {
    const { space, person } = await buildWorld(t)
    const get = (token: string, headers = {}) => send(t.origin, `/v1/spaces/${space.id}`, { token, headers })
    const first = await get(person.token)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"v1-[\w-]+"$/)
    const { token } = await t.build.buildToken({ userId: person.user.id })
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const second = await get(token, { 'if-none-match': tag })
      expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag])
    }
    await t.build.buildComment({ spaceId: space.id, postedById: person.user.id })
    const third = await get(person.token, { 'if-none-match': etag })
    expect(third.status).toBe(200)
    expect(third.headers.get('etag')).toMatch(/^"v1-/)
    expect(third.headers.get('etag')).not.toBe(etag)
  })

  it('differs with the permissions of the caller', async () => {
    const { space, organization, person } = await buildWorld(t)
    const reader = await t.build.buildPerson({ organizationId: organization.id, role: 'read' })
    const etags = await Promise.all(
      [person, reader].map(async ({ token }) =>
        (await send(t.origin, `/v1/spaces/${space.id}`, { token })).headers.get('etag'),
      ),
    )
    expect(new Set(etags).size).toBe(2)
  })

  it('of a change is that of the next read, and lists have one too', async () => {
    const { space, person } = await buildWorld(t)
    const { token } = person
    const changed = await send(t.origin, `/v1/spaces/${space.id}`, {
      method: 'PATCH',
      token,
      json: { title: 'New' },
    })
    const read = await send(t.origin, `/v1/spaces/${space.id}`, { token })
    expect(changed.headers.get('etag')).toMatch(/^"v2-/)
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'))
    const list = await send(t.origin, `/v1/spaces/${space.id}/comments`, { token })
    const etag = list.headers.get('etag') ?? ''
    const again = await send(t.origin, `/v1/spaces/${space.id}/comments`, {
      token,
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })
})

describe('a version', () => {
  it('is incremented by a trigger in every table that has one', async () => {
    const { rows } = await t.db.database.pool.query(
      `SELECT c.table_name FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.column_name = 'version' AND NOT EXISTS (
         SELECT FROM information_schema.triggers g
         WHERE g.event_object_table = c.table_name AND g.trigger_name = 'raise_version')`,
    )
    expect(rows).toEqual([])
  })

  it('is not incremented by counters, and cannot be set', async () => {
    const { space } = await buildWorld(t)
    const { prisma } = t.db.database
    const update = async (data: object) =>
      (await prisma.space.update({ where: { id: space.id }, data })).version
    expect(await update({ commentsOpen: { increment: 1 } })).toBe(1)
    expect(await update({ version: 9 })).toBe(1)
    expect(await update({ title: 'Changed' })).toBe(2)
    expect(await update({ title: 'Changed' })).toBe(2)
  })

  it('can be read wherever a mutation accepts it', async () => {
    const { data } = bodyOf(
      await query(
        t.origin,
        `{ __schema { types { name kind fields { name type { name ofType { name } } } inputFields { name } } } }`,
      ),
    )
    const types: {
      name: string
      kind: string
      fields: { name: string; type: { name: string | null; ofType: { name: string } | null } }[] | null
      inputFields: { name: string }[] | null
    }[] = data.__schema.types
    const has = (fields: { name: string }[] | null, field: string) =>
      fields?.some(({ name }) => name === field)
    const taking = types
      .filter(({ inputFields }) => has(inputFields, 'expectedVersion'))
      .map(({ name }) => name)
    const giving = types
      // Those of the server are texts.
      .filter(({ fields }) =>
        fields?.some(({ name, type }) => name === 'version' && (type.name ?? type.ofType?.name) === 'Int'),
      )
      .filter(({ kind }) => kind === 'OBJECT')
      .map(({ name }) => name)
    expect(taking.length).toBeGreaterThan(20)
    expect(giving.sort()).toEqual(
      [
        'ApiToken',
        'ChangeRequest',
        'Collection',
        'Comment',
        'CommentReply',
        'ConnectedGitRepository',
        'Integration',
        'IntegrationInstallation',
        'IntegrationSiteInstallation',
        'IntegrationSpaceInstallation',
        'Invite',
        'Member',
        'OpenAPISpec',
        'Organization',
        'Passkey',
        'RequestedReviewer',
        'ShareLink',
        'Site',
        'SiteAdaptiveSchema',
        'SiteCustomization',
        'SiteFeedback',
        'SiteImage',
        'SitePublishingAuth',
        'SiteRedirect',
        'SiteTeamPermission',
        'SiteUserPermission',
        'TranslationSettings',
        'SiteSection',
        'SiteSectionGroup',
        'SiteSpace',
        'Space',
        'Team',
        'TeamMembership',
        'TeamPermission',
        'User',
        'UserPermission',
        'Webhook',
      ].sort(),
    )
  })
})

const MERGE = `mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { result } }`

describe.each(['REST', 'GraphQL'])('a merge with expectedRevision (%s)', (api) => {
  const merge = ({ space, changeRequest, person }: World, expectedRevision: string) =>
    api === 'REST'
      ? send(t.origin, `/v1/spaces/${space.id}/change-requests/${changeRequest.id}/merge`, {
          token: person.token,
          json: { expectedRevision },
        })
      : query(t.origin, MERGE, {
          token: person.token,
          variables: { input: { spaceId: space.id, changeRequestId: changeRequest.id, expectedRevision } },
        })

  it('fails when it is the revision of neither side, and merges when it is of one', async () => {
    const world = await buildWorld(t)
    expectRefused(await merge(world, newId('Revision')), 'precondition_failed')
    const answer = await merge(world, world.changeRequest.revisionId)
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/"result":"merge"/i)
  })
})
