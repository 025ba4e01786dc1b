import { BatchingLoaders } from '../../src/core/lists/loaders.ts'
import type { WriteContext } from '../../src/core/operations/context.ts'
import type { Revision } from '../../src/generated/prisma/client.ts'
import { updateIndexes } from '../../src/modules/content/main-content-indexes.ts'
import { Draft } from '../../src/modules/content-changes/draft.ts'
import { type PageRecord, Snapshot, writeRevision } from '../../src/modules/revisions/index.ts'
import type { TestApp } from '../support/app.ts'

export const blankPage = (parent: string | null, slug: string, gitPath?: string): PageRecord => ({
  type: 'document',
  parent,
  slug,
  title: slug,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(gitPath ? { git: { oid: '0', path: gitPath } } : {}),
})

/** Main content of a space, written with the service's own code, including git paths, which no batch can set. */
export class MainContent {
  readonly spaceId: string
  readonly #t: TestApp

  constructor(t: TestApp, spaceId: string) {
    this.#t = t
    this.spaceId = spaceId
  }

  async revision(): Promise<Revision> {
    const { prisma } = this.#t.db.database
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: this.spaceId } })
    return prisma.revision.findUniqueOrThrow({ where: { id: revisionId } })
  }

  async edit(work: (draft: Draft) => Promise<void>): Promise<Snapshot> {
    const before = await this.revision()
    return this.#t.db.database.transaction(async (tx, db) => {
      const draft = new Draft(new Snapshot(db, before))
      await work(draft)
      const after = await writeRevision({ tx, db }, before, draft.edits(), {
        type: 'edits',
        parents: [before.id],
        createdById: null,
        createdAt: new Date(),
      })
      await tx.space.update({ where: { id: this.spaceId }, data: { revisionId: after.id } })
      // An index uses only the transaction.
      const ctx = {
        reads: new BatchingLoaders(db, { userId: 'nobody' } as never),
        tx,
      } as unknown as WriteContext
      await updateIndexes(ctx, before, after)
      return new Snapshot(this.#t.db.database, after)
    })
  }

  links() {
    return this.#t.db.database.prisma.link.findMany({
      where: { spaceId: this.spaceId },
      orderBy: [{ pageId: 'asc' }, { ordinal: 'asc' }],
    })
  }
}
