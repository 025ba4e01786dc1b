import { InParts } from '../../../platform/workers/worker-tasks.ts'

/** A page of a tree. */
interface TreePage {
  markdown?: string
  pages: TreePage[]
}

/** A page without those below it, and the index of its parent. */
interface PagePart<Page> {
  page: Page
  parent: number | undefined
}

type PageOf<Content> = Content extends { pages: (infer Page)[] } ? Page : never

/** Bytes of a page without its text. */
const PAGE_BYTES = 1_000

/** Content whose pages are sent to the main thread in parts: an import can have ten thousand of them. */
export function treeInParts<Content extends { pages: TreePage[] }>(
  content: Content,
): InParts<Omit<Content, 'pages'>, PagePart<PageOf<Content>>> {
  const parts: PagePart<TreePage>[] = []
  const add = (pages: readonly TreePage[], parent: number | undefined) => {
    for (const page of pages) add(page.pages, parts.push({ page: { ...page, pages: [] }, parent }) - 1)
  }
  add(content.pages, undefined)
  const { pages: _pages, ...rest } = content
  return new InParts(
    rest,
    parts as PagePart<PageOf<Content>>[],
    ({ page }) => PAGE_BYTES + ((page as TreePage).markdown?.length ?? 0),
  )
}

/** The content again, on the main thread. */
export function treeOfParts<Content, Page extends { pages: Page[] }>(sent: {
  value: Content
  items: readonly PagePart<Page>[]
}): Content & { pages: Page[] } {
  const pages: Page[] = []
  for (const { page, parent } of sent.items) {
    const siblings = parent === undefined ? pages : sent.items[parent]?.page.pages
    siblings?.push(page)
  }
  return { ...sent.value, pages }
}
