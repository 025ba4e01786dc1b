import { graphql, useFragment } from 'react-relay/hooks'
import type { ConflictCard_conflict$key } from '#console/ConflictCard_conflict.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'
import { TextConflict } from './TextConflict.tsx'
import { TwoChoices } from './TwoChoices.tsx'
import { useResolve } from './use-resolve.ts'
import { wordsFor } from './words-for.ts'

/** What all cards of a list have in common. */
export interface ConflictCards {
  changeRequestId: string
  spaceId: string
  /** What the decisions are based on. */
  revisionId: string
  mayResolve: boolean
  /** Called where a conflict is no longer what is shown, and after it was resolved. */
  readAgain: () => void
}

interface ConflictCardProps extends ConflictCards {
  conflict: ConflictCard_conflict$key
}

const ICONS = { PAGE: 'file', FILE: 'image', REUSABLE: 'layers', VARIABLE: 'code' } as const

/** One conflict: what it is about, and what can be decided. */
export function ConflictCard(props: ConflictCardProps) {
  const { changeRequestId, spaceId, revisionId, mayResolve, readAgain } = props
  const conflict = useFragment(
    graphql`
      fragment ConflictCard_conflict on Conflict {
        id
        kind
        field
        subjectId
        subjectType
        resolution
        resolvedBy {
          id
          displayName
        }
        page {
          pageId
          title
          path
        }
        mergedTexts {
          primary
          changed
        }
        primary {
          title
        }
        changed {
          title
        }
        ...TextConflict_conflict
        ...TwoChoices_conflict
      }
    `,
    props.conflict,
  )
  const { id, kind, subjectType, subjectId, resolution, resolvedBy, page, primary, changed } = conflict
  const { resolve, isBusy, problem } = useResolve({ conflictId: id, changeRequestId, revisionId, readAgain })
  const words = wordsFor(conflict)
  const t = texts.conflicts
  const title = page?.title ?? changed?.title ?? primary?.title ?? subjectId
  const isOpen = resolution === null || resolution === undefined
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`} data-kind={kind} data-resolved={!isOpen}>
      <header className={styles.title}>
        <Icon name={ICONS[subjectType]} />
        <h2 id={`${id}-title`}>
          <span className="visually-hidden">{t.types[subjectType]} </span>
          <bdi>{title}</bdi>
        </h2>
        {page && <span className={styles.path}>{page.path}</span>}
      </header>
      <p className={styles.explanation}>{words.explanation}</p>
      {!isOpen && (
        <p className={styles.done} role="status">
          <Icon name="check" /> {t.resolvedWith[resolution]} {resolvedBy && t.by(resolvedBy.displayName)}
        </p>
      )}
      {isOpen &&
        (conflict.mergedTexts ? (
          <TextConflict conflict={conflict} mayResolve={mayResolve} isBusy={isBusy} resolve={resolve} />
        ) : (
          <TwoChoices
            conflict={conflict}
            changeRequestId={changeRequestId}
            spaceId={spaceId}
            mayResolve={mayResolve}
            isBusy={isBusy}
            resolve={resolve}
          />
        ))}
      {problem !== undefined && (
        <p role="alert" className="message error">
          {problem}
        </p>
      )}
    </section>
  )
}
