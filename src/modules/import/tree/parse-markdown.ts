import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { githubSyntax, parsingLimits } from '../../documents/index.ts'

/** Parses Markdown (CommonMark and GitHub Flavored Markdown) in time linear in its length. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [githubSyntax, parsingLimits()], mdastExtensions: [gfmFromMarkdown()] })
