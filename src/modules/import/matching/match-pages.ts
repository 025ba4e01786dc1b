import { eachInTurns } from '../../../platform/turns/turns.ts'
import { type GitOrigin, type PageRecord, type PlacedPage, pathOf } from '../../revisions/index.ts'
import type { RepositoryPage } from '../repository/repository-content.ts'
import { MAX_PAIRS, type NamedText } from '../repository/similarity.ts'

/** An imported page with the index of its parent. */
export interface IncomingPage {
  page: RepositoryPage
  parent: number | undefined
  depth: number
}

/** The pages of a tree, each before its descendants. */
export function flattened(
  pages: readonly RepositoryPage[],
  parent?: number,
  depth = 0,
  found: IncomingPage[] = [],
): IncomingPage[] {
  for (const page of pages) {
    const at = found.push({ page, parent, depth }) - 1
    flattened(page.pages, at, depth + 1, found)
  }
  return found
}

/** What pages can be recognized as. */
interface Known {
  pages: ReadonlyMap<string, PageRecord>
  /** Texts by hash. */
  documents(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** How pages that were never in a repository are compared with paths of files: by their slugs. */
  slugPathOf?: (path: string) => string
}

type Similar = (gone: readonly NamedText[], added: readonly NamedText[]) => Promise<[string, string][]>

/**
 * Recognizes pages by path, then by object id, then by similar text, so that a renamed page keeps its id. Returns the id
 * for the index of each recognized page. Pages without a file are recognized while they are placed.
 */
export async function matchPages(
  incoming: readonly IncomingPage[],
  known: Known,
  similar: Similar,
): Promise<Map<number, string>> {
  const matched = new Map<number, string>()
  const left = new Map<string, PageRecord>()
  await eachInTurns(known.pages, ([id, page]) => {
    if (page.type === 'document') left.set(id, page)
  })
  /** Pages with a file that are not recognized yet. */
  const open = new Map<number, IncomingPage>()
  await eachInTurns(incoming.entries(), ([at, each]) => {
    if (each.page.git) open.set(at, each)
  })
  const match = (at: number, id: string) => {
    matched.set(at, id)
    left.delete(id)
    open.delete(at)
  }

  /** Matches pages whose file has the key of a known page. */
  const matchBy = async (
    keyOfKnown: (page: PageRecord) => string | undefined,
    keyOfFile: (git: GitOrigin) => string,
  ) => {
    const ids = new Map<string, string>()
    await eachInTurns(left, ([id, page]) => {
      const key = keyOfKnown(page)
      if (key !== undefined) ids.set(key, id)
    })
    if (ids.size === 0) return
    await eachInTurns(open, ([at, { page }]) => {
      const id = page.git && ids.get(keyOfFile(page.git))
      if (id !== undefined && left.has(id)) match(at, id)
    })
  }

  await matchBy(
    ({ git }) => git?.path,
    ({ path }) => path,
  )
  const { slugPathOf } = known
  if (slugPathOf) {
    await matchBy(
      (page) => (page.git ? undefined : pathOf({ page, above: ancestors(page, known.pages) })),
      ({ path }) => slugPathOf(path),
    )
  }
  await matchBy(
    ({ git }) => git?.oid,
    ({ oid }) => oid,
  )

  const gone = [...left].filter(([, { document, git }]) => document !== undefined && git !== undefined)
  if (gone.length === 0) return matched
  const added = [...open].filter(([, { page }]) => page.markdown !== undefined)
  const pairCount = gone.length * added.length
  // With too many pairs none is compared, so the texts are not read either.
  if (pairCount === 0 || pairCount > MAX_PAIRS) return matched
  const texts = await known.documents(gone.flatMap(([, { document }]) => document ?? []))
  const pairs = await similar(
    gone.map(([key, { document = '' }]) => ({ key, text: texts.get(document) ?? '' })),
    added.map(([at, { page }]) => ({ key: String(at), text: page.markdown ?? '' })),
  )
  for (const [id, at] of pairs) match(Number(at), id)
  return matched
}

function ancestors(page: PageRecord, pages: ReadonlyMap<string, PageRecord>): PlacedPage['above'] {
  const above: PlacedPage['above'] = []
  for (let id = page.parent; id !== null && above.length < 100; ) {
    const record = pages.get(id)
    if (!record) break
    above.push({ id, page: record })
    id = record.parent
  }
  return above
}
