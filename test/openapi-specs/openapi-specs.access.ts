import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { type Case, change, inOrganization, type Names, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    specId: string
    specSlug: string
    /** The only version of the spec. */
    versionId: string
  }
}

const LIST = '{ nodes { __typename } }'
const SOURCE = { text: 'openapi: 3.0.3' }
const inSpec = (selection: (names: Names) => string): Case => ({
  graphql: (names) =>
    read(
      { id: names.organizationId },
      `organization(id: $id) { openAPISpec(slug: "${names.specSlug}") { ${selection(names)} } }`,
    ),
})

export const access: ModuleAccess = {
  build: async ({ db, clock }, { organizationId }) => {
    const { prisma } = db.database
    const createdAt = clock.now()
    const { id: specId } = await prisma.openAPISpec.create({
      data: {
        id: newId('OpenAPISpec'),
        organizationId,
        slug: 'pets',
        processingState: 'complete',
        createdAt,
      },
    })
    const document = { specId, hash: 'h', bytes: Buffer.from('{"openapi":"3.0.3"}'), size: 19 }
    await prisma.openAPIDocument.create({ data: document })
    const { id: versionId } = await prisma.openAPISpecVersion.create({
      data: {
        id: newId('OpenAPISpecVersion'),
        specId,
        hash: 'h',
        files: [{ name: 'openapi.json', hash: 'h' }],
        bundle: 'h',
        size: 19,
        createdAt,
      },
    })
    await prisma.openAPIPage.create({
      data: {
        versionId,
        position: 0,
        key: 'info',
        doc: 'info',
        title: 'Pets',
        slug: 'pets',
        markdown: 'Pets.',
        entries: 0,
      },
    })
    await prisma.openAPISpec.update({ where: { id: specId }, data: { lastVersionId: versionId } })
    return { specId, specSlug: 'pets', versionId }
  },
  cases: {
    'openapiSpecs.list': { graphql: inOrganization(`openAPISpecs ${LIST}`) },
    'openapiSpecs.create': change('createOpenAPISpec', ['organizationId'], () => ({
      slug: 'orders',
      source: SOURCE,
    })),
    'openapiSpecs.get': inSpec(() => 'id'),
    'openapiSpecs.listUses': inSpec(() => `uses ${LIST}`),
    'openapiSpecs.put': change('createOrUpdateOpenAPISpecBySlug', ['organizationId', 'specSlug'], () => ({
      source: SOURCE,
    })),
    'openapiSpecs.update': change('updateOpenAPISpecBySlug', ['organizationId', 'specSlug'], () => ({
      visibility: 'public',
    })),
    'openapiSpecs.delete': change('deleteOpenAPISpecBySlug', ['organizationId', 'specSlug']),
    'openapiSpecVersions.list': inSpec(() => `versions ${LIST}`),
    'openapiSpecVersions.getLatest': inSpec(() => 'latestVersion { id }'),
    'openapiSpecVersions.get': inSpec(({ versionId }) => `versionById(id: "${versionId}") { id }`),
  },
  targets: {
    openAPISpec: {
      type: 'OpenAPISpec',
      id: ({ specId }) => specId,
      path: ({ organizationId, specSlug }) => `/orgs/${organizationId}/openapi/${specSlug}`,
      bits: {
        view: [
          'openapiSpecs.get',
          'openapiSpecs.listUses',
          'openapiSpecVersions.list',
          'openapiSpecVersions.getLatest',
          'openapiSpecVersions.get',
        ],
        edit: ['openapiSpecs.update', 'openapiSpecs.delete'],
      },
    },
  },
  bits: {
    'organization.view': ['openapiSpecs.list'],
    'organization.createOpenAPISpec': ['openapiSpecs.create', 'openapiSpecs.put'],
  },
}
