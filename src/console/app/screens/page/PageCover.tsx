import { graphql } from 'react-relay/hooks'
import type { PageCoverQuery } from '#console/PageCoverQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { useScreenQuery } from '../../relay/use-screen-query.ts'
import { useSpace } from '../space/space-context.ts'
import styles from './PageCover.module.css'

interface Cover {
  ref?: { kind?: string; file?: string; url?: string }
  yPos?: number
}

/** The height that the position of a cover refers to, in pixels from its middle. */
const RANGE = 240

/** The cover of a page. Pages load no images from other hosts. */
export function PageCover({ cover }: { cover: unknown }) {
  const { ref, yPos = 0 } = cover as Cover
  if (!ref?.file) return null
  const share = Math.min(100, Math.max(0, 50 + (yPos / RANGE) * 50))
  return (
    <Boundary fallback={<div className={styles.cover} />}>
      <Picture file={ref.file} position={`50% ${share}%`} />
    </Boundary>
  )
}

function Picture({ file, position }: { file: string; position: string }) {
  const { id } = useSpace()
  const { space } = useScreenQuery<PageCoverQuery>(
    graphql`
      query PageCoverQuery($space: ID!, $file: ID!) {
        space(id: $space) {
          id
          content {
            id
            file(id: $file) {
              id
              downloadURL
            }
          }
        }
      }
    `,
    { space: id, file },
  )
  const url = space?.content?.file?.downloadURL
  if (!url) return null
  return (
    <div className={styles.cover}>
      <img src={url} alt="" style={{ objectPosition: position }} />
    </div>
  )
}
