import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { parseFragment } from 'parse5'
import { type Alignment, isAlignment } from './shown.ts'

const maxLength = 200_000

/** HTML with one alignment, as Markdown. */
interface HtmlPart {
  align: Alignment | undefined
  markdown: string
}

/** Converts HTML in a page to equivalent Markdown, or to its text if that is not possible. */
export function htmlParts(html: string): HtmlPart[] {
  const content = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  return partsOf(content).filter(({ markdown }) => markdown.trim() !== '')
}

function partsOf(html: string): HtmlPart[] {
  if (html.length > maxLength) return [{ align: undefined, markdown: wordsOf(html) }]
  try {
    const root = fromParse5(parseFragment(html)) as Root
    return alignedParts(root.children, undefined).map(({ align, nodes }) => ({
      align,
      markdown: markdownOf(nodes),
    }))
  } catch {
    // The converter cannot process elements that are nested thousands of levels deep.
    return [{ align: undefined, markdown: wordsOf(html) }]
  }
}

type Node = RootContent | ElementContent

interface AlignedNodes {
  align: Alignment | undefined
  nodes: Node[]
}

/** Consecutive nodes with the same alignment. Elements around an aligned one are divided. */
function alignedParts(nodes: readonly Node[], inherited: Alignment | undefined): AlignedNodes[] {
  const parts: AlignedNodes[] = []
  for (const node of nodes) {
    const align = alignmentOf(node) ?? inherited
    const isDivided = node.type === 'element' && containers.has(node.tagName)
    const inside = isDivided ? alignedParts(node.children, align) : []
    const own = inside.some((part) => part.align !== align) ? inside : [{ align, nodes: [node] }]
    for (const part of own) {
      const last = parts.at(-1)
      if (last !== undefined && last.align === part.align) last.nodes.push(...part.nodes)
      else parts.push(part)
    }
  }
  return parts
}

const containers = new Set(['div', 'center'])
const alignable = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function alignmentOf(node: Node): Alignment | undefined {
  if (node.type !== 'element') return undefined
  if (node.tagName === 'center') return 'center'
  const align = alignable.has(node.tagName) ? alignOf(node) : undefined
  return isAlignment(align) ? align : undefined
}

const alignOf = ({ properties }: Element) => String(properties.align ?? '').toLowerCase()

function markdownOf(children: Node[]): string {
  const tree = toMdast({ type: 'root', children: children as RootContent[] })
  return toMarkdown(tree.type === 'root' ? tree : { type: 'root', children: [] }, {
    extensions: [gfmToMarkdown()],
  })
}

const wordsOf = (html: string) => withoutTags(html).replace(/\s+/g, ' ').trim()

/** A tag ends at the next `>`. Without one, the rest is text. */
function withoutTags(html: string): string {
  const kept: string[] = []
  let from = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', from)) {
    const close = html.indexOf('>', open)
    if (close === -1) break
    kept.push(html.slice(from, open))
    from = close + 1
  }
  return [...kept, html.slice(from)].join(' ')
}
