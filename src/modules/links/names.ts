import type { Queryable } from '../../platform/database.ts'
import type { GitOrigin, RevisionDiff } from '../revisions/index.ts'
import { includeName, nameOf, storable, type TargetKind } from './link-targets.ts'

/** The name of a resource in the repository that it was imported from. */
export interface ContentName {
  kind: TargetKind
  id: string
  name: string
}

/** How the names of one revision differ from those of another. */
export interface NameChanges {
  gone: Omit<ContentName, 'name'>[]
  added: ContentName[]
}

interface Named {
  git?: GitOrigin
}

/** The names that a change of content adds and removes. */
export function nameChanges({ pages, files, reusables }: RevisionDiff): NameChanges {
  const changes: NameChanges = { gone: [], added: [] }
  const note = (
    kind: TargetKind,
    of: (path: string) => string,
    map: ReadonlyMap<string, { before: Named | null; after: Named | null }>,
  ) => {
    for (const [id, { before, after }] of map) {
      const [was, is] = [before?.git?.path, after?.git?.path]
      if (was === is) continue
      if (was !== undefined) changes.gone.push({ kind, id })
      const name = is === undefined ? null : storable(of(is))
      if (name !== null) changes.added.push({ kind, id, name })
    }
  }
  note('page', nameOf, pages)
  note('file', nameOf, files)
  note('reusable-content', includeName, reusables)
  return changes
}

const BY_NAME = {
  name: 'contentNames',
  text: `SELECT "kind", "id", "name" FROM "ContentName" WHERE "spaceId" = $1 AND "name" = ANY($2)`,
}

/** The resources of main content with these names. */
export const findNames = (db: Queryable, spaceId: string, names: readonly string[]): Promise<ContentName[]> =>
  db.query<ContentName>(BY_NAME, [spaceId, names])

const DELETE = {
  name: 'contentNamesDelete',
  text: `DELETE FROM "ContentName" n USING unnest($2::text[], $3::text[]) AS g(kind, id)
    WHERE n."spaceId" = $1 AND n."kind" = g.kind AND n."id" = g.id`,
}

const INSERT = {
  name: 'contentNamesInsert',
  text: `INSERT INTO "ContentName" ("spaceId", "kind", "id", "name")
    SELECT $1, n.kind, n.id, n.name FROM unnest($2::text[], $3::text[], $4::text[]) AS n(kind, id, name)
    ON CONFLICT ("spaceId", "kind", "id") DO UPDATE SET "name" = EXCLUDED."name"`,
}

export async function writeNames(
  db: Queryable,
  spaceId: string,
  { gone, added }: NameChanges,
): Promise<void> {
  if (gone.length > 0) {
    await db.query(DELETE, [spaceId, gone.map(({ kind }) => kind), gone.map(({ id }) => id)])
  }
  if (added.length === 0) return
  await db.query(INSERT, [
    spaceId,
    added.map(({ kind }) => kind),
    added.map(({ id }) => id),
    added.map(({ name }) => name),
  ])
}
