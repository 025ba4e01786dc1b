import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PagesToTranslate_pages$key } from '#console/PagesToTranslate_pages.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'

interface PagesToTranslateProps {
  pages: PagesToTranslate_pages$key
  label: string
  total: number
  space: string
  source: string
}

/** The pages of a translation that are missing, still in the language of the source, or older than it. */
export function PagesToTranslate({ pages, label, total, space, source }: PagesToTranslateProps) {
  const { nodes } = useFragment(
    graphql`
      fragment PagesToTranslate_pages on TranslatedPageConnection {
        nodes {
          pageId
          title
          path
          state
          changedAt
          translatedPath
        }
      }
    `,
    pages,
  )
  const t = texts.translations
  return (
    <details>
      <summary>{label}</summary>
      <ul aria-label={label}>
        {nodes.map(({ pageId, title, path, state, changedAt, translatedPath }) => (
          <li key={pageId}>
            <Link
              to="/s/$space/$"
              params={{ space: translatedPath == null ? source : space, _splat: translatedPath ?? path }}
              dir="auto"
            >
              {title || texts.places.untitled}
            </Link>{' '}
            <span className={styles.tag}>{t.states[state]}</span>{' '}
            <span className="muted">
              {t.sourceChanged} <Time at={changedAt} />
            </span>
          </li>
        ))}
      </ul>
      {total > nodes.length && <p className="muted">{texts.lists.shown(nodes.length, total)}</p>}
    </details>
  )
}
