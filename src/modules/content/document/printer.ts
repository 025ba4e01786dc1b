import type { Nodes, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'

const joinsTag = new Set(['paragraph', 'heading', 'code', 'tagLine'])

const options: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  bullet: '*',
  rule: '-',
  listItemIndent: 'one',
  incrementListMarker: true,
  fences: true,
  resourceLink: true,
  handlers: {
    tagLine: (node: { value: string }) => node.value,
    formula: (node: { value: string }) => `$$${node.value}$$`,
  },
  unsafe: [
    { atBreak: true, character: '{', after: '%' },
    { character: '$', after: '\\$', inConstruct: 'phrasing' },
    { before: '\\$', character: '$', inConstruct: 'phrasing' },
  ],
  join: [
    (left: Nodes, right: Nodes) => {
      if (left.type === 'tagLine') return 0
      return right.type === 'tagLine' ? (joinsTag.has(left.type) ? 0 : 1) : undefined
    },
  ],
}

/** Markdown of a tree, in the one way that we write it. */
export function markdownOf(children: RootContent[]): string {
  return toMarkdown({ type: 'root', children }, options)
}
