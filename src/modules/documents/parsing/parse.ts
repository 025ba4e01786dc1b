import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import './edits.ts'
import { parsingLimits } from './limits.ts'
import { mathSyntax, mathToTree } from './math.ts'
import { tagLineSyntax, tagLineToTree } from './tags.ts'
import { githubSyntax } from './text-limits.ts'

// Made once, as these hold nothing of the text that they read; the limits do.
const syntax = [githubSyntax, tagLineSyntax(), mathSyntax()]
const mdastExtensions = [...gfmFromMarkdown(), tagLineToTree(), mathToTree()]

/** Markdown with the tags and formulas of pages, read in time that grows with its length alone. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    // The limits come last so that they stand in front of the syntax they bound.
    extensions: [...syntax, parsingLimits()],
    mdastExtensions,
  })
}
