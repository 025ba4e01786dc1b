import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { inSpace, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    importId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { spaceId, changeRequestId }) => {
    const { id } = await db.database.prisma.import.create({
      data: {
        id: newId('Import'),
        spaceId,
        changeRequestId,
        source: 'zip',
        address: 'https://files.example/handbook.zip',
        mode: 'update',
        state: 'success',
        stage: 'write',
        createdAt: clock.now(),
      },
    })
    return { importId: id }
  },
  cases: {
    'imports.list': { graphql: inSpace('imports { nodes { __typename } }') },
    'imports.get': { graphql: ({ importId: id }) => read({ id }, 'import(id: $id) { id }') },
  },
  bits: { 'space.access': ['imports.list', 'imports.get'] },
}
