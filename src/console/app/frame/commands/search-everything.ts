import { graphql } from 'react-relay/hooks'
import { fetchQuery } from 'relay-runtime'
import type { searchEverythingPlacesQuery } from '#console/searchEverythingPlacesQuery.graphql.ts'
import type { searchEverythingQuery } from '#console/searchEverythingQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { environment } from '../../relay/environment.ts'
import { texts } from '../../texts/index.ts'
import { type Command, type CommandGroup, pathOf } from './command.ts'

/** What there is to go to in an organization. */
export interface KnownPlaces {
  spaces: Command[]
  sites: Command[]
  specs: Command[]
  /** The screens of the organization, and those of operators. */
  screens: Command[]
}

/** The places of the organization. They stay in the store, so that the menu shows them at once the next time. */
export async function readPlaces(organization: string): Promise<KnownPlaces> {
  const data = await fetchQuery<searchEverythingPlacesQuery>(
    environment,
    graphql`
      query searchEverythingPlacesQuery($organization: ID!) {
        viewer {
          user {
            id
            isOperator
          }
        }
        organization(id: $organization) {
          permissions {
            admin
            listMembers
            listTeams
          }
          sites(first: 50) {
            nodes {
              id
              title
            }
          }
          openAPISpecs(first: 50) {
            nodes {
              id
              slug
            }
          }
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
  const found = data?.organization
  const at = `/o/${organization}`
  return {
    spaces: (found?.spaces?.nodes ?? []).map(({ id, title, parent }) => ({
      id,
      label: title,
      detail: parent?.title,
      icon: 'book',
      href: `/s/${id}`,
    })),
    sites: (found?.sites?.nodes ?? []).map(({ id, title }) => ({
      id,
      label: title,
      icon: 'globe',
      href: `/sites/${id}`,
    })),
    specs: (found?.openAPISpecs?.nodes ?? []).map(({ id, slug }) => ({
      id,
      label: slug,
      icon: 'file',
      href: `${at}/openapi/${encodeURIComponent(slug)}`,
    })),
    screens: [
      ...(found ? screensOf(at, found.permissions) : []),
      ...(data?.viewer?.user.isOperator ? operatorScreens() : []),
    ],
  }
}

/** The screens of an organization that the person can open. */
function screensOf(at: string, may: { admin: boolean; listMembers: boolean; listTeams: boolean }): Command[] {
  const { home: t } = texts
  const screen = (label: string, path: string, icon: string, isShown = true): Command[] =>
    isShown ? [{ id: `${at}${path}`, label, icon, href: `${at}${path}` }] : []
  return [
    ...screen(t.overview, '', 'home'),
    ...screen(t.changes, '/changes', 'merge'),
    ...screen(t.sites, '/sites', 'globe'),
    ...screen(t.people, '/people', 'users', may.listMembers),
    ...screen(t.teams, '/teams', 'users', may.listTeams),
    ...screen(t.specs, '/specs', 'file', may.listMembers),
    ...screen(t.translations, '/translations', 'globe', may.listMembers),
    ...screen(t.webhooks, '/webhooks', 'chevron', may.admin),
    ...screen(t.watching, '/watching', 'chevron', may.admin),
  ]
}

function operatorScreens(): Command[] {
  const { commands: t } = texts
  return [
    { id: '/instance', label: t.instance, icon: 'globe', href: '/instance' },
    {
      id: '/instance/organizations',
      label: t.allOrganizations,
      icon: 'book',
      href: '/instance/organizations',
    },
    { id: '/instance/users', label: t.allAccounts, icon: 'users', href: '/instance/users' },
  ]
}

/** The pages, change requests and people of an organization that match what was typed, best first. */
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
          members(search: $text, first: 5) {
            nodes {
              id
              user {
                id
                displayName
                email
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
  const people = (found?.members?.nodes ?? []).map(({ id, user: { displayName, email } }) => ({
    id,
    label: displayName,
    detail: email ?? undefined,
    icon: 'user',
    href: `/o/${organization}/people?search=${encodeURIComponent(displayName)}`,
  }))
  return [
    { title: t.pages, commands: pages },
    { title: t.changes, commands: changes },
    { title: t.people, commands: people },
  ]
}
