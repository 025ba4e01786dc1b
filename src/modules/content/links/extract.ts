import { Anchors, type ReadMarkdown, readMarkdown } from '../document/index.ts'
import { splitSource } from '../pages/front-matter.ts'
import { LinkReader, type WrittenLink } from './link-reader.ts'

export interface WrittenLinks {
  links: WrittenLink[]
  /** Whether `#anchor` leads somewhere on the same page. */
  hasAnchor: (anchor: string) => boolean
}

/** The links of a page's source, in the order of the text. */
export const linksIn = (markdown: string): WrittenLink[] => readLinks(markdown).links

/** The links of a page's source, and which anchors it has. */
export const readLinks = (markdown: string): WrittenLinks => linksOf(readMarkdown(splitSource(markdown).body))

/** The links of a text that is read already. */
export function linksOf({ document, besides }: ReadMarkdown): WrittenLinks {
  const reader = new LinkReader(besides)
  reader.read(document.nodes)
  const { links, anchors } = reader
  return {
    links,
    hasAnchor: (anchor) => anchors.has(anchor) || anchors.has(new Anchors().made(anchor)),
  }
}
