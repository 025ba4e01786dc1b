import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangesTable_changeRequest$key } from '#console/ChangesTable_changeRequest.graphql.ts'
import { texts } from '../../texts/index.ts'
import { ChangeRow } from './ChangeRow.tsx'
import styles from './ChangesTable.module.css'
import { useMergeStates } from './use-merge-states.ts'
import type { Selection } from './use-selection.ts'

interface ChangesTableProps {
  changes: ChangesTable_changeRequest$key
  hasSpace: boolean
  selection: Selection
  /** Another number whenever main content has changed. */
  generation: number
  /** The list that was asked for has not arrived yet. */
  isPending: boolean
}

/** The columns from the left, after two without a visible heading. */
const COLUMNS = ['subject', 'author', 'reviewers', 'count', 'merge', 'age'] as const

export function ChangesTable({ changes, hasSpace, selection, generation, isPending }: ChangesTableProps) {
  const rows = useFragment(
    graphql`
      fragment ChangesTable_changeRequest on ChangeRequest @relay(plural: true) {
        id
        version
        status
        outdated
        permissions {
          edit
        }
        ...ChangeRow_changeRequest
      }
    `,
    changes,
  )
  const states = useMergeStates(rows, generation)
  const t = texts.changes
  return (
    <table className={styles.table} aria-busy={isPending}>
      <caption className="visually-hidden">{t.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            <span className="visually-hidden">{t.selected}</span>
          </th>
          <th scope="col" className={styles.number}>
            <span className="visually-hidden">{t.number}</span>
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={styles[column]}>
              {t.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((changeRequest) => {
          const { id, permissions, status } = changeRequest
          const canSelect = permissions.edit && status !== 'MERGED'
          return (
            <ChangeRow
              key={id}
              changeRequest={changeRequest}
              hasSpace={hasSpace}
              mergeState={states.get(id)}
              isSelected={selection.ids.has(id)}
              onSelect={canSelect ? () => selection.toggle(id) : undefined}
            />
          )
        })}
      </tbody>
    </table>
  )
}
