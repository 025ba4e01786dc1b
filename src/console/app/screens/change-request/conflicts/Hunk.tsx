import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'
import { bothOf, type Decision, type Segment, textOf } from './segments.ts'

interface HunkProps {
  segment: Extract<Segment, { kind: 'conflict' }>
  total: number
  decision: Decision
  /** Undefined where the person cannot decide. */
  decide: ((decision: string) => void) | undefined
}

/** One part of a text that both sides changed: main, the result, and this change. */
export function Hunk({ segment, total, decision, decide }: HunkProps) {
  const t = texts.conflicts
  const number = segment.index + 1
  const main = textOf(segment.primary)
  const mine = textOf(segment.changed)
  const both = bothOf(segment)
  const choices = [
    { key: 'main', text: main, label: t.takeMain },
    { key: 'mine', text: mine, label: t.takeMine },
    { key: 'both', text: both, label: t.takeBoth },
  ]
  const rows = Math.max(2, segment.primary.length, segment.changed.length, decision?.split('\n').length ?? 0)
  return (
    <fieldset className={styles.hunk} data-decided={decision !== null}>
      <legend>{t.hunk(number, total)}</legend>
      <Side title={t.main} lines={segment.primary} />
      <div className={styles.side}>
        <h3>{t.result}</h3>
        {decide ? (
          <>
            <div className={styles.choices}>
              {choices.map(({ key, text, label }) => (
                <button
                  key={key}
                  type="button"
                  className="button small"
                  aria-pressed={decision === text}
                  onClick={() => decide(text)}
                >
                  {label}
                </button>
              ))}
            </div>
            <textarea
              dir="auto"
              spellCheck
              rows={Math.min(rows, 20)}
              value={decision ?? ''}
              placeholder={t.choose}
              aria-label={t.resultOf(number)}
              onChange={(event) => decide(event.target.value)}
            />
          </>
        ) : (
          <pre>{decision ?? ''}</pre>
        )}
      </div>
      <Side title={t.mine} lines={segment.changed} />
    </fieldset>
  )
}

function Side({ title, lines }: { title: string; lines: readonly string[] }) {
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
