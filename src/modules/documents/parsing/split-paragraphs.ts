import type { Nodes, Paragraph, PhrasingContent, Root } from 'mdast'
import { isBlockTag } from '../tree/forms.ts'
import type { InlineTag } from './inline-tags.ts'
import { type Content, tagIn } from './pairs.ts'
import type { TagLine } from './tags.ts'

/** Makes tag lines of the tags in paragraphs, as if each was written on a line of its own. */
export function splitAtTags(root: Root): void {
  const visit = (node: Nodes): void => {
    if (!('children' in node) || node.type === 'paragraph') return
    if (
      node.type === 'root' ||
      node.type === 'blockquote' ||
      node.type === 'listItem' ||
      node.type === 'footnoteDefinition'
    ) {
      node.children = (node.children as Content[]).flatMap(splitContent) as typeof node.children
    }
    if (
      node.type === 'root' ||
      node.type === 'blockquote' ||
      node.type === 'list' ||
      node.type === 'listItem' ||
      node.type === 'footnoteDefinition'
    ) {
      node.children.forEach(visit)
    }
  }
  visit(root)
}

/** A block, divided at tags if it is a paragraph. */
export const splitContent = (node: Content): Content[] =>
  node.type === 'paragraph' ? splitParagraph(node) : [node]

/** The parts of a paragraph between tags that belong to blocks. */
function splitParagraph(paragraph: Paragraph): Content[] {
  const lines = new Set<Nodes>(linesAmong(paragraph.children))
  if (lines.size === 0) return [paragraph]
  const parts: Content[] = []
  let words: PhrasingContent[] = []
  const close = () => {
    const children = trimmed(words)
    const position = positionOf(children, paragraph)
    if (children.length > 0) parts.push({ type: 'paragraph', children, ...(position ? { position } : {}) })
    words = []
  }
  for (const node of paragraph.children) {
    if (node.type !== 'inlineTag' || !lines.has(node)) {
      words.push(node)
      continue
    }
    close()
    parts.push(tagLineOf(node, paragraph))
  }
  close()
  return parts
}

function tagLineOf({ value, position }: InlineTag, paragraph: Paragraph): TagLine {
  const column = paragraph.position?.start.column
  return {
    type: 'tagLine',
    value,
    ...(position ? { position } : {}),
    ...(column === undefined ? {} : { column }),
  }
}

/**
 * The tags of a text that belong to blocks: all but conditions that begin and end in this text, without such a tag
 * inside. Unknown tags are text.
 */
function linesAmong(content: readonly PhrasingContent[]): InlineTag[] {
  const tags = content.filter((node): node is InlineTag => node.type === 'inlineTag')
  if (tags.length === 0) return []
  const lines: InlineTag[] = []
  const open: { node: InlineTag; lines: number; isDirect: boolean }[] = []
  for (const { node, isDirect } of tagsIn(content)) {
    const tag = tagIn(node.value)
    if (tag?.name !== 'if') {
      if (tag && isDirect && isBlockTag(tag.name)) lines.push(node)
    } else if (!tag.isEnd) {
      open.push({ node, lines: lines.length, isDirect })
    } else {
      const start = open.pop()
      if (start && start.lines === lines.length) continue
      if (start?.isDirect) lines.push(start.node)
      if (isDirect) lines.push(node)
    }
  }
  return [...lines, ...open.flatMap(({ node, isDirect }) => (isDirect ? [node] : []))]
}

function* tagsIn(
  content: readonly PhrasingContent[],
  isDirect = true,
): Generator<{ node: InlineTag; isDirect: boolean }> {
  for (const node of content) {
    if (node.type === 'inlineTag') yield { node, isDirect }
    else if ('children' in node) yield* tagsIn(node.children, false)
  }
}

function trimmed(content: readonly PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '')
  let [start, end] = [0, content.length]
  while (start < end && isBlank(content[start])) start += 1
  while (start < end && isBlank(content[end - 1])) end -= 1
  return content.slice(start, end).map((node, at, all) => {
    if (node.type !== 'text') return node
    const left = at === 0 ? node.value.trimStart() : node.value
    return { ...node, value: at === all.length - 1 ? left.trimEnd() : left }
  })
}

function positionOf(children: readonly PhrasingContent[], { position }: Paragraph) {
  const [start, end] = [children[0]?.position?.start, children.at(-1)?.position?.end]
  return start && end ? { ...position, start, end } : undefined
}
