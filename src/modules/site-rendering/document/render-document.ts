import { Html, html, nothing } from '../../../core/html.ts'
import { type CardBlock, type DocumentNode, plainText } from '../../documents/index.ts'
import { renderCode } from '../blocks/code.ts'
import { renderGroup, renderPrompt } from '../blocks/groups.ts'
import { renderImages } from '../blocks/image.ts'
import { renderIntegration, renderLinkCard } from '../blocks/link-cards.ts'
import { renderMath } from '../blocks/math.ts'
import { renderRawHtml } from '../blocks/raw-html.ts'
import { renderTable } from '../blocks/render-table.ts'
import {
  renderExpandable,
  renderHeading,
  renderHint,
  renderList,
  renderParagraph,
  renderQuote,
} from '../blocks/texts.ts'
import { renderSpecBlock } from '../openapi/render-spec.ts'
import type { DocumentInput, RenderedBlocks, RenderedDocument } from '../views.ts'
import { Context, type Renderer } from './context.ts'
import { renderInlines } from './inlines.ts'
import { linesOf, specBlockOf } from './walk.ts'

/** Renders a document as HTML. Its references must be resolved. */
export function renderDocument(input: DocumentInput): RenderedDocument {
  const { blocks, notes, ...more } = renderBlocks(input)
  return { html: blocks.join('') + notes, ...more }
}

/** The same, each block of the document by itself, and the footnotes of all of them. */
export function renderBlocks(input: DocumentInput): RenderedBlocks {
  const { nodes } = input.tree
  // The title of the page is the only heading of the first level, so the headings of a text begin at the second.
  const shift = nodes.some(({ type }) => type === 'heading-1') ? 1 : 0
  const renderer: Renderer = {
    inlines: renderInlines,
    blocks: (inner, context) => {
      let text = ''
      for (const node of inner) text += renderBlock(node, shift, context).text
      return new Html(text)
    },
  }
  const context = new Context(input, renderer)
  const blocks = nodes.map((node) => context.blocks([node]).text)
  const notes = notesOf(context).text
  const { outline, operations, frameOrigins, connectOrigins } = context
  return {
    blocks,
    notes,
    outline,
    operations,
    frameOrigins: [...frameOrigins],
    connectOrigins: [...connectOrigins],
  }
}

function renderBlock(node: DocumentNode, shift: number, context: Context): Html {
  switch (node.type) {
    case 'paragraph':
      return renderParagraph(node, context)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return renderHeading(node, shift, context)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return renderList(node, context)
    case 'blockquote':
      return renderQuote(node, context)
    case 'hint':
      return renderHint(node, context)
    case 'code':
      return node.data.raw ? renderRawHtml(linesOf(node).join('\n'), context) : renderCode(node, context)
    case 'math':
      return renderMath(node.data.formula)
    case 'images':
      return renderImages(node, context)
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'updates':
      return renderGroup(node, context)
    case 'prompt':
      return renderPrompt(node, context)
    case 'if':
      // Conditions are evaluated before. One that is left could not be evaluated, so its content is not shown.
      return nothing
    case 'expandable':
      return renderExpandable(node, context)
    case 'table':
      return renderTable(node, context)
    case 'divider':
      return html`<hr>`
    case 'integration':
      return renderIntegration(node, context)
    default: {
      const spec = specBlockOf(node)
      if (!spec) return renderLinkCard(node, context)
      // The text inside often repeats the address of the document, which is of no use to readers.
      const inside = isOnlyLink(node) ? nothing : context.fragment(node.fragments, 'caption')
      return html`${renderSpecBlock(spec, context)}${inside}`
    }
  }
}

/** Whether the text inside of a block is only a link to what the block shows. */
function isOnlyLink({ fragments }: CardBlock): boolean {
  const [only, second] = fragments.flatMap(({ nodes }) => nodes)
  if (only?.type !== 'paragraph' || second !== undefined) return false
  return only.nodes.every((node) =>
    node.object === 'text' ? plainText([node]).trim() === '' : node.type === 'link',
  )
}

/** The footnotes, below the text. A footnote can refer to others, which are added while it is rendered. */
function notesOf(context: Context): Html {
  let items = ''
  for (const { id, body } of context.notes) {
    const content = body.map(({ nodes }) => context.blocks(nodes))
    items +=
      html`<li id="${id}">${content}<a href="#${id}:ref" role="doc-backlink" aria-label="${context.texts.get('back')}">↩</a></li>`
        .text
  }
  if (items === '') return nothing
  return html`<section class="notes" role="doc-endnotes" aria-label="${context.texts.get('notes')}"><ol>${new Html(items)}</ol></section>`
}
