import { inertElementsOf } from '../../parts/RenderedHtml.tsx'
import { htmlToMarkdown, spreadsheetToMarkdown } from './html-to-markdown.ts'

/** More than this is pasted as it is. */
const MAX_HTML = 1_000_000

/** Elements that are worth a conversion. Without one of them, the text says the same. */
const FORMATTED = /<(?:h[1-6]|p|a|b|strong|i|em|ul|ol|table|pre|code|blockquote|img|s|del)\b/i
/** The policy of the console allows no styles in HTML, not even in HTML that is only read. */
const withoutStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, ' data-style='))

/** What was copied elsewhere, as Markdown. Null if it is best pasted as the text that it is. */
export function markdownFrom({ html, text }: { html: string; text: string }): string | null {
  const cells = spreadsheetToMarkdown(text)
  if (cells !== null) return cells
  if (html === '' || html.length > MAX_HTML || !FORMATTED.test(html)) return null
  const markdown = htmlToMarkdown(inertElementsOf(withoutStyles(html)))
  return markdown === '' ? null : markdown
}
