import type { Queryable } from '../../platform/database.ts'
import { chainOf, findPlaced, pathOf } from '../revisions/index.ts'

/** The page that the thread of a notification is on, as it is now. */
export interface NotificationPage {
  pageId: string
  title: string
  path: string
}

/** What identifies the page: columns of a notification that are null if it is on none. */
export interface PageColumns {
  spaceId: string | null
  pageId: string | null
  /** The pages of main content, or of the change request. */
  pagesRoot: string | null
}

/** The pages of main content `s`, or of the change request `c`. */
const ROOT = `(SELECT content."pagesRoot" FROM "Revision" content
  WHERE thread."pageId" IS NOT NULL AND content."id" = coalesce(c."revisionId", s."revisionId"))`

export const PAGE_COLUMNS = `thread."pageId", ${ROOT} AS "pagesRoot"`

/** The page and its ancestors, nearest first, as a column. */
export type PageChain = readonly { title: string; slug: string }[]
export const PAGE_CHAIN = chainOf('thread."spaceId"', ROOT, 'thread."pageId"')

export function pageOf(pageId: string | null, chain: PageChain | null): NotificationPage | null {
  const [own, ...above] = chain ?? []
  if (pageId === null || !own) return null
  const path = pathOf({ page: own, above: above.map((page) => ({ page })) })
  return { pageId, title: own.title, path }
}

/** The pages of notifications of many users, each of which is read once. Null if there is none, or if it was deleted. */
export async function findPages(
  db: Queryable,
  rows: readonly PageColumns[],
): Promise<(NotificationPage | null)[]> {
  const keys = new Map<string, { spaceId: string; root: string | null; id: string }>()
  const keyed = rows.map(({ spaceId, pageId, pagesRoot: root }) => {
    if (spaceId === null || pageId === null) return ''
    const key = `${spaceId}/${root}/${pageId}`
    keys.set(key, { spaceId, root, id: pageId })
    return key
  })
  if (keys.size === 0) return rows.map(() => null)
  const placed = await findPlaced(db, [...keys.values()])
  const found = new Map([...keys.keys()].map((key, index) => [key, placed[index]]))
  return keyed.map((key) => {
    const page = found.get(key)
    return page ? { pageId: page.id, title: page.page.title, path: pathOf(page) } : null
  })
}

/** What a notification is about, in a word: the page of main content that its thread is on, or what its row says. */
export const titleOf = ({
  title,
  changeRequestId,
  page,
}: {
  title: string
  changeRequestId: string | null
  page: NotificationPage | null
}): string => (changeRequestId === null && page ? page.title : title)
