import { graphql } from 'react-relay/hooks'
import type { updateSiteMutation } from '#console/updateSiteMutation.graphql.ts'
import { mutate } from '../../relay/mutate.ts'

/** Changes settings of a site. Omitted ones stay. */
export const updateSite = (input: updateSiteMutation['variables']['input']) =>
  mutate<updateSiteMutation>(
    graphql`
      mutation updateSiteMutation($input: UpdateSiteInput!) {
        updateSite(input: $input) {
          site {
            id
            version
            title
            basename
            hostname
            visibility
            agentsContext
            adaptiveContent {
              enabled
            }
            proxy {
              origin
              target
            }
            urls {
              published
            }
          }
        }
      }
    `,
    { input },
  )
