import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, inSpace, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    operationId: string
  }
}

// Nothing is fetched: the jobs do not run here.
const repository = () => ({ url: 'https://git.example/handbook.git', ref: 'refs/heads/main' })

export const access: ModuleAccess = {
  build: async ({ db, clock }, { spaceId }) => {
    const { prisma } = db.database
    const createdAt = clock.now()
    const url = repository().url
    await prisma.space.update({
      where: { id: spaceId },
      data: { gitSync: { repoName: 'handbook', url, updatedAt: createdAt.toISOString() } },
    })
    const { id } = await prisma.gitOperation.create({
      data: {
        id: newId('GitOperation'),
        spaceId,
        direction: 'import',
        address: url,
        ref: 'refs/heads/main',
        state: 'success',
        options: {},
        createdAt,
      },
    })
    await prisma.gitConnection.create({
      data: {
        spaceId,
        address: url,
        ref: 'refs/heads/main',
        sealedUrl: '',
        exportOnMerge: false,
        createdAt,
        updatedAt: createdAt,
      },
    })
    return { operationId: id }
  },
  cases: {
    'git.import': change('importGitRepository', ['spaceId'], repository),
    'git.export': change('exportToGitRepository', ['spaceId'], () => ({
      ...repository(),
      commitMessage: 'x',
    })),
    'git.info': { graphql: inSpace('gitSync { url }') },
    'git.getConnection': { graphql: inSpace('gitConnection { url }') },
    'git.connect': change('connectGitRepository', ['spaceId'], repository),
    'git.disconnect': change('disconnectGitRepository', ['spaceId']),
    'git.listOperations': { graphql: inSpace('gitOperations { nodes { __typename } }') },
    'git.getOperation': {
      graphql: ({ operationId: id }) => read({ id }, 'gitOperation(id: $id) { id }'),
    },
  },
  bits: {
    'space.triggerGitSync': ['git.import', 'git.export', 'git.connect', 'git.disconnect'],
    'space.access': ['git.info', 'git.listOperations', 'git.getOperation', 'git.getConnection'],
  },
}
