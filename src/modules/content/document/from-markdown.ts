import type { Definition } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Anchors } from './anchors.ts'
import { blocksFrom, type Content } from './blocks.ts'
import { Keys } from './keys.ts'
import { parsingLimits } from './limits.ts'
import { type Mention, Mentions } from './mentions.ts'
import { tagLineSyntax, tagLineToTree } from './tags.ts'
import type { DocumentTree } from './types.ts'

const schemaVersion = 1

/** The document tree of stored markdown. Every string gives a tree, the same string always the same one. */
export function documentFromMarkdown(markdown: string): DocumentTree {
  return read(markdown).document
}

/** What a text leads to, with the keys of its document tree, and the anchors that lead to its headings. */
export function mentionsIn(markdown: string): { mentions: Mention[]; anchors: Anchors } {
  const mentions = new Mentions()
  const { anchors } = read(markdown, mentions)
  return { mentions: mentions.all(), anchors }
}

function read(markdown: string, mentions?: Mentions): { document: DocumentTree; anchors: Anchors } {
  const root = fromMarkdown(markdown, {
    // The limits come last so that they stand in front of the syntax they bound.
    extensions: [gfm(), tagLineSyntax(), parsingLimits()],
    mdastExtensions: [...gfmFromMarkdown(), tagLineToTree()],
  })
  // The parser puts nothing but blocks and definitions at the top, which its types leave open.
  const content = root.children as Content[]
  const anchors = new Anchors()
  const conversion = {
    keys: new Keys(),
    anchors,
    definitions: definitionsIn(content),
    ...(mentions ? { mentions } : {}),
  }
  const nodes = blocksFrom(content, conversion)
  return { document: { object: 'document', data: { schemaVersion }, nodes }, anchors }
}

function definitionsIn(content: readonly Content[]): Map<string, Definition> {
  const definitions = new Map<string, Definition>()
  const visit = (node: Content): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node)
    if (node.type === 'blockquote' || node.type === 'footnoteDefinition') node.children.forEach(visit)
    if (node.type === 'list') for (const item of node.children) item.children.forEach(visit)
  }
  content.forEach(visit)
  return definitions
}
