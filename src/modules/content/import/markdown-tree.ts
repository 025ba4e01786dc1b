import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { parsingLimits } from '../document/limits.ts'

/** The tree of markdown as CommonMark and GitHub read it, in time that grows with its length alone. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm(), parsingLimits()], mdastExtensions: [gfmFromMarkdown()] })
