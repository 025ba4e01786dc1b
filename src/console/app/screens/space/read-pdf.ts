import { graphql } from 'react-relay/hooks'
import type { readPdfQuery } from '#console/readPdfQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'

const query = graphql`
  query readPdfQuery($space: ID!, $page: ID, $only: Boolean!) {
    space(id: $space) {
      revision {
        pdf(page: $page, only: $only)
      }
    }
  }
`

/** The address of the PDF of a page, or of all pages of a space. */
export async function readPdf(space: string, page: string | undefined): Promise<string | null | undefined> {
  const variables = { space, page: page ?? null, only: page !== undefined }
  const found = await readOnce<readPdfQuery>(query, variables)
  return found.space?.revision?.pdf
}
