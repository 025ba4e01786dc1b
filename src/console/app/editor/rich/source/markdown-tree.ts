import type { Root } from 'mdast'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { treeFrom } from '../../../../../modules/documents/parsing/tree-from.ts'

const githubExtensions = [
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
]

/** Parses Markdown with the syntax of the server. Bare URLs stay text. */
export const markdownTree = (markdown: string): Root => treeFrom(markdown, githubExtensions)
