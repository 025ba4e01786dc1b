import { useMemo, useState } from 'react'
import { Hunk } from '../screens/change-request/conflicts/Hunk.tsx'
import { type Decision, resultOf } from '../screens/change-request/conflicts/segments.ts'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import { conflictingSegments, type Versions } from './saves/merge-lines.ts'

interface ConflictPanelProps {
  versions: Versions
  onResolve: (text: string) => void
}

/** Lines that somebody else changed at the same time: both versions, one below the other, to choose from or to edit. */
export function ConflictPanel({ versions, onResolve }: ConflictPanelProps) {
  // The versions of the moment at which the person began to decide.
  const [given] = useState(versions)
  const segments = useMemo(() => conflictingSegments(given), [given])
  const [decisions, setDecisions] = useState<readonly Decision[]>([])
  const total = segments.filter(({ kind }) => kind === 'conflict').length
  const result = resultOf(segments, decisions)
  const t = texts.editor
  return (
    <section className={styles.conflict} aria-label={t.conflict}>
      <h2>{t.conflict}</h2>
      {segments.map((segment) =>
        segment.kind === 'common' ? null : (
          <Hunk
            key={segment.index}
            segment={segment}
            total={total}
            decision={decisions[segment.index] ?? null}
            decide={(decision) =>
              setDecisions((before) =>
                Array.from({ length: total }, (_, at) =>
                  at === segment.index ? decision : (before[at] ?? null),
                ),
              )
            }
            names={t.sides}
          />
        ),
      )}
      <div className={styles.choices}>
        <button
          type="button"
          className="button primary"
          aria-disabled={result === null}
          onClick={() => result !== null && onResolve(result)}
        >
          {t.resolve}
        </button>
        {result === null && <span className="muted">{texts.conflicts.chooseAll}</span>}
      </div>
    </section>
  )
}
