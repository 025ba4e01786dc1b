import type { ImportedPage } from '../types.ts'
import { slugFrom, titleFromName } from './names.ts'
import type { PageFiles } from './page-files.ts'
import { siblingSlugs, slugOfPath } from './slugs.ts'
import type { Summary, SummaryNode } from './summary-nodes.ts'

type Skip = (path: string, reason: string, line?: number) => void

/** The pages of a table of contents. Entries without a file are skipped; for duplicate entries, the first counts. */
export function pagesOfSummary(
  summary: Summary,
  files: PageFiles,
  skip: Skip,
  root: string,
  onRepeated: Skip = () => {},
): Promise<ImportedPage[]> {
  const byPath = new Map<string, ImportedPage>()

  const pagesOf = async (nodes: SummaryNode[]): Promise<ImportedPage[]> => {
    const pages: ImportedPage[] = []
    for (const node of nodes) pages.push(...(await pageOf(node)))
    return siblingSlugs(pages)
  }

  const pageOf = async (node: SummaryNode): Promise<ImportedPage[]> => {
    if (node.type === 'computed') return [computedPage(node.source)]
    const title = node.title || titleFromName(node.type === 'page' ? node.path : node.type)
    if (node.type === 'page') return listedPage(node, title)
    const pages = await pagesOf(node.children)
    if (node.type === 'link') {
      const named = node.linkTitle === undefined ? {} : { linkTitle: node.linkTitle }
      return [{ type: 'link', title, ...named, markdown: '', url: node.url, pages: [] }, ...pages]
    }
    if (node.type === 'label') return [placeholder(title, pages)]
    const slug = slugFrom(node.slug ?? title)
    return [{ type: 'group', title, ...(slug === undefined ? {} : { slug }), markdown: '', pages }]
  }

  const listedPage = async (node: Extract<SummaryNode, { type: 'page' }>, title: string) => {
    const path = candidates(node.path).find((candidate) => files.paths.has(candidate))
    const before = path === undefined ? undefined : byPath.get(path)
    if (before !== undefined && path !== undefined) {
      const reason = 'The table of contents lists it more than once. The first entry counts.'
      onRepeated(path, reason, node.line)
      before.pages = siblingSlugs([...before.pages, ...(await pagesOf(node.children))])
      return []
    }
    const page = path === undefined ? undefined : await files.take(path, title)
    if (page === undefined || path === undefined) {
      skip(node.path, 'The table of contents lists it, but it does not exist.', node.line)
      const pages = await pagesOf(node.children)
      return pages.length === 0 ? [] : [placeholder(title, pages)]
    }
    const slug = slugOfPath(path, root)
    if (slug !== undefined) page.slug = slug
    if (node.linkTitle !== undefined) page.linkTitle = node.linkTitle
    byPath.set(path, page)
    page.pages = await pagesOf(node.children)
    return [page]
  }

  return pagesOf(summary.nodes)
}

/** Pages that are computed from a source, such as an API description. */
function computedPage({ type, props, dependencies }: Record<string, unknown>): ImportedPage {
  const computed = {
    type: typeof type === 'string' ? type : 'unknown',
    props: mapOf(props),
    dependencies: mapOf(dependencies),
  }
  const { ref } = mapOf(mapOf(computed.dependencies).spec)
  const { spec } = mapOf(ref)
  const title = typeof spec === 'string' && spec !== '' ? spec : computed.type
  return { type: 'computed', title, markdown: '', computed, pages: [] }
}

const mapOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** A page without text that keeps the position of its children. */
export function placeholder(title: string, pages: ImportedPage[], slug = slugFrom(title)): ImportedPage {
  return { type: 'document', title, ...(slug === undefined ? {} : { slug }), markdown: '', pages }
}

/** A table of contents can refer to a page by its file, without its extension, or by its folder. */
export function candidates(path: string): string[] {
  const bare = path.replace(/\/$/, '')
  const inFolder = ['README.md', 'index.md', 'index.html'].map((name) =>
    bare === '.' ? name : `${bare}/${name}`,
  )
  return [bare, `${bare}.md`, ...inFolder]
}
