import { useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useShownPageQuery, useShownPageQuery$data } from '#console/useShownPageQuery.graphql.ts'
import { preload, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { changesContent } from '../space/content-events.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'

// The revision has a name of its own, so that what other screens read of the content does not replace it.
const query = graphql`
  query useShownPageQuery($space: ID!, $path: String!) {
    space(id: $space) {
      id
      revision(computed: true) {
        id
        pageByPath(path: $path) {
          __typename
          id
          pageId
          title
          path
          createdAt
          updatedAt
          emoji
          icon
          ... on DocumentPage {
            description
            hidden
            cover
            layout {
              cover
              coverSize
              description
              outline
              pagination
            }
            blocks {
              key
              type
              html
            }
          }
          ... on LinkPage {
            href
            target {
              __typename
              ... on PageReference {
                page {
                  id
                  title
                  urls {
                    app
                  }
                }
              }
              ... on SpaceReference {
                space {
                  id
                  title
                  urls {
                    app
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`

type Revision = NonNullable<NonNullable<useShownPageQuery$data['space']>['revision']>
export type ShownPage = NonNullable<Revision['pageByPath']>

export const readAhead = (space: string, path: string): void =>
  preload<useShownPageQuery>(query, { space, path })

/** What a reader would notice. The addresses of files in a text change each time that it is read. */
const looksOf = (page: ShownPage | null): string =>
  page === null
    ? ''
    : JSON.stringify([
        page.title,
        page.description,
        page.emoji,
        page.icon,
        page.cover,
        page.layout,
        page.href,
        page.blocks?.map(({ key }) => key),
      ])

interface Shown {
  page: ShownPage | null
  /** Set when somebody has changed the page since it was opened. */
  news: { name: string | undefined; isGone: boolean; show: () => void } | null
}

/** The page at a path, as it was when it was opened. What others change is shown on demand: nothing jumps. */
export function useShownPage(space: string, path: string): Shown {
  const variables = { space, path }
  const { space: found } = useScreenQuery<useShownPageQuery>(query, variables)
  const latest = found?.revision?.pageByPath
  const [actor, setActor] = useState<string>()
  const opened = useRef<ShownPage | null>(undefined)
  // While the page is being read again, the one that was opened stays.
  if (opened.current === undefined && latest !== undefined) opened.current = latest
  const [, showAgain] = useState(0)
  useSpaceEvents({
    onEvent: (event) => {
      if (!changesContent(event)) return
      setActor(event.actor?.displayName)
      reread<useShownPageQuery>(query, variables)
    },
    onGap: () => reread<useShownPageQuery>(query, variables),
  })
  const page = opened.current ?? null
  const isNew = latest !== undefined && latest !== page && looksOf(latest) !== looksOf(page)
  const news = !isNew
    ? null
    : {
        name: actor,
        isGone: latest === null,
        show: () => {
          opened.current = latest
          showAgain((count) => count + 1)
        },
      }
  return { page, news }
}
