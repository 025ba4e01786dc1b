import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'
import { type Decision, linesOf, type Segment, type Side, textOf } from './segments.ts'

/** What the sides are called. */
export interface SideNames {
  main: string
  mine: string
  takeMain: string
  takeMine: string
}

interface HunkProps {
  segment: Extract<Segment, { kind: 'conflict' }>
  total: number
  decision: Decision
  /** Undefined where the person cannot decide. */
  decide: ((decision: NonNullable<Decision>) => void) | undefined
  /** For conflicts with another writer instead of main content. */
  names?: SideNames
}

/** One part of a text that both sides changed: main, the result, and this change. */
export function Hunk({ segment, total, decision, decide, names = texts.conflicts }: HunkProps) {
  const t = texts.conflicts
  const number = segment.index + 1
  const choices: { side: Side; label: string }[] = [
    { side: 'primary', label: names.takeMain },
    { side: 'changed', label: names.takeMine },
    { side: 'both', label: t.takeBoth },
  ]
  const result = decision ? textOf(linesOf(segment, decision)) : ''
  const rows = Math.max(2, segment.primary.length, segment.changed.length, result.split('\n').length)
  return (
    <fieldset className={styles.hunk} data-decided={decision !== null}>
      <legend>{t.hunk(number, total)}</legend>
      <Lines title={names.main} lines={segment.primary} />
      <div className={styles.side}>
        <h3>{t.result}</h3>
        {decide ? (
          <>
            <div className={styles.choices}>
              {choices.map(({ side, label }) => (
                <button
                  key={side}
                  type="button"
                  className="button small"
                  aria-pressed={decision !== null && 'side' in decision && decision.side === side}
                  onClick={() => decide({ side })}
                >
                  {label}
                </button>
              ))}
            </div>
            <textarea
              dir="auto"
              spellCheck
              rows={Math.min(rows, 20)}
              value={result}
              placeholder={t.choose}
              aria-label={t.resultOf(number)}
              onChange={(event) => decide({ text: event.target.value })}
            />
          </>
        ) : (
          <pre>{result}</pre>
        )}
      </div>
      <Lines title={names.mine} lines={segment.changed} />
    </fieldset>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={styles.side}>
      <h3>{title}</h3>
      {lines.length > 0 ? (
        <pre dir="auto">{textOf(lines)}</pre>
      ) : (
        <p className="muted">{texts.conflicts.noLines}</p>
      )}
    </div>
  )
}
