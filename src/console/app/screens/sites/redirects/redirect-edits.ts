import { graphql } from 'react-relay/hooks'
import type {
  redirectEditsCreateMutation,
  SiteRedirectDestinationInput,
} from '#console/redirectEditsCreateMutation.graphql.ts'
import type { redirectEditsDeleteMutation } from '#console/redirectEditsDeleteMutation.graphql.ts'
import type { redirectEditsUpdateMutation } from '#console/redirectEditsUpdateMutation.graphql.ts'
import { mutate } from '../../../relay/mutate.ts'

export type Destination = SiteRedirectDestinationInput

/** Creates a redirect, and returns its id. */
export async function createRedirect(
  input: redirectEditsCreateMutation['variables']['input'],
): Promise<string> {
  const { createSiteRedirect } = await mutate<redirectEditsCreateMutation>(
    graphql`
      mutation redirectEditsCreateMutation($input: CreateSiteRedirectInput!) {
        createSiteRedirect(input: $input) {
          redirect {
            id
          }
        }
      }
    `,
    { input },
  )
  return createSiteRedirect?.redirect.id ?? ''
}

export const deleteRedirect = (siteRedirectId: string) =>
  mutate<redirectEditsDeleteMutation>(
    graphql`
      mutation redirectEditsDeleteMutation($input: DeleteSiteRedirectInput!) {
        deleteSiteRedirect(input: $input) {
          deletedId
        }
      }
    `,
    { input: { siteRedirectId } },
  )

export const updateRedirect = (input: redirectEditsUpdateMutation['variables']['input']) =>
  mutate<redirectEditsUpdateMutation>(
    graphql`
      mutation redirectEditsUpdateMutation($input: UpdateSiteRedirectInput!) {
        updateSiteRedirect(input: $input) {
          redirect {
            id
          }
        }
      }
    `,
    { input },
  )

/** What somebody wrote as a destination: an address, or the path of a page in a space. */
export function destinationFor(to: string, spaceId: string): Destination {
  const text = to.trim()
  if (/^https?:\/\//i.test(text)) return { external: { url: text } }
  return { path: { spaceId, path: text.replace(/^\/+/, '') } }
}

/** A source as the API takes it. */
export const sourceFor = (from: string): string => {
  const text = from.trim()
  return text.startsWith('/') ? text : `/${text}`
}
