import type { Element, Root } from 'hast'
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize'
import { toMdast } from 'hast-util-to-mdast'
import type { Heading, Root as MarkdownRoot } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { isExternal, markdownText } from '../../documents/index.ts'
import { oneLine } from '../tree/page-text.ts'
import {
  classNames,
  elementsIn,
  firstElement,
  parseHtml,
  removeWhere,
  stringProperty,
  textContent,
  unwrapBlanks,
} from './html-tree.ts'

interface HtmlDocument {
  /**
   * The visible content of the page, without scripts, external resources and invisible text. The `src` of images
   * can still be replaced.
   */
  main: Root
  title: string | undefined
  description: string | undefined
}

/** Removed with their content. Of other unknown elements, only the tag is removed. */
const stripped = new Set(
  'script style noscript template iframe frame frameset object embed applet svg math canvas audio video head title link meta base form button select option textarea dialog nav'.split(
    ' ',
  ),
)
const besidesMain = new Set(['footer', 'aside'])

const schema: Schema = {
  ...defaultSchema,
  clobber: [],
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    code: [['className', /^language-[\w+#.-]+$/]],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  strip: [...stripped],
}

/** Parses an HTML page. With `base`, the URL of the page, links and images become absolute. */
export function readHtml(html: string, path: string, base?: string): HtmlDocument {
  const root = parseHtml(html, path)
  const meta = (name: string): string | undefined => {
    const isIt = (element: Element) =>
      element.tagName === 'meta' && [element.properties.property, element.properties.name].includes(name)
    return oneLine(stringProperty(firstElement(root, isIt), 'content')) || undefined
  }
  const titleElement = firstElement(root, ({ tagName }) => tagName === 'title')
  const title = meta('og:title') ?? (oneLine(titleElement && textContent(titleElement)) || undefined)
  const description = meta('description') ?? meta('og:description')
  const declared = stringProperty(
    firstElement(root, ({ tagName }) => tagName === 'base'),
    'href',
  )

  const main = mainOf(root)
  removeWhere(main, isOutOfSight)
  for (const element of elementsIn(main)) nameLanguage(element)
  const clean = sanitize(main, schema)
  const safe: Root =
    clean.type === 'root' ? clean : { type: 'root', children: clean.type === 'doctype' ? [] : [clean] }
  const from = base === undefined ? undefined : absolute(declared ?? '', base)
  for (const element of elementsIn(safe)) settle(element, from)
  unwrapBlanks(safe)
  return { main: safe, title, description }
}

function mainOf(root: Root): Root {
  const named = (name: string) => firstElement(root, ({ tagName }) => tagName === name)
  const role = firstElement(root, ({ properties }) => properties.role === 'main')
  const articles = [...elementsIn(root)].filter(({ tagName }) => tagName === 'article')
  const picked = named('main') ?? role ?? (articles.length === 1 ? articles[0] : undefined)
  if (picked !== undefined) return { type: 'root', children: picked.children }
  const body: Root = { type: 'root', children: named('body')?.children ?? root.children }
  removeWhere(body, ({ tagName }) => besidesMain.has(tagName))
  return body
}

function isOutOfSight(element: Element): boolean {
  const { tagName, properties } = element
  if (stripped.has(tagName)) return true
  if (properties.hidden === true || properties.ariaHidden === 'true') return true
  // The sign next to a heading that links to it.
  return tagName === 'a' && /^[#¶§🔗\s]*$/u.test(textContent(element)) && !firstElement(element, isImage)
}

const isImage = ({ tagName }: Element): boolean => tagName === 'img'

/** Sites specify the language of code on the code, around it or in data attributes; Markdown has one place for it. */
function nameLanguage(element: Element): void {
  const pre = element.tagName === 'pre' ? element : element.children.find(isPre)
  if (pre === undefined) return
  const code = pre.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'code',
  )
  const language = [code, pre, element]
    .map((place) => place && languageOf(place))
    .find((found) => found !== undefined)
  if (language === undefined) return
  const properties = { className: [`language-${language}`] }
  if (code !== undefined) code.properties = properties
  else pre.children = [{ type: 'element', tagName: 'code', properties, children: pre.children }]
}

const isPre = (child: { type: string }): child is Element =>
  child.type === 'element' && (child as Element).tagName === 'pre'

function languageOf(element: Element): string | undefined {
  const data = stringProperty(element, 'dataLang') ?? stringProperty(element, 'dataLanguage')
  const named = classNames(element).map(
    (name) => /^(?:language|lang|highlight-source)-([\w+#.-]+)$/.exec(name)?.[1],
  )
  return data?.match(/^[\w+#.-]+$/)?.[0] ?? named.find((name) => name !== undefined)
}

function settle(element: Element, base: string | undefined): void {
  const name = element.tagName === 'a' ? 'href' : 'src'
  const value = stringProperty(element, name)?.trim()
  if (value === undefined || /^(?:data|mailto):/i.test(value) || value.startsWith('#')) return
  if (base !== undefined) element.properties[name] = absolute(value, base)
  else if (!isExternal(value)) element.properties[name] = value
}

const absolute = (href: string, base: string): string =>
  URL.canParse(href, base) ? new URL(href, base).href : base

/** The images of a page, in order. */
export const imagesIn = (main: Root): Element[] => [...elementsIn(main)].filter(isImage)

interface HtmlPage {
  title: string
  markdown: string
}

/**
 * Markdown that begins with the title of the page: its first heading, or else the title of its head or of the
 * caller.
 */
export function markdownPage({ main, title }: HtmlDocument, fallbackTitle: string): HtmlPage {
  const mdast = toMdast(main) as MarkdownRoot
  const found = mdast.children.find(
    (block): block is Heading => block.type === 'heading' && block.depth === 1,
  )
  const heading = oneLine(found === undefined ? '' : markdownText(found)) || title || fallbackTitle
  const first: Heading = found ?? { type: 'heading', depth: 1, children: [{ type: 'text', value: heading }] }
  mdast.children = [first, ...mdast.children.filter((block) => block !== found)]
  const markdown = toMarkdown(mdast, {
    extensions: [gfmToMarkdown()],
    bullet: '*',
    rule: '-',
    emphasis: '_',
    fences: true,
    listItemIndent: 'one',
  })
  return { title: heading, markdown }
}
