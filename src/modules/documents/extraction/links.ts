import { type ReadMarkdown, readMarkdown } from '../reading/from-markdown.ts'
import { splitSource } from '../source/front-matter.ts'

import { LinkReader, type WrittenLink } from './link-reader.ts'
/** The anchors of a page that links may lead to; null when they are not known. */
export type PageAnchors = readonly string[] | null

export interface WrittenLinks {
  links: WrittenLink[]
  /** What links may lead to here; null when the page includes what has anchors of its own. */
  anchors: PageAnchors
}

/** The links of a page's source, in the order of the text. */
export const linksIn = (markdown: string): WrittenLink[] => readLinks(markdown).links

/** The links of a page's source, and which anchors it has. */
export const readLinks = (markdown: string): WrittenLinks => linksOf(readMarkdown(splitSource(markdown).body))

/** The links of a text that is read already. */
export function linksOf({ document, extras }: ReadMarkdown): WrittenLinks {
  const reader = new LinkReader(extras)
  reader.read(document.nodes)
  const { links, anchors } = reader
  const isWhole = !links.some(({ relation }) => relation === 'dependsOn')
  return { links, anchors: isWhole ? [...anchors] : null }
}
