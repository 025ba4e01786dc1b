import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { LinkStatus, LinksScreenQuery } from '#console/LinksScreenQuery.graphql.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useFreshContent } from '../space/use-fresh-content.ts'
import { LinkTable } from './LinkTable.tsx'

const query = graphql`
  query LinksScreenQuery($space: ID!, $status: [LinkStatus!]) {
    space(id: $space) {
      id
      broken: links(first: 1, status: [BROKEN]) {
        totalCount
      }
      ...LinkTable_space @arguments(status: $status)
    }
  }
`

type Show = 'broken' | 'all' | 'other'
const STATUSES: Readonly<Record<Show, LinkStatus[] | null>> = {
  broken: ['BROKEN'],
  all: null,
  other: ['IN_APP'],
}

const showOf = (show: string | undefined): Show => (show === 'all' || show === 'other' ? show : 'broken')
const variablesOf = (space: string, show: Show) => ({ space, status: STATUSES[show] })

export const preload = ({ space = '', show }: Parameters) =>
  read<LinksScreenQuery>(query, variablesOf(space, showOf(show)))

/** The links of a space: those that lead to nothing first. The filter is in the address. */
export default function LinksScreen() {
  const { space = '' } = useParameters()
  const show = showOf(useSearchParameters().show)
  const variables = variablesOf(space, show)
  const { space: found } = useScreenQuery<LinksScreenQuery>(query, variables)
  const again = () => reread<LinksScreenQuery>(query, variables)
  useFreshContent(again)
  const t = texts.links
  const tabs = (
    <Tabs label={t.filter}>
      {(['broken', 'other', 'all'] as const).map((name) => (
        <Link
          key={name}
          to="/s/$space/~links"
          params={{ space }}
          search={name === 'broken' ? {} : { show: name }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t[name]}
          {name === 'broken' && found && ` ${found.broken.totalCount}`}
        </Link>
      ))}
    </Tabs>
  )
  return (
    <Screen title={t.title} trail={<SpaceTrail />} tabs={tabs}>
      {found && <LinkTable key={show} space={found} isBroken={show === 'broken'} />}
    </Screen>
  )
}
