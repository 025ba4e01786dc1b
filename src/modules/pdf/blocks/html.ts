import { fromParse5 } from 'hast-util-from-parse5'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { parseFragment } from 'parse5'

const maxLength = 200_000

/** Converts HTML in a page to equivalent Markdown, or to its text if that is not possible. */
export function markdownOfHtml(html: string): string {
  const content = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  if (content.trim() === '') return ''
  if (content.length > maxLength) return wordsOf(content)
  try {
    const tree = toMdast(fromParse5(parseFragment(content)))
    return toMarkdown(tree.type === 'root' ? tree : { type: 'root', children: [] }, {
      extensions: [gfmToMarkdown()],
    })
  } catch {
    // The converter cannot process elements that are nested thousands of levels deep.
    return wordsOf(content)
  }
}

const wordsOf = (html: string) => withoutTags(html).replace(/\s+/g, ' ').trim()

/** A tag ends at the next `>`. Without one, the rest is text. */
function withoutTags(html: string): string {
  const kept: string[] = []
  let from = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', from)) {
    const close = html.indexOf('>', open)
    if (close === -1) break
    kept.push(html.slice(from, open))
    from = close + 1
  }
  return [...kept, html.slice(from)].join(' ')
}
