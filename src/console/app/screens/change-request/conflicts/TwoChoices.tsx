import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TwoChoices_conflict$key } from '#console/TwoChoices_conflict.graphql.ts'
import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'
import { ConflictValue } from './ConflictValue.tsx'
import type { Resolve } from './use-resolve.ts'
import { wordsFor } from './words-for.ts'

interface TwoChoicesProps {
  conflict: TwoChoices_conflict$key
  changeRequestId: string
  spaceId: string
  mayResolve: boolean
  isBusy: boolean
  resolve: Resolve
}

/** A conflict that is decided by taking one side: moves, addresses, fields, files and deletions. */
export function TwoChoices(props: TwoChoicesProps) {
  const { changeRequestId, spaceId, mayResolve, isBusy, resolve } = props
  const conflict = useFragment(
    graphql`
      fragment TwoChoices_conflict on Conflict {
        id
        kind
        field
        subjectType
        primary {
          title
          slug
          parentId
          value
        }
        changed {
          title
          slug
          parentId
          value
        }
      }
    `,
    props.conflict,
  )
  const [chosen, setChosen] = useState<'PRIMARY' | 'CHANGED'>()
  const { id, primary, changed, field, subjectType } = conflict
  const words = wordsFor(conflict)
  const t = texts.conflicts
  const choices = [
    { side: 'PRIMARY' as const, title: t.main, label: words.takeMain, version: primary },
    { side: 'CHANGED' as const, title: t.mine, label: words.takeMine, version: changed },
  ]
  return (
    <>
      <div className={styles.two} role="radiogroup" aria-labelledby={`${id}-title`}>
        {choices.map(({ side, title, label, version }) => (
          <label key={side} className={styles.option} data-chosen={chosen === side}>
            <input
              type="radio"
              name={id}
              checked={chosen === side}
              onChange={() => setChosen(side)}
              disabled={!mayResolve}
            />
            <span className={styles.words}>
              <span className={styles.of}>{title}</span>
              <span className={styles.label}>{label}</span>
              <ConflictValue
                subjectType={subjectType}
                field={field ?? null}
                version={version ?? null}
                changeRequestId={changeRequestId}
                spaceId={spaceId}
              />
            </span>
          </label>
        ))}
      </div>
      {mayResolve && (
        <div className={styles.actions}>
          <button
            type="button"
            className="button small primary"
            aria-disabled={chosen === undefined || isBusy}
            onClick={() => chosen && resolve(chosen)}
          >
            {isBusy ? t.resolving : t.resolve}
          </button>
        </div>
      )}
    </>
  )
}
