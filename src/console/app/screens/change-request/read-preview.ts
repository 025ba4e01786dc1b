import { graphql } from 'react-relay/hooks'
import type { readPreviewQuery } from '#console/readPreviewQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'

const query = graphql`
  query readPreviewQuery($site: ID!, $changeRequest: ID!) {
    site(id: $site) {
      preview(changeRequest: $changeRequest) {
        url
      }
    }
  }
`

/** The address at which a site is shown as it looks with a change request. It is signed for an hour. */
export async function readPreview(site: string, changeRequest: string): Promise<string | undefined> {
  const found = await readOnce<readPreviewQuery>(query, { site, changeRequest })
  return found.site?.preview?.url
}
