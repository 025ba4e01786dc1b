import { type InlineNode, urlOf } from '../../documents/index.ts'
import type { Shown } from './shown.ts'

const inlineHtml = /<img\b[^<>]*\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** The images of blocks, without duplicates. */
export function pictureRefs(blocks: readonly Shown[]): Set<string> {
  const refs = new Set<string>()
  for (const block of blocks) collect(block, refs)
  refs.delete('')
  return refs
}

function collect(block: Shown, refs: Set<string>): void {
  const all = (blocks: readonly Shown[]) => {
    for (const inner of blocks) collect(inner, refs)
  }
  switch (block.type) {
    case 'picture':
      refs.add(block.ref)
      break
    case 'text':
    case 'heading':
    case 'note':
      collectInlines(block.inlines, refs)
      break
    case 'list':
      for (const item of block.items) all(item.blocks)
      break
    case 'quote':
    case 'panel':
      all(block.blocks)
      break
    case 'steps':
      for (const step of block.steps) all(step)
      break
    case 'columns':
      for (const column of block.columns) all(column)
      break
    case 'table':
      for (const row of block.rows) for (const cell of row) all(cell)
      break
  }
}

function collectInlines(inlines: readonly InlineNode[], refs: Set<string>): void {
  for (const node of inlines) {
    if (node.object === 'text') {
      for (const { text } of node.leaves) {
        for (const [, double, single, bare] of text.matchAll(inlineHtml))
          refs.add(double ?? single ?? bare ?? '')
      }
    } else if (node.type === 'link' || node.type === 'annotation') collectInlines(node.nodes, refs)
    else if (node.type === 'inline-image') refs.add(urlOf(node.data.ref))
  }
}
