import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language'
import { styleTags, tagHighlighter, tags } from '@lezer/highlight'
import { parser as commonmark, GFM, type MarkdownConfig } from '@lezer/markdown'
import styles from './MarkdownMode.module.css'

const BLOCK_TAG = /^\s*\{%.*%\}\s*$/
const PERCENT = 37
const BRACE = 123
const FENCE = '---'

/** Blocks such as `{% hint style="info" %}`, tags within a line, values such as `{{ name }}`, and front matter. */
const quireTags: MarkdownConfig = {
  defineNodes: [
    { name: 'BlockTag', block: true },
    { name: 'FrontMatter', block: true },
    { name: 'InlineTag' },
  ],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || line.text.trimEnd() !== FENCE) return false
        let end = line.text.length
        while (context.nextLine()) {
          end = context.lineStart + line.text.length
          if (line.text.trimEnd() === FENCE) {
            context.nextLine()
            break
          }
        }
        context.addElement(context.elt('FrontMatter', 0, end))
        return true
      },
    },
    {
      name: 'BlockTag',
      before: 'FencedCode',
      parse(context, line) {
        if (!BLOCK_TAG.test(line.text)) return false
        const from = context.lineStart + line.pos
        const element = context.elt('BlockTag', from, context.lineStart + line.text.trimEnd().length)
        context.nextLine()
        context.addElement(element)
        return true
      },
      endLeaf: (_context, line) => BLOCK_TAG.test(line.text),
    },
  ],
  parseInline: [
    {
      name: 'InlineTag',
      before: 'Escape',
      parse(context, next, position) {
        if (next !== BRACE) return -1
        const second = context.char(position + 1)
        if (second !== PERCENT && second !== BRACE) return -1
        const rest = context.slice(position, context.end)
        const length = rest.indexOf(second === PERCENT ? '%}' : '}}')
        return length < 0 ? -1 : context.addElement(context.elt('InlineTag', position, position + length + 2))
      },
    },
  ],
  props: [
    styleTags({ 'BlockTag InlineTag': tags.tagName, FrontMatter: tags.meta, HTMLTag: tags.angleBracket }),
  ],
}

/** Markdown as pages have it. Parsed by itself: the package for it brings HTML, CSS and JavaScript along. */
const markdown = new Language(
  defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } }),
  commonmark.configure([GFM, quireTags]),
  [],
  'markdown',
)

const classes = tagHighlighter([
  { tag: tags.heading, class: styles.heading ?? '' },
  { tag: tags.strong, class: styles.strong ?? '' },
  { tag: tags.emphasis, class: styles.emphasis ?? '' },
  { tag: tags.strikethrough, class: styles.strikethrough ?? '' },
  { tag: tags.monospace, class: styles.code ?? '' },
  { tag: [tags.link, tags.url], class: styles.link ?? '' },
  { tag: tags.tagName, class: styles.tag ?? '' },
  {
    tag: [
      tags.processingInstruction,
      tags.contentSeparator,
      tags.meta,
      tags.comment,
      tags.angleBracket,
      tags.labelName,
    ],
    class: styles.quiet ?? '',
  },
])

export const markdownLanguage = [markdown.extension, syntaxHighlighting(classes)]
