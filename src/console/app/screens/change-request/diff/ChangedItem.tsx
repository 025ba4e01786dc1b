import { memo, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangedItem_difference$key } from '#console/ChangedItem_difference.graphql.ts'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'
import { ChangedAttributes } from './ChangedAttributes.tsx'
import styles from './ChangedItem.module.css'
import { ChangedItemHead } from './ChangedItemHead.tsx'
import { ChangedText } from './ChangedText.tsx'
import { sizeOf } from './diff-rows.ts'
import { useChangeThreads } from './ThreadsContext.tsx'
import { useViewed } from './use-viewed.ts'

interface ChangedItemProps {
  /** One change, or the move and the edit of the same page. */
  differences: ChangedItem_difference$key
  place: ChangePlace
  revisionId: string
}

/** Above this many changed lines, a text is shown when it is asked for. */
const LARGE = 600

/** One changed page, file, reusable content or variable. */
export const ChangedItem = memo(function ChangedItem({ differences, place, revisionId }: ChangedItemProps) {
  const all = useFragment(
    graphql`
      fragment ChangedItem_difference on ContentDifference @relay(plural: true) {
        __id
        type
        subjectId
        title
        viewed
        page {
          __typename
          id
          path
        }
        before {
          __typename
          id
          path
          title
        }
        attributes {
          name
          before
          after
        }
        hunks {
          before {
            start
            lines
          }
          after {
            start
            lines
          }
          leading {
            start
            lines
          }
          trailing {
            start
            lines
          }
        }
      }
    `,
    differences,
  )
  // The edit has the text; a move of the same page only says from where.
  const main = all.find(({ type }) => !type.endsWith('_MOVED')) ?? all[0]
  const { isViewed, toggle } = useViewed(all, { place, revisionId })
  const size = sizeOf(main?.hunks ?? [])
  const lines = size.added + size.removed
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [isLargeShown, setLargeShown] = useState(false)
  const { threads } = useChangeThreads()
  if (!main) return null
  const isShown = isOpen ?? isViewed !== true
  const title = main.title ?? main.subjectId
  const isPage = main.type.startsWith('PAGE')
  // N and P show what hides an open thread.
  const hidden = threads.get(main.subjectId)?.some(({ status }) => status === 'OPEN') ? '' : undefined
  const t = texts.changeRequest.diff
  return (
    <section className={styles.item} data-change={main.subjectId} aria-label={title}>
      <ChangedItemHead
        changes={all}
        main={main}
        size={size}
        place={place}
        isShown={isShown}
        hidden={isShown ? undefined : hidden}
        onToggle={() => setOpen(!isShown)}
        isViewed={isViewed}
        onViewed={() => {
          toggle()
          setOpen(null)
        }}
        onComment={
          isPage
            ? () => {
                setOpen(true)
                setWriting(true)
              }
            : undefined
        }
      />
      {isShown && (
        <div
          className={styles.body}
          style={{ containIntrinsicBlockSize: `auto ${Math.min(lines, LARGE) * 20 + 80}px` }}
        >
          <ChangedAttributes changes={all} />
          {lines > LARGE && !isLargeShown ? (
            <p className={styles.note}>
              {t.large(lines)}{' '}
              <button
                type="button"
                className="button small"
                data-reveal={hidden}
                onClick={() => setLargeShown(true)}
              >
                {t.show}
              </button>
            </p>
          ) : (
            <ChangedText
              page={isPage ? { id: main.subjectId, title } : undefined}
              ids={{
                before: main.before?.__typename === 'DocumentPage' ? main.before.id : undefined,
                after: main.page?.__typename === 'DocumentPage' ? main.page.id : undefined,
              }}
              hunks={main.hunks}
              isWritingOnPage={isWriting}
              onPageDone={() => setWriting(false)}
            />
          )}
        </div>
      )}
    </section>
  )
})
