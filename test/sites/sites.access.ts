import { SignJWT } from 'jose'
import { newId } from '../../src/core/ids.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { type Case, change, inOrganization, inSpace, type Names, read, write } from '../access/documents.ts'
import { customizationInput } from '../support/apis-site-settings.ts'

declare module '../access/world.ts' {
  interface World {
    siteId: string
    publishedSiteId: string
    siteSpaceId: string
    /** In the group, without a site space. */
    siteSectionId: string
    siteSectionGroupId: string
    siteRedirectId: string
    siteImageId: string
    /** Of a site that is not published. */
    hostname: string
    shareLinkId: string
    /** Published, by the visibility that they are named after. The visitor has credentials for both. */
    sharedSiteId: string
    authenticatedSiteId: string
    /** Where the sites of the organization are published, by their ids. */
    sitesUrl: string
    /** A site with sections and a space that members can read, and admins alone can publish. */
    guarded: {
      siteId: string
      siteSpaceId: string
      siteSectionId: string
      /** In the other section. */
      besideId: string
      shareLinkId: string
    }
    /** A site without spaces. */
    bareSiteId: string
  }
}

const LIST = '{ nodes { __typename } }'
const inSite = (selection: string): Case => ({
  graphql: ({ siteId: id }) => read({ id }, `site(id: $id) { ${selection} }`),
})
const one = (field: string, id: (names: Names) => string, selection = 'id'): Case => ({
  graphql: (names) => read({ id: id(names) }, `${field}(id: $id) { ${selection} }`),
})
const siteSpace = ({ siteSpaceId }: Names) => siteSpaceId
const section = ({ siteSectionId }: Names) => siteSectionId
const group = ({ siteSectionGroupId }: Names) => siteSectionGroupId
/** GraphQL has one mutation for all moves. */
const move = (type: string, idOf: (names: Names) => string): Case => ({
  body: () => ({}),
  graphql: (names) => ({
    query: `mutation($input: SortSiteStructureInput!) { sortSiteStructure(input: $input) { __typename } }`,
    variables: { input: { siteId: names.siteId, item: { type, id: idOf(names) }, position: {} } },
  }),
})

/** A change of the site with a space that only admins can publish. */
const guarded = (
  name: string,
  path: (keyof Names['guarded'])[],
  body: Record<string, unknown> = {},
): Case => ({
  params: (names) => names.guarded,
  ...(Object.keys(body).length > 0 ? { body: () => body } : {}),
  graphql: (names) =>
    write(name, { ...Object.fromEntries(path.map((key) => [key, names.guarded[key]])), ...body }),
})
const intoOtherSection = ({ siteSpaceId, besideId }: Names['guarded'], type: string) => ({
  item: { type, id: siteSpaceId },
  position: { after: { type, id: besideId } },
})

const visit = (idOf: (names: Names) => string): Case => ({
  params: (names) => ({ siteId: idOf(names) }),
  query: ({ credentials: { shareKey } }): Record<string, string> => (shareKey ? { shareKey } : {}),
  graphql: (names) => ({
    query: `query($id: ID!, $shareKey: String, $jwtToken: String) {
      publishedSite(siteId: $id, shareKey: $shareKey, jwtToken: $jwtToken) { title } }`,
    variables: { id: idOf(names), ...names.credentials },
  }),
})

const resolve = (idOf: (names: Names) => string): Case => {
  const input = (names: Names) => {
    const { shareKey, jwtToken } = names.credentials
    return {
      url: `${names.sitesUrl}/${idOf(names)}/`,
      ...(shareKey ? { shareKey } : {}),
      ...(jwtToken ? { visitor: { jwtToken } } : {}),
    }
  }
  return {
    // GET has all of it in the query.
    query: (names) => {
      const { url, shareKey, visitor } = input(names)
      return {
        url,
        ...(shareKey ? { shareKey } : {}),
        ...(visitor ? { visitorAuthToken: visitor.jwtToken } : {}),
      }
    },
    body: input,
    graphql: (names) => ({
      query: `query($url: URL!, $shareKey: String, $visitor: SiteVisitorInput) {
        resolvePublishedUrl(url: $url, shareKey: $shareKey, visitor: $visitor) { __typename } }`,
      variables: input(names),
    }),
  }
}

const adaptiveSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { isBeta: { type: 'boolean', description: 'Whether the visitor tests new features.' } },
}

/** An image of one pixel. */
const logo = { name: 'logo.gif', base64: 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' }

export const access: ModuleAccess = {
  build: async ({ build, db, clock, origin }, { organizationId, userId, teamId }) => {
    const { prisma } = db.database
    const createdAt = clock.now()
    // Not the space of the other cases, which transfer it.
    const { id: spaceId } = await build.buildSpace({ organizationId, title: 'Guide' })
    const { id: siteId } = await prisma.site.create({
      data: { id: newId('Site'), organizationId, title: 'Handbook', createdAt, updatedAt: createdAt },
    })
    const grant = { organizationId, targetId: siteId, siteId, role: 'read' as const, createdAt }
    await prisma.grant.createMany({
      data: [
        { ...grant, id: newId('Grant'), principalId: userId, userId },
        { ...grant, id: newId('Grant'), principalId: teamId, teamId },
      ],
    })
    const { id: bareSiteId } = await prisma.site.create({
      data: { id: newId('Site'), organizationId, title: 'Bare', createdAt },
    })
    const { id: publishedSiteId } = await prisma.site.create({
      data: { id: newId('Site'), organizationId, title: 'Blog', publishedAt: createdAt },
    })
    const at = { siteId, orderKey: 'a0', createdAt }
    const { id: groupId } = await prisma.siteSectionGroup.create({
      data: { ...at, id: newId('SiteSectionGroup'), title: 'More', orderKey: 'a1' },
    })
    const first = await prisma.siteSection.create({
      data: {
        ...at,
        id: newId('SiteSection'),
        parentId: siteId,
        title: 'Docs',
        path: 'docs',
        isDefault: true,
      },
    })
    const other = await prisma.siteSection.create({
      data: { ...at, id: newId('SiteSection'), groupId, parentId: groupId, title: 'API', path: 'api' },
    })
    const inFirst = { sectionId: first.id, parentId: first.id, spaceId, path: 'guide', isDefault: true }
    const { id: siteSpaceId } = await prisma.siteSpace.create({
      data: { ...at, id: newId('SiteSpace'), ...inFirst },
    })
    await prisma.siteAdaptiveSchema.create({
      data: { siteId, jsonSchema: JSON.stringify(adaptiveSchema), updatedAt: createdAt },
    })
    await prisma.siteSpaceCustomization.create({
      data: { siteSpaceId, overrides: { pdf: { enabled: false } }, updatedAt: createdAt },
    })
    const { id: siteRedirectId } = await prisma.siteRedirect.create({
      data: {
        id: newId('SiteRedirect'),
        siteId,
        source: '/old',
        kind: 'url',
        url: 'https://example.com/new',
        createdAt,
        updatedAt: createdAt,
      },
    })
    const { id: siteImageId } = await prisma.siteImage.create({
      data: {
        ...{ id: newId('SiteImage'), siteId, name: 'logo.png', contentType: 'image/png', createdAt },
        ...{ size: 3, hash: 'marked', bytes: Buffer.from('png') },
      },
    })
    const { id: siteFeedbackId } = await prisma.siteFeedback.create({
      data: {
        ...{ id: newId('SiteFeedback'), siteId, siteSpaceId, spaceId, pageId: 'pag_1', pageTitle: 'Start' },
        ...{ rating: 'good', createdAt },
      },
    })
    const admin = await build.buildPerson({ organizationId, role: 'admin' })
    // By the server, which encrypts the key: cases that publish the site show it in the address of the link.
    const created = await fetch(`${origin}/v1/orgs/${organizationId}/sites/${siteId}/share-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Partners' }),
    })
    const { id: shareLinkId } = (await created.json()) as { id: string }
    const place = (id: string) =>
      prisma.siteSpace.create({
        data: {
          ...at,
          siteId: id,
          id: newId('SiteSpace'),
          parentId: id,
          spaceId,
          path: 'guide',
          isDefault: true,
        },
      })
    const buildGuarded = async (): Promise<Names['guarded']> => {
      const readable = await build.buildSpace({ organizationId, title: 'Readable', defaultLevel: 'read' })
      const id = newId('Site')
      const link = { id: newId('ShareLink'), siteId: id, name: 'Former', keyDigest: id, active: false }
      await prisma.site.create({ data: { id, organizationId, title: 'Guarded', visibility: 'share-link' } })
      await prisma.shareLink.create({ data: { ...link, sealedKey: '' } })
      const placed = ['first', 'second'].map((path, index) => {
        const section = { id: newId('SiteSection'), siteId: id, parentId: id, title: path, path }
        const inSection = { sectionId: section.id, parentId: section.id, path, isDefault: true }
        const held = { id: newId('SiteSpace'), siteId: id, spaceId: index === 0 ? readable.id : spaceId }
        return {
          section: { ...section, isDefault: index === 0, orderKey: `a${index}` },
          siteSpace: { ...held, ...inSection, orderKey: 'a0', condition: 'true' },
        }
      })
      await prisma.siteSection.createMany({
        data: placed.map(({ section }) => ({ ...section, condition: 'true' })),
      })
      await prisma.siteSpace.createMany({ data: placed.map(({ siteSpace }) => siteSpace) })
      const [one, two] = placed
      return {
        siteId: id,
        siteSpaceId: one?.siteSpace.id ?? '',
        siteSectionId: one?.section.id ?? '',
        besideId: two?.siteSpace.id ?? '',
        shareLinkId: link.id,
      }
    }
    const publish = async (visibility: string) => {
      const data = { organizationId, title: 'Shown', visibility, publishedAt: createdAt }
      const { id } = await prisma.site.create({ data: { ...data, id: newId('Site') } })
      await place(id)
      return id
    }
    await place(publishedSiteId)
    const guardedSite = await buildGuarded()
    const [sharedSiteId, authenticatedSiteId] = [await publish('share-link'), await publish('visitor-auth')]
    // The server creates the keys, because they are stored encrypted with its own key.
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${origin}/v1/orgs/${organizationId}/sites/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return (await response.json()) as { urls: { published: string }; privateKey: string }
    }
    await ask(`${siteId}/publishing/auth`)
    const { urls } = await ask(`${sharedSiteId}/share-links`, { name: 'Press' })
    const { privateKey } = await ask(`${authenticatedSiteId}/publishing/auth`)
    const credentials = {
      shareKey: new URL(urls.published).searchParams.get('shareKey') ?? '',
      jwtToken: await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(createdAt.getTime() / 1000) + 1e9)
        .sign(new TextEncoder().encode(privateKey)),
    }
    const resolved = await fetch(`${origin}/v1/urls/published`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${origin}/sites/${organizationId}/${publishedSiteId}/guide` }),
    })
    const { apiToken } = (await resolved.json()) as { apiToken: string }
    const hostname = `docs-${organizationId.slice(-8).toLowerCase()}.example.com`
    await prisma.site.create({ data: { id: newId('Site'), organizationId, title: 'Hosted', hostname } })
    return {
      hostname,
      credentials,
      reader: { token: apiToken },
      guarded: guardedSite,
      sharedSiteId,
      authenticatedSiteId,
      bareSiteId,
      sitesUrl: `${origin}/sites/${organizationId}`,
      siteId,
      publishedSiteId,
      siteSpaceId,
      siteSectionId: other.id,
      siteSectionGroupId: groupId,
      shareLinkId,
      siteRedirectId,
      siteImageId,
      siteFeedbackId,
    }
  },
  cases: {
    'sites.list': { graphql: inOrganization(`sites ${LIST}`) },
    'sites.listOfSpace': { graphql: inSpace(`sites ${LIST}`) },
    'sites.create': change('createSite', ['organizationId'], () => ({ title: 'Docs' })),
    'sites.get': inSite('id'),
    'sites.update: its settings': change('updateSite', ['siteId'], () => ({ title: 'Renamed' })),
    'sites.update: its hostname': change('updateSite', ['siteId'], () => ({
      hostname: 'docs.acme.example',
    })),
    'sites.update: its proxy, with a space that you cannot publish': guarded('updateSite', ['siteId'], {
      proxy: 'example.com/docs',
    }),
    'sites.delete': change('deleteSite', ['siteId']),
    'sites.publish': change('publishSite', ['siteId']),
    'sites.publish: with a space that you cannot publish': guarded('publishSite', ['siteId']),
    'sites.unpublish': {
      params: ({ publishedSiteId }) => ({ siteId: publishedSiteId }),
      graphql: ({ publishedSiteId: siteId }) => write('unpublishSite', { siteId }),
    },
    'siteSpaces.list': inSite(`siteSpaces ${LIST}`),
    'siteSpaces.listInSection': one('siteSection', section, `siteSpaces ${LIST}`),
    'siteSpaces.get': one('siteSpace', ({ siteSpaceId }) => siteSpaceId),
    'siteSpaces.add': change('addSpaceToSite', ['siteId'], ({ spaceId, siteSectionId: sectionId }) => ({
      spaceId,
      sectionId,
    })),
    'siteSpaces.duplicate': change('duplicateSiteSpace', ['siteSpaceId']),
    'siteSpaces.update': change('updateSiteSpace', ['siteSpaceId'], () => ({ path: 'manual' })),
    'siteSpaces.update: the condition of a space that you cannot publish': guarded(
      'updateSiteSpace',
      ['siteSpaceId'],
      { condition: null },
    ),
    'siteSpaces.delete': change('deleteSiteSpace', ['siteSpaceId']),
    'siteSpaces.move': move('SITE_SPACE', ({ siteSpaceId }) => siteSpaceId),
    'siteSections.list': inSite(`sections ${LIST}`),
    'siteSections.listInGroup': one('siteSectionGroup', group, `sections ${LIST}`),
    'siteSections.get': one('siteSection', section),
    'siteSections.add': change('addSectionToSite', ['siteId'], ({ spaceId }) => ({ spaceId })),
    'siteSections.update': change('updateSiteSection', ['siteSectionId'], () => ({ title: 'Renamed' })),
    'siteSections.update: the condition of a section with a space that you cannot publish': guarded(
      'updateSiteSection',
      ['siteSectionId'],
      { condition: null },
    ),
    'siteSections.delete': change('deleteSiteSection', ['siteSectionId']),
    'siteSections.move': move('SITE_SECTION', section),
    'siteSectionGroups.list': inSite(`sectionGroups ${LIST}`),
    'siteSectionGroups.get': one('siteSectionGroup', group),
    'siteSectionGroups.add': change('addSectionGroupToSite', ['siteId'], () => ({ title: 'New' })),
    'siteSectionGroups.update': change('updateSiteSectionGroup', ['siteSectionGroupId'], () => ({
      title: 'Renamed',
    })),
    'siteSectionGroups.delete': change('deleteSiteSectionGroup', ['siteSectionGroupId']),
    'siteSectionGroups.addSection': change(
      'addSectionToGroup',
      ['siteSectionGroupId'],
      ({ siteSectionId: sectionId }) => ({ sectionId }),
    ),
    'siteSectionGroups.removeSection': change('removeSectionFromGroup', [
      'siteSectionGroupId',
      'siteSectionId',
    ]),
    'siteSectionGroups.move': move('SITE_SECTION_GROUP', group),
    'adaptiveSchema.get': inSite('adaptiveSchema { updatedAt }'),
    'adaptiveSchema.listTemplateConditions': inSite('templateConditions { condition }'),
    'adaptiveSchema.update': change('updateSiteAdaptiveSchema', ['siteId'], () => ({
      jsonSchema: { ...adaptiveSchema, properties: {} },
    })),
    'adaptiveSchema.update: with a space that you cannot publish': guarded(
      'updateSiteAdaptiveSchema',
      ['siteId'],
      { jsonSchema: adaptiveSchema },
    ),
    'siteCustomization.get': inSite('customization { pdf { enabled } }'),
    'siteCustomization.update': change('updateSiteCustomization', ['siteId'], () => ({ title: 'Docs' })),
    'siteCustomization.replace': {
      body: () => defaultCustomization,
      graphql: ({ siteId }) =>
        write('updateSiteCustomization', { siteId, ...customizationInput(defaultCustomization) }),
    },
    'siteSpaceCustomization.get': one('siteSpace', siteSpace, 'customization { pdf { enabled } }'),
    'siteSpaceCustomization.override': change('overrideSiteSpaceCustomization', ['siteSpaceId'], () => ({
      title: 'Guide',
    })),
    'siteSpaceCustomization.delete': change('deleteSiteSpaceCustomization', ['siteSpaceId']),
    'siteHostnames.get': {
      graphql: ({ hostname }) => ({
        query: 'query($hostname: String!) { siteByHostname(hostname: $hostname) { id } }',
        variables: { hostname },
      }),
    },
    'siteHostnames.remove': change('removeSiteHostname', ['hostname']),
    'sites.applyTemplate': {
      params: ({ bareSiteId }) => ({ siteId: bareSiteId }),
      graphql: ({ bareSiteId }) => write('applySiteTemplate', { siteId: bareSiteId }),
    },
    'sitePermissions.listUsers': inSite(`userPermissions ${LIST}`),
    'sitePermissions.listTeams': inSite(`teamPermissions ${LIST}`),
    'sitePermissions.listAggregate': inSite(`permissionsAggregate ${LIST}`),
    'sitePermissions.grant': change('grantSitePermissions', ['siteId'], ({ bystanderId }) => ({
      users: [bystanderId],
      role: 'read',
    })),
    'sitePermissions.updateUser': change('updateSiteUserPermission', ['siteId', 'userId'], () => ({
      role: 'comment',
    })),
    'sitePermissions.updateTeam': change('updateSiteTeamPermission', ['siteId', 'teamId'], () => ({
      role: 'comment',
    })),
    'sitePermissions.removeUser': change('removeSiteUserPermission', ['siteId', 'userId']),
    'sitePermissions.removeTeam': change('removeSiteTeamPermission', ['siteId', 'teamId']),
    'siteRedirects.list': inSite(`redirects ${LIST}`),
    'siteRedirects.get': one('siteRedirect', ({ siteRedirectId }) => siteRedirectId),
    'siteRedirects.find': {
      query: { source: '/old' },
      ...inSite('redirect(source: "/old") { id } resolvedRedirect(source: "/old") { target }'),
    },
    'siteRedirects.create': {
      body: () => ({ source: '/other', destination: { kind: 'external', url: 'https://example.com/' } }),
      graphql: ({ siteId }) =>
        write('createSiteRedirect', {
          siteId,
          source: '/other',
          destination: { external: { url: 'https://example.com/' } },
        }),
    },
    'siteRedirects.update': change('updateSiteRedirect', ['siteRedirectId'], () => ({ source: '/older' })),
    'siteRedirects.upsert': {
      body: () => ({
        redirects: [{ source: '/upserted', destination: { kind: 'external', url: 'https://example.com/' } }],
      }),
      graphql: ({ siteId }) =>
        write('upsertSiteRedirects', {
          siteId,
          redirects: [{ source: '/upserted', destination: { external: { url: 'https://example.com/' } } }],
        }),
    },
    'siteRedirects.delete': change('deleteSiteRedirect', ['siteRedirectId']),
    'siteImages.list': inSite(`images ${LIST}`),
    'siteImages.get': one('siteImage', ({ siteImageId }) => siteImageId),
    'siteImages.create': change('createSiteImage', ['siteId'], () => logo),
    'siteImages.upload': {
      form: () => {
        const form = new FormData()
        form.append('file', new Blob([Buffer.from(logo.base64, 'base64')]), logo.name)
        return form
      },
      graphql: ({ siteId }) => write('createSiteImage', { siteId, ...logo }),
    },
    'siteImages.delete': change('deleteSiteImage', ['siteImageId']),
    'siteStructure.get': inSite('structure { __typename }'),
    'siteStructure.sort': {
      body: ({ siteSectionId: id }) => ({ item: { type: 'site-section', id }, position: {} }),
      graphql: move('SITE_SECTION', section).graphql,
    },
    'siteStructure.sort: into another section, a space that you cannot publish': {
      params: (names) => names.guarded,
      body: (names) => intoOtherSection(names.guarded, 'site-space'),
      graphql: ({ guarded: at }) => ({
        query: `mutation($input: SortSiteStructureInput!) { sortSiteStructure(input: $input) { __typename } }`,
        variables: { input: { siteId: at.siteId, ...intoOtherSection(at, 'SITE_SPACE') } },
      }),
    },
    'publishingAuth.get': inSite('publishingAuth { backend }'),
    'publishingAuth.update': change('updateSitePublishingAuth', ['siteId'], () => ({
      fallbackURL: 'https://login.example/',
    })),
    'publishingAuth.regenerate': change('regenerateSitePublishingAuth', ['siteId']),
    'publishedSite.get: a public site': visit(({ publishedSiteId }) => publishedSiteId),
    'publishedSite.get: a site for share links': visit(({ sharedSiteId }) => sharedSiteId),
    'publishedSite.get: a site for authenticated visitors': visit(
      ({ authenticatedSiteId }) => authenticatedSiteId,
    ),
    'publishedSite.get: an unpublished site': visit(({ siteId }) => siteId),
    'publishedUrl.resolve: a public site': resolve(({ publishedSiteId }) => publishedSiteId),
    'publishedUrl.resolve: a site for share links': resolve(({ sharedSiteId }) => sharedSiteId),
    'publishedUrl.resolve: a site for authenticated visitors': resolve(
      ({ authenticatedSiteId }) => authenticatedSiteId,
    ),
    'publishedUrl.resolve: an unpublished site': resolve(({ siteId }) => siteId),
    'sitePreview.get': inSite('preview { url }'),
    'shareLinks.list': inSite(`shareLinks ${LIST}`),
    'shareLinks.get': one('shareLink', ({ shareLinkId }) => shareLinkId),
    'shareLinks.create': change('createSiteShareLink', ['siteId'], () => ({ name: 'Press' })),
    'shareLinks.update': change('updateSiteShareLink', ['shareLinkId'], () => ({ active: false })),
    'shareLinks.create: with a space that you cannot publish': guarded('createSiteShareLink', ['siteId'], {
      name: 'Press',
    }),
    'shareLinks.update: activating it, with a space that you cannot publish': guarded(
      'updateSiteShareLink',
      ['shareLinkId'],
      { active: true },
    ),
    'shareLinks.delete': change('deleteSiteShareLink', ['shareLinkId']),
  },
  targets: {
    site: {
      type: 'Site',
      id: ({ siteId }) => siteId,
      path: ({ organizationId, siteId }) => `/orgs/${organizationId}/sites/${siteId}`,
      bits: {
        view: [
          'sites.get',
          'siteSpaces.list',
          'siteSpaces.get',
          'siteSpaces.listInSection',
          'siteSections.list',
          'siteSections.listInGroup',
          'siteSections.get',
          'siteSectionGroups.list',
          'siteSectionGroups.get',
          'siteStructure.get',
          'adaptiveSchema.get',
          'siteRedirects.list',
          'siteRedirects.get',
          'siteRedirects.find',
          'siteCustomization.get',
          'siteImages.list',
          'siteImages.get',
          'siteSpaceCustomization.get',
          'adaptiveSchema.listTemplateConditions',
        ],
        edit: [
          'sites.applyTemplate',
          'sitePermissions.listUsers',
          'sitePermissions.listTeams',
          'sitePermissions.listAggregate',
          'sitePermissions.grant',
          'sitePermissions.updateUser',
          'sitePermissions.updateTeam',
          'sitePermissions.removeUser',
          'sitePermissions.removeTeam',
          'sites.update: its settings',
          'siteSpaces.add',
          'siteSpaces.update',
          'siteSpaces.duplicate',
          'siteSpaces.delete',
          'siteSpaces.move',
          'siteSections.add',
          'siteSections.update',
          'siteSections.delete',
          'siteSections.move',
          'siteSectionGroups.add',
          'siteSectionGroups.update',
          'siteSectionGroups.delete',
          'siteSectionGroups.addSection',
          'siteSectionGroups.removeSection',
          'siteSectionGroups.move',
          'siteStructure.sort',
          'adaptiveSchema.update',
          'shareLinks.list',
          'shareLinks.get',
          'shareLinks.create',
          'shareLinks.update',
          'shareLinks.delete',
          'siteRedirects.create',
          'siteRedirects.update',
          'siteRedirects.delete',
          'siteRedirects.upsert',
          'siteCustomization.update',
          'siteImages.create',
          'siteImages.upload',
          'siteImages.delete',
          'siteCustomization.replace',
          'siteSpaceCustomization.override',
          'siteSpaceCustomization.delete',
        ],
        access: ['siteStructure.get'],
        installIntegration: [],
        create: ['siteSpaces.add', 'siteSections.add', 'siteSectionGroups.add'],
        viewAdaptiveSchema: ['adaptiveSchema.get'],
        editAdaptiveSchema: ['adaptiveSchema.update'],
        delete: ['sites.delete'],
        publish: ['sites.publish', 'sites.unpublish', 'sitePreview.get'],
        admin: [
          'sites.update: its hostname',
          'publishingAuth.get',
          'publishingAuth.update',
          'publishingAuth.regenerate',
        ],
      },
    },
  },
  bits: {
    'organization.view': ['sites.list'],
    'organization.createContent': ['sites.create'],
    'space.access': ['sites.listOfSpace'],
  },
}
