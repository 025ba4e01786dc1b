import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { type Content, isIncludeOf, type PageRow, placedIn } from '../content/index.ts'
import type { ClientRef, ClientTargets } from '../documents/index.ts'
import { type PublishedTarget, publishedTargets } from '../links/index.ts'
import { pathOf } from '../revisions/index.ts'

/** A text of some content: that of a page, or of a reusable content. */
export interface TextOfContent {
  content: Content
  page: PageRow | null
}

/** What relative URLs of a text lead to, in a few statements for any number of them. */
export async function clientTargetsOf(
  reads: RequestLoaders,
  { content, page }: TextOfContent,
  urls: readonly string[],
): Promise<ClientTargets> {
  if (urls.length === 0) return {}
  const { snapshot } = content
  const ids = page ? [page.pageId] : []
  // From the record, because readers do not see where a page comes from, and its links start there.
  const [folders, records] = await Promise.all([snapshot.folders(ids), snapshot.pages(ids)])
  const isMain = !content.changeRequest && !content.byRevision
  const [linked = new Map<string, PublishedTarget>()] = await publishedTargets(reads.db, snapshot, [
    {
      origin: {
        path: page ? pathOf(page) : '',
        isFolder: page !== null && folders.has(page.pageId),
        gitPath: page ? records.get(page.pageId)?.git?.path : undefined,
      },
      mainPageId: isMain && page && !page.page.computedSeed ? page.pageId : null,
      hrefs: urls,
    },
  ])
  const shown = await shownAmong(reads, content, linked)
  return {
    ...(await includedBy(
      content,
      urls.filter((url) => !linked.has(url)),
    )),
    ...shown,
  }
}

/** Targets as references. A reader of a site gets none to pages that are hidden from them. */
async function shownAmong(
  reads: RequestLoaders,
  content: Content,
  linked: ReadonlyMap<string, PublishedTarget>,
): Promise<Record<string, ClientRef>> {
  const found = await Promise.all(
    [...linked].map(async ([url, target]): Promise<[string, ClientRef][]> => {
      const isHidden =
        content.seen !== undefined &&
        target.kind === 'page' &&
        (await reads.load(placedIn, { content, id: target.id })) === null
      return isHidden ? [] : [[url, refOf(target)]]
    }),
  )
  return Object.fromEntries(found.flat())
}

function refOf(target: PublishedTarget): ClientRef {
  switch (target.kind) {
    case 'page':
      return target.anchor === undefined
        ? { kind: 'page', page: target.id }
        : { kind: 'anchor', anchor: target.anchor, page: target.id }
    case 'file':
      return { kind: 'file', file: target.id }
    case 'space':
      return { kind: 'space', space: target.id }
    default:
      return target
  }
}

/** The reusable contents that includes name by the file that they were imported from. */
async function includedBy(
  { snapshot }: Content,
  urls: readonly string[],
): Promise<Record<string, ClientRef>> {
  if (urls.length === 0) return {}
  const reusables = [...(await snapshot.allReusables())]
  return Object.fromEntries(
    urls.flatMap((url): [string, ClientRef][] => {
      const [id] = reusables.find(([each, record]) => isIncludeOf(url, each, record)) ?? []
      return id === undefined ? [] : [[url, { kind: 'reusable-content', reusableContent: id }]]
    }),
  )
}
