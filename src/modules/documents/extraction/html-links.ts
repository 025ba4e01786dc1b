import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'

export interface HtmlLinks {
  hrefs: string[]
  /** Names that a link within the page may lead to. */
  anchors: string[]
}

const leading: Readonly<Record<string, string>> = { a: 'href', img: 'src' }
const rawTexts = new Set(['script', 'style', 'textarea', 'title'])
const ignore = (): void => {}

/** Links and anchors in a piece of HTML, read tag by tag: a piece need not be whole, and no tree is needed. */
export function linksInHtml(html: string): HtmlLinks {
  const found: HtmlLinks = { hrefs: [], anchors: [] }
  const handler: TokenHandler = {
    onComment: ignore,
    onDoctype: ignore,
    onEndTag: ignore,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
    onStartTag: ({ tagName, attrs }) => {
      const href = attributeOf(attrs, leading[tagName])?.trim()
      const anchor = attributeOf(attrs, 'id') ?? (tagName === 'a' ? attributeOf(attrs, 'name') : undefined)
      if (anchor) found.anchors.push(anchor)
      // A heading's own mark, `<a href="#x" id="x">`, leads to itself.
      if (href && href !== `#${anchor}`) found.hrefs.push(href)
      // What these hold is no HTML.
      if (rawTexts.has(tagName)) tokenizer.state = TokenizerMode.RAWTEXT
    },
  }
  const tokenizer = new Tokenizer({}, handler)
  tokenizer.write(html, true)
  return found
}

const attributeOf = (attrs: readonly Token.Attribute[], name: string | undefined): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value
