import { type Html, html, nothing } from '../../../core/html.ts'
import { type DocumentNode, documentFromMarkdown } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'

/** Text without any of these has no Markdown. */
const marks = /[*_`[\]<>#|~\n{}$&!\\]|:\/\/|www\./

/** A description, which is Markdown. Its headings are paragraphs, because they are not part of the outline. */
export function described(text: string | undefined, context: Context): Html {
  if (!text) return nothing
  if (!marks.test(text)) return html`<p>${text}</p>`
  const nodes = documentFromMarkdown(text).nodes.map(
    (node): DocumentNode =>
      node.type === 'heading-1' || node.type === 'heading-2' || node.type === 'heading-3'
        ? { object: 'block', type: 'paragraph', key: node.key, data: {}, isVoid: false, nodes: node.nodes }
        : node,
  )
  return context.blocks(nodes)
}
