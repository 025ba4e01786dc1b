import { useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useShownPageQuery, useShownPageQuery$data } from '#console/useShownPageQuery.graphql.ts'
import type { useShownPageStateQuery } from '#console/useShownPageStateQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { RequestError } from '../../relay/request-error.ts'
import { preload, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'
import { changesContent, useFreshContent } from '../space/use-fresh-content.ts'

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

const stateQuery = graphql`
  query useShownPageStateQuery($space: ID!, $path: String!) {
    space(id: $space) {
      revision {
        pageByPath(path: $path) {
          pageId
          updatedAt
        }
      }
    }
  }
`

const stateOf = (page: { readonly pageId: string; readonly updatedAt?: string | null } | null | undefined) =>
  page ? `${page.pageId} ${page.updatedAt}` : ''

type Revision = NonNullable<NonNullable<useShownPageQuery$data['space']>['revision']>
export type ShownPage = NonNullable<Revision['pageByPath']>

export const readAhead = (space: string, path: string): void =>
  preload<useShownPageQuery>(query, { space, path })

/** Reads a page again before it is opened, because this person has just changed it. */
export const rereadPage = (space: string, path: string): Promise<void> =>
  reread<useShownPageQuery>(query, { space, path })

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
  const changedBy = useRef<string>(undefined)
  const opened = useRef<ShownPage | null>(undefined)
  // While the page is being read again, the one that was opened stays.
  if (opened.current === undefined && latest !== undefined) opened.current = latest
  const [, showAgain] = useState(0)
  const page = opened.current ?? null
  // The server gives null for a text that it could not render in time.
  if (page?.__typename === 'DocumentPage' && !page.blocks) {
    opened.current = undefined
    throw new RequestError('UNAVAILABLE', 'The text could not be rendered.')
  }
  useSpaceEvents({
    onEvent: (event) => {
      if (changesContent(event)) changedBy.current = event.actor?.displayName
    },
    onGap: () => {},
  })
  useFreshContent(async () => {
    // A long text is read again only if it has changed.
    const name = changedBy.current
    const now = await readOnce<useShownPageStateQuery>(stateQuery, variables).catch(() => null)
    if (!now || stateOf(now.space?.revision?.pageByPath) === stateOf(latest)) return
    setActor(name)
    reread<useShownPageQuery>(query, variables)
  })
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
