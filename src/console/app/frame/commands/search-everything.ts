import { graphql } from 'react-relay/hooks'
import { fetchQuery } from 'relay-runtime'
import type { searchEverythingPlacesQuery } from '#console/searchEverythingPlacesQuery.graphql.ts'
import type { searchEverythingQuery } from '#console/searchEverythingQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { environment } from '../../relay/environment.ts'
import { texts } from '../../texts/index.ts'
import { type Command, type CommandGroup, pathOf } from './command.ts'

/** The spaces of the organization. They stay in the store, so that the menu shows them at once the next time. */
export async function readPlaces(organization: string): Promise<Command[]> {
  const data = await fetchQuery<searchEverythingPlacesQuery>(
    environment,
    graphql`
      query searchEverythingPlacesQuery($organization: ID!) {
        organization(id: $organization) {
          spaces(first: 100) {
            nodes {
              id
              title
              parent {
                title
              }
            }
          }
        }
      }
    `,
    { organization },
    { fetchPolicy: 'store-or-network' },
  ).toPromise()
  return (data?.organization?.spaces?.nodes ?? []).map(({ id, title, parent }) => ({
    id,
    label: title,
    detail: parent?.title,
    icon: 'book',
    href: `/s/${id}`,
  }))
}

/** The pages and change requests of an organization that match what was typed, best first. */
export async function searchEverything(organization: string, text: string): Promise<CommandGroup[]> {
  const { organization: found } = await readOnce<searchEverythingQuery>(
    graphql`
      query searchEverythingQuery($organization: ID!, $text: String!) {
        organization(id: $organization) {
          search(query: $text, first: 5) {
            nodes {
              space {
                id
                title
              }
              pages {
                pageId
                title
                urls {
                  app
                }
              }
            }
          }
          changeRequests(search: $text, first: 5, status: [DRAFT, OPEN]) {
            nodes {
              id
              number
              subject
              space {
                id
                title
              }
              urls {
                app
              }
            }
          }
        }
      }
    `,
    { organization, text },
  )
  const { commands: t } = texts
  const pages = (found?.search?.nodes ?? []).flatMap(({ space, pages }) =>
    pages.map(({ pageId, title, urls }) => ({
      id: `${space?.id} ${pageId}`,
      label: title,
      detail: space?.title,
      icon: 'file',
      href: pathOf(urls.app),
    })),
  )
  const changes = (found?.changeRequests?.nodes ?? []).map(({ id, number, subject, space, urls }) => ({
    id,
    label: subject === '' ? t.changeRequest(number) : `#${number} ${subject}`,
    detail: space?.title,
    icon: 'merge',
    href: pathOf(urls.app),
  }))
  return [
    { title: t.pages, commands: pages },
    { title: t.changes, commands: changes },
  ]
}
