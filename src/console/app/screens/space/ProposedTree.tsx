import { useCallback, useMemo } from 'react'
import { graphql } from 'react-relay/hooks'
import type { ProposedTreeQuery, ProposedTreeQuery$data } from '#console/ProposedTreeQuery.graphql.ts'
import { useParameters } from '../../parameters.ts'
import { reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { changeAddressOf } from './addresses.ts'
import { ContentTree } from './ContentTree.tsx'
import { readable } from './tree.ts'
import type { TreeContent } from './tree-content.ts'
import { useFreshContent } from './use-fresh-content.ts'
import { useTreePages } from './use-tree-pages.ts'

const query = graphql`
  query ProposedTreeQuery($space: ID!, $number: Int!) {
    changeRequest(spaceId: $space, number: $number) {
      id
      number
      status
      permissions {
        edit
      }
      content(computed: true) {
        ...useTreePages_revision
      }
    }
  }
`

/** The pages as a change request proposes them. */
export function ProposedTree({ space, number }: { space: string; number: number }) {
  const { changeRequest } = useScreenQuery<ProposedTreeQuery>(query, { space, number })
  // The screen beside it says that there is none.
  if (!changeRequest) return null
  return <Loaded key={changeRequest.id} space={space} changeRequest={changeRequest} />
}

interface LoadedProps {
  space: string
  changeRequest: NonNullable<ProposedTreeQuery$data['changeRequest']>
}

/** The address of the first page: slugs cannot begin with it. */
const FIRST = '~'

function Loaded({ space, changeRequest }: LoadedProps) {
  const { id, number, status, permissions } = changeRequest
  const { revision, pages } = useTreePages(changeRequest.content)
  const readAgain = useCallback(() => reread<ProposedTreeQuery>(query, { space, number }), [space, number])
  useFreshContent(() => void readAgain(), { concerns: (event) => event.changeRequestId === id })
  const addressOf = useCallback((path: string) => changeAddressOf(space, number, path), [space, number])
  const mayEdit = permissions.edit && (status === 'DRAFT' || status === 'OPEN')
  const content = useMemo(
    (): TreeContent => ({
      spaceId: space,
      changeRequest: { id, number },
      revision,
      pages,
      mayEdit,
      addressOf,
      reread: readAgain,
    }),
    [space, id, number, revision, pages, mayEdit, addressOf, readAgain],
  )
  const { _splat: path = '' } = useParameters()
  const current = path === FIRST ? readable(pages)[0] : pages.find((page) => page.path === path)
  return <ContentTree content={content} current={current} title={texts.tree.proposed(number)} />
}
