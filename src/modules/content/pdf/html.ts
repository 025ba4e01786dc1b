import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

const maxLength = 200_000

/** HTML in a page as the markdown that says the same; its words alone where that cannot be had. */
export function markdownOfHtml(html: string): string {
  const content = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  if (content.trim() === '') return ''
  if (content.length > maxLength) return wordsOf(content)
  try {
    const tree = toMdast(fromHtml(content, { fragment: true }))
    return toMarkdown(tree.type === 'root' ? tree : { type: 'root', children: [] }, {
      extensions: [gfmToMarkdown()],
    })
  } catch {
    // Elements nested some thousands deep are more than the converter takes.
    return wordsOf(content)
  }
}

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
