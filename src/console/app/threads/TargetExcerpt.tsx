import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TargetExcerpt_comment$key } from '#console/TargetExcerpt_comment.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { texts } from '../texts/index.ts'
import styles from './Thread.module.css'

interface TargetExcerptProps {
  comment: TargetExcerpt_comment$key
  spaceId: string
  /** The number of the change request, for the link to the page. */
  changeRequestNumber?: number | undefined
  /** Where the page is known from the screen. */
  hidesPage?: boolean | undefined
}

/** What a thread hangs on: the page, and the beginning of the block. If the block was edited since, both texts. */
export function TargetExcerpt({ comment, spaceId, changeRequestNumber, hidesPage }: TargetExcerptProps) {
  const { target } = useFragment(
    graphql`
      fragment TargetExcerpt_comment on Comment {
        target {
          page {
            pageId
            title
            path
          }
          node {
            preview
            markdown
            outdated
            current {
              key
              markdown
            }
          }
        }
      }
    `,
    comment,
  )
  const { page, node } = target
  const t = texts.threads
  const showsPage = page && hidesPage !== true
  if (!showsPage && !node) return null
  return (
    <div className={styles.target}>
      {showsPage && (
        <Link
          className={styles.page ?? ''}
          to={changeRequestNumber === undefined ? '/s/$space/$' : '/s/$space/changes/$number/$'}
          params={{ space: spaceId, number: String(changeRequestNumber), _splat: page.path }}
        >
          <Icon name="file" /> <bdi>{page.title}</bdi>
        </Link>
      )}
      {node?.preview && (
        <blockquote className={styles.excerpt} dir="auto">
          {node.preview}
        </blockquote>
      )}
      {node?.outdated && (
        <details className={styles.outdated}>
          <summary>{node.current ? t.onEarlierVersion : t.onRemovedBlock}</summary>
          <Version title={t.before} text={node.markdown} />
          {node.current && <Version title={t.now} text={node.current.markdown} />}
        </details>
      )}
    </div>
  )
}

function Version({ title, text }: { title: string; text: string | null | undefined }) {
  if (text === null || text === undefined) return null
  return (
    <div className={styles.version}>
      <h4>{title}</h4>
      <pre dir="auto">{text}</pre>
    </div>
  )
}
