import { type InlineNode, urlOf } from '../../documents/index.ts'
import { blocksInside, type Shown } from './shown.ts'

const inlineHtml = /<img\b[^<>]*\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** The images of blocks, without duplicates. */
export function pictureRefs(blocks: readonly Shown[]): Set<string> {
  const refs = new Set<string>()
  for (const block of blocks) collect(block, refs)
  refs.delete('')
  return refs
}

function collect(block: Shown, refs: Set<string>): void {
  if (block.type === 'picture') refs.add(block.ref)
  else if (block.type === 'cards') for (const { cover } of block.cards) refs.add(cover)
  else if ('inlines' in block) collectInlines(block.inlines, refs)
  for (const inner of blocksInside(block)) collect(inner, refs)
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
