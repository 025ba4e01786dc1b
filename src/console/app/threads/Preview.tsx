import { graphql } from 'react-relay/hooks'
import type { PreviewQuery } from '#console/PreviewQuery.graphql.ts'
import { Boundary } from '../frame/Boundary.tsx'
import { RenderedHtml } from '../parts/RenderedHtml.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { useScreenQuery } from '../relay/use-screen-query.ts'
import styles from './Composer.module.css'
import postStyles from './Post.module.css'

interface PreviewProps {
  markdown: string
  spaceId: string
  changeRequestId: string | undefined
}

/** How a text will look once it is posted. */
export function Preview(props: PreviewProps) {
  return (
    <div className={`${styles.preview} ${postStyles.body}`}>
      <Boundary fallback={<Skeleton lines={2} />}>
        <Rendered {...props} />
      </Boundary>
    </div>
  )
}

function Rendered({ markdown, spaceId, changeRequestId }: PreviewProps) {
  const { renderMarkdown } = useScreenQuery<PreviewQuery>(
    graphql`
      query PreviewQuery($input: RenderMarkdownInput!) {
        renderMarkdown(input: $input) {
          key
          type
          html
        }
      }
    `,
    { input: { spaceId, markdown, ...(changeRequestId === undefined ? {} : { changeRequestId }) } },
  )
  return <RenderedHtml blocks={renderMarkdown ?? []} />
}
