import { graphql, useFragment } from 'react-relay/hooks'
import type { RevisionText_page$key } from '#console/RevisionText_page.graphql.ts'
import { RenderedHtml } from '../../parts/RenderedHtml.tsx'
import { texts } from '../../texts/index.ts'
import { useAnchor } from '../page/use-anchor.ts'

/** The text of a page as it was. */
export function RevisionText({ page }: { page: RevisionText_page$key }) {
  const { blocks } = useFragment(
    graphql`
      fragment RevisionText_page on Page {
        ... on DocumentPage {
          blocks {
            key
            type
            html
          }
        }
      }
    `,
    page,
  )
  useAnchor(blocks)
  if (!blocks || blocks.length === 0) return <p className="muted">{texts.page.emptyText}</p>
  return <RenderedHtml blocks={blocks} hasAnchors />
}
