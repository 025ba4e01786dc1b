import { NO_EDITS, Snapshot, writeRevision } from '../../src/modules/revisions/index.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, inChangeRequest, inContent, inSpace } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    /** A revision in which the page of main content has another title. */
    earlierRevisionId: string
  }
}

const restored = (name: string, ...path: ('spaceId' | 'pageId')[]) => ({
  ...change(name, path, ({ earlierRevisionId }) => ({ revisionId: earlierRevisionId })),
  params: ({ earlierRevisionId }: { earlierRevisionId: string }) => ({ revisionId: earlierRevisionId }),
  body: () => ({}),
})

export const access: ModuleAccess = {
  build: async ({ db, clock }, { revisionId, pageId }) => {
    const { prisma } = db.database
    const main = await prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const page = (await new Snapshot(db.database, main).pages([pageId])).get(pageId)
    if (!page) throw new Error('The page is missing.')
    const edits = { ...NO_EDITS, pages: new Map([[pageId, { ...page, title: 'Earlier' }]]) }
    const written = { type: 'edits' as const, parents: [], createdById: null, createdAt: clock.now() }
    const { id } = await prisma.$transaction((tx) =>
      writeRevision({ tx, db: db.database }, main, edits, written),
    )
    return { earlierRevisionId: id }
  },
  cases: {
    'content.listRevisions': {
      graphql: (names) => [
        inSpace('revisions { nodes { id } }')(names),
        inChangeRequest('revisions { nodes { id } }')(names),
      ],
    },
    'content.listPageRevisions': inContent(
      ({ pageId }) => `page(id: "${pageId}") { ... on DocumentPage { history { nodes { id } } } }`,
    ),
    'content.restoreRevision': restored('restoreRevision', 'spaceId'),
    'content.restorePage': restored('restorePage', 'spaceId', 'pageId'),
    'changeRequests.markViewed': change('markViewed', ['spaceId', 'changeRequestId', 'pageId']),
  },
  bits: {
    'space.access': ['content.listRevisions', 'content.listPageRevisions'],
    'space.edit': ['content.restoreRevision', 'content.restorePage'],
    'change request.view': ['changeRequests.markViewed'],
  },
}
