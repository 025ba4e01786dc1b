import { texts } from '../texts/index.ts'
import styles from './ChangeStatus.module.css'
import { Icon } from './Icon.tsx'

/** The status of a change request as the API gives it. */
export type ChangeStatusName = 'DRAFT' | 'OPEN' | 'MERGED' | 'ARCHIVED'

const ICONS: Readonly<Record<ChangeStatusName, string>> = {
  DRAFT: 'edit',
  OPEN: 'branch',
  MERGED: 'merge',
  ARCHIVED: 'close',
}

/** The status as an icon with a name: the same sign and colour wherever change requests are listed. */
export function ChangeStatus({ status }: { status: ChangeStatusName }) {
  const name = texts.changes.statuses[status]
  return (
    <span className={styles.status} data-status={status} title={name}>
      <Icon name={ICONS[status]} />
      <span className="visually-hidden">{name}</span>
    </span>
  )
}
