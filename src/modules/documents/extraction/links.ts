import { type ReadMarkdown, readMarkdown } from '../reading/from-markdown.ts'
import { splitSource } from '../source/split-source.ts'
import { formerAnchors } from '../tree/anchors.ts'

import { LinkReader, type WrittenLink } from './link-reader.ts'
/** The anchors of a page. Null if they are unknown. */
export type PageAnchors = readonly string[] | null

export interface WrittenLinks {
  links: WrittenLink[]
  /** The anchors of the page. Null if it includes content with anchors of its own. */
  anchors: PageAnchors
  /** The slugs of the OpenAPI specs that its blocks show. Absent without any. */
  specs?: readonly string[]
}

/** The links of a page, in the order of the text, and its anchors. */
export const readLinks = (markdown: string): WrittenLinks => linksOf(readMarkdown(splitSource(markdown).body))

/** The links of a text that is already parsed. */
export function linksOf({ document, extras }: ReadMarkdown): WrittenLinks {
  const reader = new LinkReader(extras)
  reader.read(document.nodes)
  const { links, anchors, specs } = reader
  for (const anchor of formerAnchors(document).values()) anchors.add(anchor)
  const isWhole = !links.some(({ relation }) => relation === 'dependsOn')
  return { links, anchors: isWhole ? [...anchors] : null, ...(specs.size > 0 ? { specs: [...specs] } : {}) }
}
