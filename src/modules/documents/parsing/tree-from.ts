import type { Root } from 'mdast'
import { fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown'
import './edits.ts'
import { emphasisSyntax } from './emphasis.ts'
import { githubSyntax } from './github-syntax.ts'
import { htmlBlockSyntax } from './html-blocks.ts'
import { inlineTagSyntax, inlineTagToTree } from './inline-tags.ts'
import { parsingLimits } from './limits.ts'
import { endListsAtTags } from './list-ends.ts'
import { mathSyntax, mathToTree } from './math.ts'
import { splitAtTags } from './split-paragraphs.ts'
import type { SyntaxExtension } from './syntax.ts'
import { tagLineSyntax, tagLineToTree } from './tags.ts'

/** The syntax of blocks. */
export const blockSyntax: readonly SyntaxExtension[] = [githubSyntax, tagLineSyntax, htmlBlockSyntax]

// Created once: these extensions have no state. The limits have, and are created for each parse.
const syntax = [...blockSyntax, mathSyntax(), inlineTagSyntax(), emphasisSyntax]
const ownExtensions = [tagLineToTree(), mathToTree(), inlineTagToTree()]

/**
 * Parses Markdown with tags and formulas, in time linear in its length. The extensions for GitHub's syntax are given: the
 * editor in the browser needs no links of bare URLs, and does not load the code that makes them.
 */
export function treeFrom(markdown: string, githubExtensions: readonly TreeExtension[]): Root {
  const root = fromMarkdown(markdown, {
    // The last extension has the highest precedence, so the limits come after the syntax that they limit.
    extensions: [...syntax, parsingLimits()],
    mdastExtensions: [...githubExtensions, ...ownExtensions],
  })
  splitAtTags(root)
  endListsAtTags(root)
  return root
}
