import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TranslatedSpaces_translations$key } from '#console/TranslatedSpaces_translations.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { texts } from '../../texts/index.ts'
import { languageName } from './language-name.ts'
import { PagesToTranslate } from './PagesToTranslate.tsx'

/** How far each translation is, and the pages that are waiting for a translator. */
export function TranslatedSpaces(props: { translations: TranslatedSpaces_translations$key }) {
  const { nodes, totalCount } = useFragment(
    graphql`
      fragment TranslatedSpaces_translations on TranslatedSpaceConnection {
        totalCount
        nodes {
          space {
            id
            title
            language
          }
          source {
            id
            title
            language
          }
          progress {
            missing
            untranslated
            outdated
            translated
          }
          pages(first: 10, state: [OUTDATED, UNTRANSLATED, MISSING]) {
            ...PagesToTranslate_pages
          }
        }
      }
    `,
    props.translations,
  )
  const t = texts.translations
  const titleOf = ({ title }: { readonly title: string }) => title || texts.places.untitled
  return (
    <TitledSection title={t.progress} hint={t.progressHint}>
      {nodes.length === 0 && <p className="muted">{t.noProgress}</p>}
      {nodes.length > 0 && (
        <ul className={styles.rows} aria-label={t.progress}>
          {nodes.map(({ space, source, progress, pages }) => {
            const waiting = progress.missing + progress.untranslated + progress.outdated
            const all = waiting + progress.translated
            const name = t.translationOf(titleOf(space), languageName(space.language ?? ''))
            return (
              <li key={space.id} className={styles.row}>
                <div className={styles.what}>
                  <Link to="/s/$space" params={{ space: space.id }} dir="auto">
                    {name}
                  </Link>
                  <span className="muted">
                    {t.translates(titleOf(source), languageName(source.language ?? ''))}
                  </span>
                  <span>
                    <progress aria-label={name} max={Math.max(1, all)} value={progress.translated} />{' '}
                    {t.upToDate(progress.translated, all)}
                    {waiting > 0 && <span className="muted"> · {t.waiting(progress)}</span>}
                  </span>
                  {pages && waiting > 0 && (
                    <PagesToTranslate
                      pages={pages}
                      label={t.pagesOf(name)}
                      total={waiting}
                      space={space.id}
                      source={source.id}
                    />
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {totalCount > nodes.length && <p className="muted">{texts.lists.shown(nodes.length, totalCount)}</p>}
    </TitledSection>
  )
}
