import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { HistoryScreenPageQuery } from '#console/HistoryScreenPageQuery.graphql.ts'
import type { HistoryScreenQuery } from '#console/HistoryScreenQuery.graphql.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useFreshContent } from '../space/use-fresh-content.ts'
import { PageRevisions } from './PageRevisions.tsx'
import { SpaceRevisions } from './SpaceRevisions.tsx'

const spaceQuery = graphql`
  query HistoryScreenQuery($space: ID!) {
    space(id: $space) {
      id
      ...SpaceRevisions_space
    }
  }
`

const pageQuery = graphql`
  query HistoryScreenPageQuery($space: ID!, $page: ID!) {
    space(id: $space) {
      id
      revision(computed: false) {
        id
        page(id: $page) {
          __typename
          id
          title
          path
          ... on DocumentPage @alias(as: "text") {
            ...PageRevisions_page
          }
        }
      }
    }
  }
`

export const preload = ({ space = '', page }: Parameters) =>
  page === undefined
    ? read<HistoryScreenQuery>(spaceQuery, { space })
    : read<HistoryScreenPageQuery>(pageQuery, { space, page })

/** Who changed what and when: in the space, or on one page (`?page=`). */
export default function HistoryScreen() {
  const { space = '' } = useParameters()
  const { page } = useSearchParameters()
  return page === undefined ? <OfSpace space={space} /> : <OfPage key={page} space={space} page={page} />
}

function OfSpace({ space }: { space: string }) {
  const { space: found } = useScreenQuery<HistoryScreenQuery>(spaceQuery, { space })
  useFreshContent(() => reread<HistoryScreenQuery>(spaceQuery, { space }))
  return (
    <Screen title={texts.history.title} trail={<SpaceTrail />}>
      {found && <SpaceRevisions space={found} />}
    </Screen>
  )
}

function OfPage({ space, page }: { space: string; page: string }) {
  const { space: found } = useScreenQuery<HistoryScreenPageQuery>(pageQuery, { space, page })
  useFreshContent(() => reread<HistoryScreenPageQuery>(pageQuery, { space, page }))
  const t = texts.history
  const shown = found?.revision?.page
  const back = (
    <Link to="/s/$space/~history" params={{ space }} className="button small">
      {t.ofSpace}
    </Link>
  )
  return (
    <Screen title={shown ? t.titleOf(shown.title) : t.title} trail={<SpaceTrail />} actions={back}>
      {shown?.text ? (
        <PageRevisions page={shown.text} path={shown.path ?? ''} />
      ) : (
        <Empty>{t.pageGone}</Empty>
      )}
    </Screen>
  )
}
