import { statement } from '../../platform/statements/statement.ts'
import { allRows, type MainContentIndex, strayRows } from '../content/index.ts'
import { writeAnchors } from './anchors.ts'
import { linkChanges } from './changes.ts'
import { nameChanges, writeNames } from './names.ts'
import { deleteLinksOf, insertLinks, updateLinks } from './rows.ts'

const STRAYS = ['Link', 'PageAnchors'].map((table) => strayRows(table))
const NAMES = allRows('ContentName')

/** The ids in a copy are the same, so its rows differ only in the space. A copy has no repository. */
const COPIES = [
  statement({
    name: 'contentCopyLinks',
    text: `INSERT INTO "Link" ("spaceId", "pageId", "ordinal", "href", "relation", "nodeKey", "status", "targetKind",
        "targetId", "wantedPath", "wantedName", "wantedAnchor")
      SELECT $2, l."pageId", l."ordinal", l."href", l."relation", l."nodeKey",
        CASE l."status" WHEN 'outside' THEN 'broken' ELSE l."status" END, l."targetKind",
        l."targetId", l."wantedPath", l."wantedName", l."wantedAnchor" FROM "Link" l WHERE l."spaceId" = $1`,
  }),
  statement({
    name: 'contentCopyAnchors',
    text: `INSERT INTO "PageAnchors" ("spaceId", "pageId", "anchors", "specs")
      SELECT $2, a."pageId", a."anchors", a."specs" FROM "PageAnchors" a WHERE a."spaceId" = $1`,
  }),
  statement({
    name: 'contentCopyNames',
    text: `INSERT INTO "ContentName" ("spaceId", "kind", "id", "name")
      SELECT $2, n."kind", n."id", n."name" FROM "ContentName" n WHERE n."spaceId" = $1`,
  }),
]

/**
 * The index of the links of main content. A writer of main content locks the space, so updates of one space never
 * overlap.
 */
export const linkIndex: MainContentIndex = {
  update: async (db, change) => {
    const { replaced, fresh, settled, names, anchors, specs } = await linkChanges(db, change)
    const { isAgain, diff } = change
    const former = [...replaced].filter((id) => isAgain || diff.pages.get(id)?.before)
    // Different tables, in one round trip of the transaction.
    await Promise.all([
      writeAnchors(db, change.spaceId, replaced, { anchors, specs }),
      writeNames(db, change.spaceId, names),
      deleteLinksOf(db, change.spaceId, former),
    ])
    await insertLinks(db, change.spaceId, fresh)
    await updateLinks(db, change.spaceId, settled)
  },
  reset: async (db, spaceId, all) => {
    for (const statement of STRAYS) await db.query(statement, [spaceId, [...all.pages.keys()]])
    await db.query(NAMES, [spaceId])
    // Links are resolved by name, so all names are stored before any page is indexed.
    await writeNames(db, spaceId, await nameChanges(all))
  },
  copy: async (db, fromSpaceId, toSpaceId) => {
    for (const statement of COPIES) await db.query(statement, [fromSpaceId, toSpaceId])
  },
}
