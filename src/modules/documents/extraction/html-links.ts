import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'

interface HtmlLinks {
  hrefs: string[]
  /** Attributes whose values can be the target of a link within the page. */
  anchors: string[]
}

const leading: Readonly<Record<string, string>> = { a: 'href', img: 'src' }
const rawTexts = new Set(['script', 'style', 'textarea', 'title'])
const ignore = (): void => {}

/** Extracts links and anchors from a fragment of HTML. It reads single tags, so the fragment may be incomplete. */
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
      // The anchor of a heading, `<a href="#x" id="x">`, links to itself.
      if (href && href !== `#${anchor}`) found.hrefs.push(href)
      // The content of these elements is not HTML.
      if (rawTexts.has(tagName)) tokenizer.state = TokenizerMode.RAWTEXT
    },
  }
  const tokenizer = new Tokenizer({}, handler)
  tokenizer.write(html, true)
  return found
}

const attributeOf = (attrs: readonly Token.Attribute[], name: string | undefined): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value
