import type { Nodes, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'

const joinsTag = new Set(['paragraph', 'heading', 'code'])
const isEnd = ({ value }: { value: string }) => value.startsWith('{% end')

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
    inlineTag: (node: { value: string }) => node.value,
  },
  unsafe: [
    { atBreak: true, character: '{', after: '%' },
    { character: '$', after: '\\$', inConstruct: 'phrasing' },
    { before: '\\$', character: '$', inConstruct: 'phrasing' },
  ],
  join: [
    (left: Nodes, right: Nodes) => {
      if (left.type === 'tagLine') return isEnd(left) && right.type !== 'tagLine' ? 1 : 0
      if (right.type !== 'tagLine') return undefined
      return isEnd(right) && joinsTag.has(left.type) ? 0 : 1
    },
  ],
}

/** Writes Markdown in one consistent style. */
export function markdownOf(children: RootContent[]): string {
  return toMarkdown({ type: 'root', children }, options)
}
