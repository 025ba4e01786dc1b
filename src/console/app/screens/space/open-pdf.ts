import { graphql } from 'react-relay/hooks'
import type { openPdfQuery } from '#console/openPdfQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'

const query = graphql`
  query openPdfQuery($space: ID!, $page: ID, $only: Boolean!) {
    space(id: $space) {
      revision {
        pdf(page: $page, only: $only)
      }
    }
  }
`

/** Opens the PDF of a page, or of all pages of a space, in another tab. */
export async function openPdf(space: string, page?: string): Promise<void> {
  // Opened before the answer, because browsers allow windows only at a click.
  const opened = open('', '_blank')
  const variables = { space, page: page ?? null, only: page !== undefined }
  const found = await readOnce<openPdfQuery>(query, variables).catch(() => null)
  const url = found?.space?.revision?.pdf
  if (url && opened) opened.location.href = url
  else {
    opened?.close()
    toast(texts.page.failed)
  }
}
