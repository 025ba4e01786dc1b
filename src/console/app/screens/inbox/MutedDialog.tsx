import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { MutedDialogQuery } from '#console/MutedDialogQuery.graphql.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { texts } from '../../texts/index.ts'
import styles from './InboxList.module.css'
import { unmute } from './marks.ts'

/** The threads and spaces that the person has muted, to hear of them again. */
export function MutedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.inbox.showMuted} onClose={onClose}>
      <Suspense fallback={<Skeleton />}>
        <Muted />
      </Suspense>
    </Dialog>
  )
}

function Muted() {
  const [fetchKey, setFetchKey] = useState(0)
  const { viewer } = useLazyLoadQuery<MutedDialogQuery>(
    graphql`
      query MutedDialogQuery {
        viewer {
          notificationMutes(first: 100) {
            nodes {
              targetId
              space {
                id
                title
              }
            }
          }
        }
      }
    `,
    {},
    { fetchKey, fetchPolicy: 'store-and-network' },
  )
  const mutes = viewer?.notificationMutes.nodes ?? []
  const t = texts.inbox
  if (mutes.length === 0) return <p className="muted">{t.nothingMuted}</p>
  return (
    <ul className={styles.muted}>
      {mutes.map(({ targetId, space }) => (
        <li key={targetId}>
          <span dir="auto">{targetId === space.id ? space.title : t.threadIn(space.title)}</span>
          <button
            type="button"
            className="button small"
            onClick={() => unmute(targetId, () => setFetchKey((key) => key + 1))}
          >
            {t.unmute}
          </button>
        </li>
      ))}
    </ul>
  )
}
