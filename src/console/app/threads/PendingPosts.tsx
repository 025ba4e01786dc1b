import { Avatar } from '../parts/Avatar.tsx'
import { texts } from '../texts/index.ts'
import { type Outgoing, takeBack, useOutgoing } from './outbox.ts'
import styles from './Post.module.css'
import { viewer } from './viewer.ts'

interface PendingPostsProps {
  target: string
  /** Puts a refused text back into the field. */
  onEdit: (text: string) => void
}

/** Texts that were sent here and that the server has not taken yet. */
export function PendingPosts({ target, onEdit }: PendingPostsProps) {
  return useOutgoing(target).map((outgoing) => (
    <PendingPost key={outgoing.key} outgoing={outgoing} onEdit={onEdit} />
  ))
}

function PendingPost({ outgoing, onEdit }: { outgoing: Outgoing; onEdit: (text: string) => void }) {
  const { key, text, state } = outgoing
  const t = texts.threads
  const person = viewer()
  return (
    <article className={styles.post} aria-busy={state !== 'failed'}>
      <header className={styles.head}>
        <Avatar person={person} size={24} />
        <bdi className={styles.author}>{person.displayName}</bdi>
      </header>
      <p className={styles.pending} dir="auto">
        {text}
      </p>
      <p className={styles.state} data-state={state} role="status">
        {state === 'sending' && t.sending}
        {state === 'retrying' && t.retrying}
        {state === 'failed' && (
          <>
            {t.refused(outgoing.code ?? '')}
            <button
              type="button"
              className="button small"
              onClick={() => {
                takeBack(key)
                onEdit(text)
              }}
            >
              {t.edit}
            </button>
            <button type="button" className="button small" onClick={() => takeBack(key)}>
              {t.discard}
            </button>
          </>
        )}
      </p>
    </article>
  )
}
