import { graphql } from 'react-relay/hooks'
import type { pageTextQuery } from '#console/pageTextQuery.graphql.ts'
import { readOnce } from '../../../live/follow.ts'

const query = graphql`
  query pageTextQuery($id: ID!) {
    node(id: $id) {
      ... on DocumentPage {
        markdown
        blocks {
          key
          lines {
            first
            last
          }
        }
      }
    }
  }
`

/** The text of a page in one revision, by lines and by blocks. */
export interface PageText {
  lines: readonly string[]
  /** The key of the block that a line belongs to, or of the one above it. */
  blockAt: (line: number) => string | undefined
  /** The last line of a block. */
  lineOf: (key: string) => number | undefined
}

const read = new Map<string, Promise<PageText>>()
const MAX_READ = 50

/** Reads the text of a page. A revision never changes, so its texts are read once. */
export function readPageText(id: string): Promise<PageText> {
  let text = read.get(id)
  if (!text) {
    if (read.size >= MAX_READ) read.clear()
    text = load(id)
    text.catch(() => read.delete(id))
    read.set(id, text)
  }
  return text
}

/** As the server splits a text: CR LF ends the lines only where every line ends with it. */
function linesOf(text: string): string[] {
  const hasOnlyCrLf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
  const lines = text.split(hasOnlyCrLf ? '\r\n' : '\n')
  if (text === '' || text.endsWith('\n')) lines.pop()
  return lines
}

async function load(id: string): Promise<PageText> {
  const { node } = await readOnce<pageTextQuery>(query, { id })
  const blocks = node?.blocks ?? []
  return {
    lines: linesOf(node?.markdown ?? ''),
    blockAt: (line) => blocks.findLast(({ lines }) => lines.first <= line)?.key ?? blocks[0]?.key,
    lineOf: (key) => blocks.find((block) => block.key === key)?.lines.last,
  }
}
