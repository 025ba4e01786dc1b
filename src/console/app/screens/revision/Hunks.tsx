import { texts } from '../../texts/index.ts'
import styles from './Hunks.module.css'

interface Lines {
  readonly start: number
  readonly lines: readonly string[]
}

interface HunksProps {
  hunks: readonly { readonly before: Lines; readonly after: Lines }[]
}

/** Changed lines of a text: removed ones with a minus, added ones with a plus. */
export function Hunks({ hunks }: HunksProps) {
  return (
    <div className={styles.hunks}>
      {hunks.map(({ before, after }) => (
        <div key={`${before.start} ${after.start}`} className={styles.hunk}>
          <p className={styles.place}>{texts.history.lines(after.start)}</p>
          <Side lines={before.lines} kind="removed" sign="-" />
          <Side lines={after.lines} kind="added" sign="+" />
        </div>
      ))}
    </div>
  )
}

function Side({ lines, kind, sign }: { lines: readonly string[]; kind: 'removed' | 'added'; sign: string }) {
  const Tag = kind === 'removed' ? 'del' : 'ins'
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity.
    <Tag key={at} className={styles[kind]}>
      <span className={styles.sign}>{sign}</span>
      <span dir="auto">{line}</span>
    </Tag>
  ))
}
