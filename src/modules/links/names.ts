import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { eachInTurns } from '../../platform/turns/turns.ts'
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
export async function nameChanges({ pages, files, reusables }: RevisionDiff): Promise<NameChanges> {
  const changes: NameChanges = { gone: [], added: [] }
  const note = (
    kind: TargetKind,
    of: (path: string) => string,
    map: ReadonlyMap<string, { before: Named | null; after: Named | null }>,
  ) =>
    eachInTurns(map, ([id, { before, after }]) => {
      const [was, is] = [before?.git?.path, after?.git?.path]
      if (was === is) return
      if (was !== undefined) changes.gone.push({ kind, id })
      const name = is === undefined ? null : storable(of(is))
      if (name !== null) changes.added.push({ kind, id, name })
    })
  await note('page', nameOf, pages)
  await note('file', nameOf, files)
  await note('reusable-content', includeName, reusables)
  return changes
}

const BY_NAME = statement<ContentName>({
  name: 'contentNames',
  // One index look-up for each name, also while the table has no statistics yet.
  text: `SELECT n."kind", n."id", n."name" FROM unnest($2::text[]) AS k(name)
    CROSS JOIN LATERAL (SELECT * FROM "ContentName" WHERE "spaceId" = $1 AND "name" = k.name OFFSET 0) n`,
})

/** The resources of main content with these names. */
export const findNames = (db: Queryable, spaceId: string, names: readonly string[]): Promise<ContentName[]> =>
  db.query(BY_NAME, [spaceId, names])

const DELETE = statement({
  name: 'contentNamesDelete',
  text: `DELETE FROM "ContentName" n USING unnest($2::text[], $3::text[]) AS g(kind, id)
    WHERE n."spaceId" = $1 AND n."kind" = g.kind AND n."id" = g.id`,
})

const INSERT = statement({
  name: 'contentNamesInsert',
  text: `INSERT INTO "ContentName" ("spaceId", "kind", "id", "name")
    SELECT $1, n.kind, n.id, n.name FROM unnest($2::text[], $3::text[], $4::text[]) AS n(kind, id, name)
    ON CONFLICT ("spaceId", "kind", "id") DO UPDATE SET "name" = EXCLUDED."name"`,
})

/** Names that one statement stores: encoding more would block the event loop. */
const CHUNK = 1_000

export async function writeNames(
  db: Queryable,
  spaceId: string,
  { gone, added }: NameChanges,
): Promise<void> {
  if (gone.length > 0) {
    await db.query(DELETE, [spaceId, gone.map(({ kind }) => kind), gone.map(({ id }) => id)])
  }
  for (let at = 0; at < added.length; at += CHUNK) {
    const part = added.slice(at, at + CHUNK)
    await db.query(INSERT, [
      spaceId,
      part.map(({ kind }) => kind),
      part.map(({ id }) => id),
      part.map(({ name }) => name),
    ])
  }
}
