import { useMemo } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TextConflict_conflict$key } from '#console/TextConflict_conflict.graphql.ts'
import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'
import { Hunk } from './Hunk.tsx'
import { resultOf, segmentsOf } from './segments.ts'
import { useDecisions } from './use-decisions.ts'
import type { Resolve } from './use-resolve.ts'

interface TextConflictProps {
  conflict: TextConflict_conflict$key
  mayResolve: boolean
  isBusy: boolean
  resolve: Resolve
}

/** Conflicting lines of a text: each part in three columns, with the result in the middle. */
export function TextConflict({ conflict, mayResolve, isBusy, resolve }: TextConflictProps) {
  const { id, subjectId, subjectType, hunks, mergedTexts, page } = useFragment(
    graphql`
      fragment TextConflict_conflict on Conflict {
        id
        subjectId
        subjectType
        mergedTexts {
          primary
          changed
        }
        hunks {
          primary {
            lines
          }
          changed {
            lines
          }
        }
        page {
          ... on DocumentPage {
            markdown
          }
        }
      }
    `,
    conflict,
  )
  const { primary = '', changed = '' } = mergedTexts ?? {}
  const segments = useMemo(
    () => segmentsOf(primary, changed, hunks) ?? wholeOf(primary, changed),
    [primary, changed, hunks],
  )
  const [decisions, decide, forget] = useDecisions(id)
  const result = resultOf(segments, decisions)
  const total = segments.filter(({ kind }) => kind === 'conflict').length
  const isEdited = page?.markdown !== undefined && page.markdown !== changed
  const t = texts.conflicts
  const save = () => {
    if (result === null || isBusy) return
    if (result === changed && !isEdited) return resolve('CHANGED', undefined, forget)
    if (result === primary && !isEdited) return resolve('PRIMARY', undefined, forget)
    const change =
      subjectType === 'REUSABLE'
        ? { updateReusableContent: { reusableContent: subjectId, markdown: result } }
        : { updatePage: { page: subjectId, markdown: result } }
    resolve('CUSTOM', [change], forget)
  }
  return (
    <>
      {isEdited && mayResolve && (
        <p className="message">
          {t.editedSince}{' '}
          <button type="button" className="button small" onClick={() => resolve('CUSTOM', undefined, forget)}>
            {t.keepCurrent}
          </button>
        </p>
      )}
      {segments.map((segment, at) =>
        segment.kind === 'conflict' ? (
          <Hunk
            key={`conflict-${segment.index}`}
            segment={segment}
            total={total}
            decision={decisions[segment.index] ?? null}
            decide={mayResolve ? (decision) => decide(segment.index, decision) : undefined}
          />
        ) : (
          <Context key={`common-${at === 0 ? 'first' : at}`} lines={segment.lines} />
        ),
      )}
      {mayResolve && (
        <div className={styles.actions}>
          <button
            type="button"
            className="button small primary"
            aria-disabled={result === null || isBusy}
            onClick={save}
          >
            {isBusy ? t.resolving : t.resolve}
          </button>
          {result === null && <span className="muted">{t.chooseAll}</span>}
        </div>
      )}
    </>
  )
}

/** Where the versions do not fit the conflicts, the whole text is one. */
const wholeOf = (primary: string, changed: string) => [
  { kind: 'conflict' as const, index: 0, primary: primary.split('\n'), changed: changed.split('\n') },
]

const SHOWN = 3

/** Lines that both sides agree on: a few, and the rest on demand. */
function Context({ lines }: { lines: readonly string[] }) {
  if (lines.length <= SHOWN) return <pre className={styles.context}>{lines.join('\n')}</pre>
  return (
    <details className={styles.more}>
      <summary>{texts.conflicts.lines(lines.length)}</summary>
      <pre className={styles.context}>{lines.join('\n')}</pre>
    </details>
  )
}
