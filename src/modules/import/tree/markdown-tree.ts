import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { githubSyntax, parsingLimits } from '../../documents/index.ts'

/** The tree of markdown as CommonMark and GitHub read it, in time that grows with its length alone. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [githubSyntax, parsingLimits()], mdastExtensions: [gfmFromMarkdown()] })
