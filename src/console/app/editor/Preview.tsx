import { memo, useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  PreviewRenderedQuery,
  PreviewRenderedQuery$data,
} from '#console/PreviewRenderedQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { RenderedHtml } from '../parts/RenderedHtml.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { useSpace } from '../screens/space/space-context.ts'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import type { Editing } from './use-session.ts'

const query = graphql`
  query PreviewRenderedQuery($input: RenderMarkdownInput!) {
    renderMarkdown(input: $input) {
      key
      type
      html
    }
  }
`

interface PreviewProps {
  editing: Editing
  text: string
}

/** How the text will look on a published site. It follows the typing; what was rendered last stays until then. */
export const Preview = memo(function Preview({ editing: { page, changeRequest }, text }: PreviewProps) {
  const { id: spaceId } = useSpace()
  const [blocks, setBlocks] = useState<PreviewRenderedQuery$data['renderMarkdown'] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const changeRequestId = changeRequest?.id
  useEffect(() => {
    let isCurrent = true
    const input = {
      spaceId,
      markdown: text,
      page: page.pageId,
      ...(changeRequestId === undefined ? {} : { changeRequestId }),
    }
    readOnce<PreviewRenderedQuery>(query, { input }).then(
      ({ renderMarkdown }) => {
        if (!isCurrent) return
        setBlocks(renderMarkdown)
        setFailed(false)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [text, spaceId, page.pageId, changeRequestId])
  return (
    <section className={styles.preview} aria-label={texts.editor.preview}>
      {hasFailed && <p className="muted">{texts.editor.notPreviewed}</p>}
      {blocks ? <RenderedHtml blocks={blocks} /> : !hasFailed && <Skeleton lines={8} />}
    </section>
  )
})
