import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { ChangeRequestLinks_changeRequest$key } from '#console/ChangeRequestLinks_changeRequest.graphql.ts'
import type { ChangeRequestLinksPaginationQuery } from '#console/ChangeRequestLinksPaginationQuery.graphql.ts'
import type { ChangeRequestLinksQuery } from '#console/ChangeRequestLinksQuery.graphql.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { ShowMore } from '../../../parts/ShowMore.tsx'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { LinkRows } from '../../links/LinkRows.tsx'
import { changeAddressOf } from '../../space/addresses.ts'
import { useSpaceEvents } from '../../space/SpaceEvents.tsx'

const query = graphql`
  query ChangeRequestLinksQuery($id: ID!) {
    changeRequest(id: $id) {
      id
      number
      ...ChangeRequestLinks_changeRequest
    }
  }
`

interface ChangeRequestLinksProps {
  changeRequestId: string
  spaceId: string
}

export const preload = ({ changeRequestId }: ChangeRequestLinksProps): void =>
  read<ChangeRequestLinksQuery>(query, { id: changeRequestId })

/** The broken links of the proposed content, also those that the change itself breaks. */
export default function ChangeRequestLinks({ changeRequestId: id, spaceId }: ChangeRequestLinksProps) {
  const { changeRequest } = useScreenQuery<ChangeRequestLinksQuery>(query, { id })
  const again = () => void reread<ChangeRequestLinksQuery>(query, { id })
  useSpaceEvents({
    onEvent: ({ type, changeRequestId }) => {
      if (changeRequestId === id && type === 'CHANGE_REQUEST_CONTENT_CHANGED') again()
    },
    onGap: again,
  })
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    ChangeRequestLinksPaginationQuery,
    ChangeRequestLinks_changeRequest$key
  >(
    graphql`
      fragment ChangeRequestLinks_changeRequest on ChangeRequest
      @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
      @refetchable(queryName: "ChangeRequestLinksPaginationQuery") {
        brokenLinks: links(first: $first, after: $after, status: [BROKEN])
          @connection(key: "ChangeRequestLinks_brokenLinks") {
          totalCount
          edges {
            node {
              ...LinkRows_link
            }
          }
        }
      }
    `,
    changeRequest as ChangeRequestLinks_changeRequest$key | null,
  )
  const links = data?.brokenLinks.edges.map(({ node }) => node) ?? []
  if (!changeRequest || links.length === 0) return <Empty>{texts.links.noneBroken}</Empty>
  const { number } = changeRequest
  return (
    <>
      <LinkRows links={links} addressOf={(path) => changeAddressOf(spaceId, number, path)} />
      <ShowMore
        shown={links.length}
        total={data?.brokenLinks.totalCount ?? 0}
        hasNext={hasNext}
        isLoadingNext={isLoadingNext}
        loadNext={loadNext}
      />
    </>
  )
}
