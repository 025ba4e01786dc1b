import { attributes, Html, html, nothing } from '../../../core/html.ts'
import {
  type InlineImage,
  type InlineNode,
  type Leaf,
  type Mark,
  markClasses,
  urlOf,
} from '../../documents/index.ts'
import { imageElement } from '../blocks/image.ts'
import { inlineMath } from '../blocks/math.ts'
import { emojiOf, iconNamed } from '../layout/icons.ts'
import type { Context } from './context.ts'
import { InlineTags, withBreaks } from './inline-tags.ts'
import type { HtmlLeaf } from './walk.ts'

const elements: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  strikethrough: 'del',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
}

export function renderInlines(nodes: readonly InlineNode[], context: Context): Html {
  const tags = new InlineTags(context)
  let text = ''
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) text += leafHtml(leaf, tags).text
    else text += inline(node, context).text
  }
  return new Html(text + tags.close().text)
}

function leafHtml(leaf: HtmlLeaf & Leaf, tags: InlineTags): Html {
  const isCode = leaf.marks.some(({ type }) => type === 'code' || type === 'keyboard')
  const wrapped = (plain: string) => (plain === '' ? '' : marked(withBreaks(plain), leaf.marks))
  return leaf.hasHtml && !isCode ? tags.render(leaf.text, wrapped) : new Html(wrapped(leaf.text))
}

function marked(text: string, marks: readonly Mark[]): string {
  return marks.reduceRight((inside, mark) => {
    if (mark.type !== 'color') {
      const name = elements[mark.type]
      return name === undefined ? inside : `<${name}>${inside}</${name}>`
    }
    const classes = markClasses(mark.data)
    return classes === '' ? inside : `<mark${attributes({ class: classes }).text}>${inside}</mark>`
  }, text)
}

function inline(node: Exclude<InlineNode, { object: 'text' }>, context: Context): Html {
  switch (node.type) {
    case 'link':
      return context.link(node.data.ref, () => context.inlines(node.nodes))
    case 'annotation': {
      const note = context.note(node.data.label, node.fragments)
      const mark = html`<sup class="noteref"><a id="${note.id}:ref" href="#${note.id}" role="doc-noteref" aria-label="${context.texts.note(note.number)}">${note.number}</a></sup>`
      return html`${context.inlines(node.nodes)}${mark}`
    }
    case 'inline-image':
      return inlineImage(node, context)
    case 'inline-math':
      return inlineMath(node.data.formula)
    case 'mention': {
      const target = context.resolve(node.data.ref)
      const words = target?.title ?? node.data.label ?? target?.href ?? urlOf(node.data.ref)
      return context.link(node.data.ref, () => [emojiOf(target?.emoji), words], { class: 'mention' })
    }
    case 'button': {
      const kind = node.data.kind === 'secondary' ? 'secondary' : 'primary'
      const label = html`${node.data.icon ? iconNamed(node.data.icon) : nothing}${node.data.label}`
      const classes = `button ${kind}`
      const search = node.data.action && context.searchFor(node.data.action.query ?? '')
      if (search) return html`<a class="${classes}" href="${search}">${label}</a>`
      return context.resolve(node.data.ref) === null
        ? html`<span class="${classes}" aria-disabled="true">${label}</span>`
        : context.link(node.data.ref, () => label, { class: classes })
    }
    case 'icon':
      return iconNamed(node.data.icon)
    case 'expression':
      // Expressions are evaluated before; one that is left has no value.
      return nothing
  }
}

function inlineImage({ data }: InlineImage, context: Context): Html {
  const light = context.image(data.ref)
  const alt = data.caption ?? ''
  if (light === null) return html`${alt}`
  const image = { light, dark: context.image(data.refDark), alt, isLazy: true }
  return imageElement(image, data.size === 'line' ? 'line-image' : 'inline-image')
}
