import { graphql } from 'react-relay/hooks'
import type { publishSiteAddressMutation } from '#console/publishSiteAddressMutation.graphql.ts'
import type { publishSiteCreateMutation } from '#console/publishSiteCreateMutation.graphql.ts'
import type { publishSiteMutation } from '#console/publishSiteMutation.graphql.ts'
import type { publishSiteUnpublishMutation } from '#console/publishSiteUnpublishMutation.graphql.ts'
import { mutate } from '../relay/mutate.ts'
import { RequestError } from '../relay/request-error.ts'

const nothing = () => new RequestError('INTERNAL', 'The server sent nothing.')

/** Who can read a site, as far as it can be chosen before there are share links or keys. */
export type Visibility = 'PUBLIC' | 'UNLISTED' | 'SHARE_LINK' | 'VISITOR_AUTH'

export interface NewSite {
  organizationId: string
  title: string
  visibility: Visibility
  spaces: readonly string[]
}

/** Creates a site that is not published yet, and returns its id. */
export async function createSite(input: NewSite): Promise<string> {
  const { createSite: made } = await mutate<publishSiteCreateMutation>(
    graphql`
      mutation publishSiteCreateMutation($input: CreateSiteInput!) {
        createSite(input: $input) {
          site {
            id
          }
        }
      }
    `,
    { input },
  )
  if (!made) throw nothing()
  return made.site.id
}

/** Gives a site a name in its address. Fails with `CONFLICT` where another site has it. */
export async function nameSite(siteId: string, basename: string): Promise<void> {
  await mutate<publishSiteAddressMutation>(
    graphql`
      mutation publishSiteAddressMutation($input: UpdateSiteInput!) {
        updateSite(input: $input) {
          site {
            id
            version
            basename
            urls {
              published
            }
          }
        }
      }
    `,
    { input: { siteId, basename } },
  )
}

/** Publishes a site, and returns its address. */
export async function publishSite(siteId: string): Promise<string> {
  const { publishSite: published } = await mutate<publishSiteMutation>(
    graphql`
      mutation publishSiteMutation($input: PublishSiteInput!) {
        publishSite(input: $input) {
          site {
            id
            version
            published
            publishedAt
            urls {
              published
            }
          }
        }
      }
    `,
    { input: { siteId } },
  )
  const address = published?.site?.urls.published
  if (!address) throw nothing()
  return address
}

export async function unpublishSite(siteId: string): Promise<void> {
  await mutate<publishSiteUnpublishMutation>(
    graphql`
      mutation publishSiteUnpublishMutation($input: UnpublishSiteInput!) {
        unpublishSite(input: $input) {
          site {
            id
            version
            published
            publishedAt
            urls {
              published
            }
          }
        }
      }
    `,
    { input: { siteId } },
  )
}
