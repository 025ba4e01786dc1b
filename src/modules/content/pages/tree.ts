import {
  type FolderRecord,
  folderOf,
  type PageRecord,
  type PlacedPage,
  ROOT_FOLDER,
  type Snapshot,
} from '../../revisions/index.ts'

/** A page with its position and its descendants. */
export interface PageTree extends PlacedPage {
  pages: PageTree[]
}

interface Records {
  pages: ReadonlyMap<string, PageRecord>
  folders: ReadonlyMap<string, FolderRecord>
}

function below({ pages, folders }: Records, folder: string, above: PlacedPage['above']): PageTree[] {
  return (folders.get(folder)?.pages ?? []).flatMap(([id]) => {
    const page = pages.get(id)
    if (!page) return []
    return [{ id, page, above, pages: below({ pages, folders }, id, [{ id, page }, ...above]) }]
  })
}

/** The whole tree, in two statements regardless of its size. */
export async function readTree(snapshot: Snapshot): Promise<PageTree[]> {
  const [pages, folders] = await Promise.all([snapshot.allPages(), snapshot.allFolders()])
  return below({ pages, folders }, ROOT_FOLDER, [])
}

/** A page with its position and its descendants: two statements per level. */
export async function readSubtree(snapshot: Snapshot, placed: PlacedPage): Promise<PageTree> {
  const { id: pageId } = placed
  const records = { pages: new Map<string, PageRecord>(), folders: new Map<string, FolderRecord>() }
  let level = [pageId]
  while (level.length > 0) {
    const folders = await snapshot.folders(level)
    level = [...folders.values()].flatMap((folder) => folder.pages.map(([id]) => id))
    for (const [id, folder] of folders) records.folders.set(id, folder)
    for (const [id, page] of await snapshot.pages(level)) records.pages.set(id, page)
  }
  return { ...placed, pages: below(records, folderOf(pageId), [placed, ...placed.above]) }
}

/** All pages of a tree, each before its descendants. */
export function* pagesIn(tree: readonly PageTree[]): Generator<PageTree> {
  for (const page of tree) {
    yield page
    yield* pagesIn(page.pages)
  }
}
