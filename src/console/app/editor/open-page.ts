import { graphql } from 'react-relay/hooks'
import type { openPage_page$data } from '#console/openPage_page.graphql.ts'
import type { openPageQuery } from '#console/openPageQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { RequestError } from '../relay/request-error.ts'
import type { Stored } from './saves/saver.ts'

/** A page to edit: in main content, or with a number in a change request. */
export interface EditTarget {
  space: string
  path: string
  number: number | null
}

export type EditedPage = Omit<openPage_page$data, ' $fragmentType'>

export interface OpenedPage {
  page: EditedPage
  stored: Stored
  changeRequest: { id: string; number: number } | null
}

export const fragment = graphql`
  fragment openPage_page on Page {
    __typename
    pageId
    title
    path
    emoji
    icon
    linkTitle
    condition
    ... on DocumentPage {
      markdown
      description
      slug
      hidden
      noIndex
      noRobotsIndex
    }
  }
`

const query = graphql`
  query openPageQuery($space: ID!, $number: Int!, $path: String!, $isMain: Boolean!) {
    space(id: $space) @include(if: $isMain) {
      permissions {
        edit
      }
      revision(computed: false) {
        id
        pageByPath(path: $path, former: true) {
          ...openPage_page @relay(mask: false)
        }
      }
    }
    changeRequest(spaceId: $space, number: $number) @skip(if: $isMain) {
      id
      number
      permissions {
        edit
      }
      revision {
        id
        pageByPath(path: $path, former: true) {
          ...openPage_page @relay(mask: false)
        }
      }
    }
  }
`

/** Reads a page to edit, from the server: what this tab has read before can be older. */
export async function openPage({ space, path, number }: EditTarget): Promise<OpenedPage> {
  const isMain = number === null
  const found = await readOnce<openPageQuery>(query, { space, path, number: number ?? 0, isMain })
  const content = isMain ? found.space : found.changeRequest
  const page = content?.revision?.pageByPath
  if (!content?.revision || page?.__typename !== 'DocumentPage') {
    throw new RequestError('NOT_FOUND', 'There is no page with a text here.')
  }
  if (!content.permissions.edit) throw new RequestError('FORBIDDEN', 'You cannot edit this page.')
  return {
    page,
    stored: { revision: content.revision.id, text: page.markdown ?? '' },
    changeRequest: found.changeRequest
      ? { id: found.changeRequest.id, number: found.changeRequest.number }
      : null,
  }
}
