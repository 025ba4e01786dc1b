import { graphql } from 'react-relay/hooks'
import type { MergeEffectsQuery } from '#console/MergeEffectsQuery.graphql.ts'
import { useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import styles from './Merge.module.css'

/** What changes by a merge: pages, published sites, and the Git repository. */
export function MergeEffects({ spaceId, pages }: { spaceId: string; pages: number }) {
  const { space } = useScreenQuery<MergeEffectsQuery>(
    graphql`
      query MergeEffectsQuery($space: ID!) {
        space(id: $space) {
          id
          sites(first: 10) {
            nodes {
              id
              title
              published
            }
          }
          gitConnection {
            url
            ref
            exportOnMerge
          }
        }
      }
    `,
    { space: spaceId },
  )
  const t = texts.changeRequest.merge
  const published = space?.sites?.nodes.filter((site) => site.published) ?? []
  const git = space?.gitConnection?.exportOnMerge ? space.gitConnection : undefined
  return (
    <ul className={styles.list}>
      <li>{t.changesPages(pages)}</li>
      <li dir="auto">
        {published.length > 0 ? t.sites(published.map(({ title }) => title).join(', ')) : t.noSites}
      </li>
      {git && <li>{t.git(`${git.url} (${git.ref})`)}</li>}
    </ul>
  )
}
