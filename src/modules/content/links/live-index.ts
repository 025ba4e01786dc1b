import type { LiveIndex } from '../live.ts'
import { writeAnchors } from './anchors.ts'
import { linkChanges } from './changes.ts'
import { writeNames } from './names.ts'
import { deleteLinksOf, insertLinks, updateLinks } from './rows.ts'

/**
 * Keeps the links of main content true to it. Anyone who writes main content holds its space, so two of these never run
 * for one space at once.
 */
export const indexLinks: LiveIndex = async (db, change) => {
  const { replaced, fresh, settled, names, anchors } = await linkChanges(db, change)
  await writeAnchors(db, change.spaceId, replaced, anchors)
  await writeNames(db, change.spaceId, names)
  await deleteLinksOf(db, change.spaceId, [...replaced])
  await insertLinks(db, change.spaceId, fresh)
  await updateLinks(db, change.spaceId, settled)
}
