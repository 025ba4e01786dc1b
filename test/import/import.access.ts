import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { inOrganization, inSpace, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    importId: string
    /** One that waits. */
    waitingImportId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { spaceId, changeRequestId }) => {
    const [importId, waitingImportId] = [newId('Import'), newId('Import')]
    const handbook = {
      spaceId,
      changeRequestId,
      source: 'zip',
      address: 'https://files.example/handbook.zip',
      mode: 'update',
      createdAt: clock.now(),
    }
    await db.database.prisma.import.createMany({
      data: [
        { ...handbook, id: importId, state: 'success', stage: 'write' },
        { ...handbook, id: waitingImportId, state: 'running', stage: 'fetch' },
      ],
    })
    return { importId, waitingImportId }
  },
  cases: {
    'content.importInPlace': {
      body: ({ importUrl }) => ({ url: importUrl, source: 'markdown' }),
      graphql: ({ spaceId, changeRequestId, pageId, importUrl: url }) => [
        write('importContentInPlace', { spaceId, url, source: 'markdown' }),
        write('importContentInPlace', { spaceId, pageId, url, source: 'markdown' }),
        write('importContentInPlace', { spaceId, changeRequestId, pageId, url, source: 'markdown' }),
      ],
    },
    'imports.list': { graphql: inSpace('imports { nodes { __typename } }') },
    'imports.get': { graphql: ({ importId: id }) => read({ id }, 'import(id: $id) { id }') },
    'imports.listRuns': { graphql: inOrganization('imports { nodes { __typename } }') },
    'imports.start': {
      body: ({ spaceId, changeRequestId, importUrl }) => ({
        source: { type: 'website', url: importUrl },
        target: { space: spaceId, changeRequest: changeRequestId },
      }),
      graphql: ({ organizationId, spaceId, changeRequestId, importUrl }) =>
        write('startImportRun', {
          organizationId,
          source: { website: { url: importUrl } },
          target: { space: spaceId, changeRequest: changeRequestId },
        }),
    },
    'imports.cancel': {
      params: ({ waitingImportId }) => ({ importId: waitingImportId }),
      graphql: ({ waitingImportId }) => write('cancelImport', { importId: waitingImportId }),
    },
  },
  bits: {
    'space.access': ['imports.list', 'imports.get'],
    'space.edit': ['content.importInPlace', 'imports.start', 'imports.cancel'],
    'organization.view': ['imports.listRuns'],
  },
}
