import type { Root } from 'mdast'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { treeFrom } from './tree-from.ts'

const githubExtensions = gfmFromMarkdown()

/** Parses Markdown as the server stores it. */
export const parseMarkdown = (markdown: string): Root => treeFrom(markdown, githubExtensions)
