import type { Thread_comment$key } from '#console/Thread_comment.graphql.ts'
import styles from './Thread.module.css'
import { Thread } from './Thread.tsx'

interface ThreadsProps {
  threads: readonly (Thread_comment$key & { readonly id: string })[]
  spaceId: string
  changeRequestNumber?: number | undefined
  /** Where the page is known from the screen. */
  hidesPage?: boolean | undefined
}

/** Threads one below the other. */
export default function Threads({ threads, ...rest }: ThreadsProps) {
  return (
    <div className={styles.threads}>
      {threads.map((thread) => (
        <Thread key={thread.id} comment={thread} {...rest} />
      ))}
    </div>
  )
}
