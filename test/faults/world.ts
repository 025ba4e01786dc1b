import { newId } from '../../src/core/ids.ts'
import { folderOf, hashOf, NO_EDITS, writeRevision } from '../../src/modules/revisions/index.ts'
import type { Database } from '../../src/platform/database.ts'
import { createFactories, type Person } from '../support/factories.ts'
import { type Place, sharedText } from './author.ts'

export interface World {
  place: Place
  people: Person[]
}

/** A space with one page that all authors edit, and the authors. */
export async function buildWorld(database: Database, authors: number): Promise<World> {
  const now = new Date()
  const build = createFactories(database, { now: () => now })
  const organizationId = (await build.buildOrganization()).id
  const people: Person[] = []
  for (let n = 0; n < authors; n++) people.push(await build.buildPerson({ organizationId, role: 'review' }))
  const space = await build.buildSpace({ organizationId })
  const sharedPageId = newId('Page')
  const markdown = sharedText(authors)
  await database.transaction(async (tx, db) => {
    const from = await tx.revision.findUniqueOrThrow({ where: { id: space.revisionId } })
    const page = {
      type: 'document',
      parent: null,
      slug: 'shared',
      title: 'Shared',
      document: hashOf(markdown),
      createdAt: now.toISOString(),
    } as const
    const edits = {
      ...NO_EDITS,
      pages: new Map([[sharedPageId, page]]),
      folders: new Map([[folderOf(null), { pages: [[sharedPageId, page.slug]] as [string, string][] }]]),
      documents: new Map([[hashOf(markdown), markdown]]),
    }
    const revision = { type: 'edits' as const, parents: [from.id], createdById: null, createdAt: now }
    const { id } = await writeRevision({ tx, db }, from, edits, revision)
    await tx.space.update({ where: { id: space.id }, data: { revisionId: id } })
  })
  return { place: { spaceId: space.id, sharedPageId }, people }
}
