import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RevisionBanner_revision$key } from '#console/RevisionBanner_revision.graphql.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import styles from './RevisionBanner.module.css'

interface RevisionBannerProps {
  revision: RevisionBanner_revision$key
  /** The path of the page that is shown; empty for the whole revision. */
  path: string
  /** Whether nothing has changed since. */
  isCurrent: boolean
}

/** Says that this is not the current content, who created it and when, and leads to the current one. */
export function RevisionBanner({ revision: key, path, isCurrent }: RevisionBannerProps) {
  const { id: space } = useSpace()
  const { createdAt, createdBy, mergedFrom, type } = useFragment(
    graphql`
      fragment RevisionBanner_revision on Revision {
        type
        createdAt
        createdBy {
          id
          displayName
          photoURL
        }
        mergedFrom {
          id
          number
          subject
        }
      }
    `,
    key,
  )
  const t = texts.history
  return (
    <div className={styles.banner} data-current={isCurrent}>
      <Avatar person={createdBy} size={24} />
      <p>
        <strong>{isCurrent ? t.bannerCurrent : t.banner}</strong> {t.kinds[type] ?? type}{' '}
        {createdBy && <span dir="auto">{t.bannerBy(createdBy.displayName)}</span>} <Time at={createdAt} />
        {mergedFrom && (
          <>
            {' · '}
            <Link to="/s/$space/changes/$number" params={{ space, number: String(mergedFrom.number) }}>
              {t.mergedFrom(mergedFrom.number)}
            </Link>
          </>
        )}
      </p>
      <AppLink href={addressOf(space, path)} className="button small">
        {t.toCurrent}
      </AppLink>
    </div>
  )
}
