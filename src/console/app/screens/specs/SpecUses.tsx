import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpecUses_spec$key } from '#console/SpecUses_spec.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { texts } from '../../texts/index.ts'

/** The pages that show a spec, so that one knows who is concerned by a change of it. */
export function SpecUses({ spec }: { spec: SpecUses_spec$key }) {
  const { uses } = useFragment(
    graphql`
      fragment SpecUses_spec on OpenAPISpec {
        uses(first: 50) {
          totalCount
          nodes {
            kind
            pageId
            title
            path
            space {
              id
              title
            }
          }
        }
      }
    `,
    spec,
  )
  const t = texts.specs
  const { totalCount = 0, nodes = [] } = uses ?? {}
  return (
    <TitledSection title={t.uses} hint={t.usesHint}>
      {totalCount === 0 && <p>{t.noUses}</p>}
      {totalCount > 0 && (
        <ul className={styles.rows} aria-label={t.uses}>
          {nodes.map(({ kind, pageId, title, path, space }) => (
            <li key={`${space.id} ${pageId}`} className={styles.row}>
              <div className={styles.what}>
                <Link to="/s/$space/$" params={{ space: space.id, _splat: path }} dir="auto">
                  {title || texts.places.untitled}
                </Link>
                <span>
                  <bdi>{space.title || texts.places.untitled}</bdi> ·{' '}
                  <span className="muted">{t.useKinds[kind]}</span>
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {totalCount > nodes.length && <p className="muted">{texts.lists.shown(nodes.length, totalCount)}</p>}
    </TitledSection>
  )
}
