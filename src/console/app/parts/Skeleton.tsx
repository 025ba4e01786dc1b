import styles from './Skeleton.module.css'

/** Grey lines in place of what is being read. They appear after 150 ms. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true" data-waiting>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity.
        <span key={line} />
      ))}
    </div>
  )
}
