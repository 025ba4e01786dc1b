import { isFormerSlug, slugOf } from '../../../core/slugs.ts'
import type { PageTree } from '../../content/index.ts'

import type { OutlineItem } from '../../import/index.ts'

/**
 * Whether a page has a file. A page without text that only holds others was an entry without a link, and stays one.
 */
export const hasFile = ({ page, pages }: PageTree): boolean =>
  page.type === 'document' && (page.document !== undefined || page.git !== undefined || pages.length === 0)

/** The file of a page, as a table of contents lists it. */
export type ListedFile = Required<Pick<OutlineItem, 'path' | 'hasOwnTitle'>> & Pick<OutlineItem, 'former'>

/** The table of contents of a space. */
export function outlineOf(tree: readonly PageTree[], files: ReadonlyMap<string, ListedFile>): OutlineItem[] {
  return tree.map(({ id, page, pages }) => {
    const { type, title, linkTitle, slug, computed, target } = page
    const url = target?.kind === 'url' ? target.url : ''
    return {
      type,
      title,
      ...(linkTitle ? { linkTitle } : {}),
      // An outdated slug is not written: the next import gives the group the address of its title.
      ...(type === 'group' ? { slug: isFormerSlug(slug, title) ? slugOf(title) : slug } : {}),
      ...(type === 'link' ? { url } : {}),
      ...(computed ? { computed } : {}),
      ...files.get(id),
      pages: outlineOf(pages, files),
    }
  })
}

/** All pages of a tree, each before its descendants. */
export function* pagesIn(tree: readonly PageTree[]): Generator<PageTree> {
  for (const node of tree) {
    yield node
    yield* pagesIn(node.pages)
  }
}
