import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpaceRow_space$key } from '#console/SpaceRow_space.graphql.ts'
import { Emoji } from '../parts/Emoji.tsx'
import { Icon } from '../parts/Icon.tsx'
import rows from '../parts/Rows.module.css'
import { texts } from '../texts/index.ts'
import styles from './Places.module.css'

interface SpaceRowProps {
  space: SpaceRow_space$key
  /** What can be done with it. */
  menu?: ReactNode
}

/** A space, with its open change requests, and the way to what its readers see. */
export function SpaceRow({ space, menu }: SpaceRowProps) {
  const { id, title, emoji, changeRequestsOpen, urls } = useFragment(
    graphql`
      fragment SpaceRow_space on Space {
        id
        title
        emoji
        changeRequestsOpen
        urls {
          published
        }
      }
    `,
    space,
  )
  const t = texts.places
  return (
    <li className={rows.row} data-row={id}>
      <Link to="/s/$space" params={{ space: id }} className={rows.link}>
        <span className={styles.emoji}>{emoji ? <Emoji code={emoji} /> : <Icon name="book" />}</span>
        <span className={rows.title} dir="auto">
          {title || t.untitled}
        </span>
      </Link>
      {changeRequestsOpen > 0 && (
        <Link
          to="/s/$space/~changes"
          params={{ space: id }}
          className={rows.end}
          aria-label={t.openChangesOf(changeRequestsOpen, title)}
        >
          <Icon name="branch" /> {t.open(changeRequestsOpen)}
        </Link>
      )}
      {urls.published && (
        <a className={rows.end} href={urls.published} target="_blank" rel="noreferrer" title={t.published}>
          <Icon name="globe" />
          <span className="visually-hidden">{t.openPublished(title)}</span>
        </a>
      )}
      {menu && <span className={rows.end}>{menu}</span>}
    </li>
  )
}
