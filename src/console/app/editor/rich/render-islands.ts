import { graphql } from 'react-relay/hooks'
import type { renderIslandsQuery } from '#console/renderIslandsQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import type { EditedFacts } from '../editor-context.ts'
import type { RenderIsland } from './island-view.ts'

const query = graphql`
  query renderIslandsQuery($input: RenderMarkdownInput!) {
    renderMarkdown(input: $input) {
      html
      lines {
        first
      }
    }
  }
`

/** Islands of one request. What is longer waits for the next. */
const MAX_CHARACTERS = 60_000

interface Waiting {
  source: string
  resolve: (html: string | null) => void
}

/** Renders islands by the server, those that are asked for at the same time with one request. */
export function islandRenderer(facts: () => EditedFacts): RenderIsland {
  const rendered = new Map<string, Promise<string | null>>()
  let waiting: Waiting[] = []
  const send = async (batch: readonly Waiting[]): Promise<void> => {
    const { space: spaceId, changeRequestId, pageId: page } = facts()
    const starts: number[] = []
    let line = 1
    for (const { source } of batch) {
      starts.push(line)
      line += source.split(/\r\n|\r|\n/).length + 1
    }
    const markdown = batch.map(({ source }) => source).join('\n\n')
    const input = { spaceId, markdown, page, ...(changeRequestId === undefined ? {} : { changeRequestId }) }
    const { renderMarkdown } = await readOnce<renderIslandsQuery>(query, { input })
    for (const [at, { resolve }] of batch.entries()) {
      const [from = 0, to = Number.POSITIVE_INFINITY] = starts.slice(at)
      const blocks = (renderMarkdown ?? []).filter(({ lines: { first } }) => first >= from && first < to)
      resolve(blocks.map(({ html }) => html).join(''))
    }
  }
  const flush = () => {
    const all = waiting
    waiting = []
    let batch: Waiting[] = []
    let size = 0
    const done = () => {
      const sent = batch
      batch = []
      size = 0
      // Without the server, the source is shown.
      if (sent.length > 0) {
        send(sent).catch(() => {
          for (const { resolve } of sent) resolve(null)
        })
      }
    }
    for (const each of all) {
      if (size + each.source.length > MAX_CHARACTERS) done()
      batch.push(each)
      size += each.source.length
    }
    done()
  }
  return (source) => {
    const known = rendered.get(source)
    if (known) return known
    const made = new Promise<string | null>((resolve) => {
      if (waiting.length === 0) setTimeout(flush)
      waiting.push({ source, resolve })
    })
    rendered.set(source, made)
    return made
  }
}
