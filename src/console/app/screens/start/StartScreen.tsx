import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { StartScreenQuery, StartScreenQuery$data } from '#console/StartScreenQuery.graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { Steps } from '../../start/Steps.tsx'
import { startedSpace } from '../../start/start-progress.ts'
import { texts } from '../../texts/index.ts'
import { StartForm } from './StartForm.tsx'
import styles from './StartScreen.module.css'

const query = graphql`
  query StartScreenQuery($space: ID!, $hasBegun: Boolean!) {
    viewer {
      organizations(first: 50) {
        nodes {
          id
          title
          permissions {
            createContent
          }
          sites(first: 50, published: true) {
            nodes {
              id
              basename
              title
              urls {
                published
              }
              siteSpaces(first: 1) {
                nodes {
                  space {
                    id
                  }
                }
              }
            }
          }
        }
      }
    }
    space(id: $space) @include(if: $hasBegun) {
      id
      title
    }
  }
`
const variables = () => {
  const space = startedSpace()
  return { space: space ?? '', hasBegun: space !== undefined }
}

export const preload = () => read<StartScreenQuery>(query, variables())

/** The first start publishes the guide with this name in its address. */
const GUIDE = 'guide'

type Organization = NonNullable<
  NonNullable<StartScreenQuery$data['viewer']>['organizations']
>['nodes'][number]

function guideOf(organizations: readonly Organization[]) {
  const sites = organizations.flatMap(({ sites: list }) => list?.nodes ?? [])
  const site = sites.find(({ basename }) => basename === GUIDE)
  const space = site?.siteSpaces.nodes[0]?.space?.id
  return site && space !== undefined ? { space, title: site.title, url: site.urls.published } : undefined
}

/** `/app/start`: the way from a new server to a published site. */
export default function StartScreen() {
  const { viewer, space } = useScreenQuery<StartScreenQuery>(query, variables())
  const organizations = viewer?.organizations?.nodes ?? []
  const own = organizations.filter(({ permissions }) => permissions.createContent)
  const guide = guideOf(own)
  const t = texts.start
  return (
    <Screen title={t.title}>
      <div className={styles.start}>
        <Steps at="content" />
        <p className={styles.lead}>{t.lead}</p>
        {space && (
          <div className={styles.begun}>
            <p dir="auto">{t.continueTitle(space.title)}</p>
            <Link to="/s/$space" params={{ space: space.id }} className="button primary">
              {t.continue}
            </Link>
          </div>
        )}
        {own.length === 0 ? (
          <Empty>{t.cannot}</Empty>
        ) : (
          <StartForm organizations={own} guide={guide?.space} />
        )}
        {guide?.url && (
          <p className="muted">
            {t.look}{' '}
            <a href={guide.url} target="_blank" rel="noreferrer">
              <span dir="auto">{guide.title}</span> <Icon name="external" />
            </a>
          </p>
        )}
      </div>
    </Screen>
  )
}
