import { Avatar } from '../../../parts/Avatar.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Time } from '../../../parts/Time.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './Talk.module.css'
import type { Happening } from './timeline.ts'

const ICONS: Readonly<Record<Happening['kind'], string>> = {
  opened: 'plus',
  edited: 'edit',
  updated: 'history',
  ready: 'eye',
  drafted: 'edit',
  archived: 'close',
  requested: 'eye',
  approved: 'check',
  rejected: 'close',
  merged: 'merge',
}

/** One line about what happened between the threads. */
export function TimelineEntry({ happening }: { happening: Happening }) {
  const { kind, at, person, count = 1, isOutdated } = happening
  const t = texts.talk
  return (
    <p className={styles.happening} data-kind={kind}>
      <span className={styles.sign}>
        <Icon name={ICONS[kind]} />
      </span>
      <Avatar person={person} />
      <span className={styles.words}>
        <bdi>{person?.displayName ?? t.somebody}</bdi> {kind === 'edited' ? t.edited(count) : t[kind]}
        {isOutdated && <span className={styles.outdated}> {t.outdated}</span>}
      </span>
      <span className={styles.when}>
        <Time at={at} />
      </span>
    </p>
  )
}
