import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpacesByLanguage_spaces$key } from '#console/SpacesByLanguage_spaces.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { texts } from '../../texts/index.ts'
import { languageName } from './language-name.ts'

/** Which spaces there are in each language: each translation of a space is a space of its own. */
export function SpacesByLanguage(props: { spaces: SpacesByLanguage_spaces$key }) {
  const { nodes } = useFragment(
    graphql`
      fragment SpacesByLanguage_spaces on SpaceConnection {
        nodes {
          id
          title
          language
        }
      }
    `,
    props.spaces,
  )
  const t = texts.translations
  const byLanguage = new Map<string, { id: string; title: string }[]>()
  for (const { id, title, language } of nodes) {
    const tag = language ?? ''
    byLanguage.set(tag, [...(byLanguage.get(tag) ?? []), { id, title }])
  }
  const groups = [...byLanguage].sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)))
  if (groups.length === 0) return null
  return (
    <TitledSection title={t.spaces} hint={t.spacesHint}>
      <ul className={styles.rows} aria-label={t.spaces}>
        {groups.map(([tag, spaces]) => (
          <li key={tag} className={styles.row}>
            <div className={styles.what}>
              <span>{tag === '' ? t.withoutLanguage : languageName(tag)}</span>
              <span>
                {spaces.map(({ id, title }, index) => (
                  <span key={id}>
                    {index > 0 && ' · '}
                    <Link to="/s/$space" params={{ space: id }} dir="auto">
                      {title || texts.places.untitled}
                    </Link>
                  </span>
                ))}
              </span>
            </div>
            <span className="muted">{t.spaceCount(spaces.length)}</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
