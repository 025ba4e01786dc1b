import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { InboxScreenQuery } from '#console/InboxScreenQuery.graphql.ts'
import { type Parameters, useSearchParameters } from '../../parameters.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { filterOf, inboxFilters, variablesOf } from './filter.ts'
import { InboxList } from './InboxList.tsx'
import { MutedDialog } from './MutedDialog.tsx'
import { markAll } from './marks.ts'

const query = graphql`
  query InboxScreenQuery($status: [NotificationStatusFilter!], $kinds: [NotificationKind!], $count: Int!) {
    viewer {
      inbox {
        cursor
        unreadCount
      }
      ...InboxList_viewer @arguments(count: $count)
    }
  }
`

export const preload = (parameters: Parameters) =>
  read<InboxScreenQuery>(query, { ...variablesOf(filterOf(parameters)), count: PAGE })

/** What the person was told of, by day. */
export default function InboxScreen() {
  const chosen = filterOf(useSearchParameters())
  // The list stays until the one that was asked for has arrived.
  const filter = useDeferredValue(chosen)
  const variables = { ...variablesOf(filter), count: PAGE }
  const { viewer } = useScreenQuery<InboxScreenQuery>(query, variables)
  const [isMutedShown, setMutedShown] = useState(false)
  const t = texts.inbox
  if (!viewer) return null
  const { cursor, unreadCount } = viewer.inbox
  return (
    <Screen
      title={t.title}
      actions={
        <>
          {unreadCount > 0 && (
            <button type="button" className="button small" onClick={() => markAll('READ', cursor)}>
              {t.readAll}
            </button>
          )}
          <Menu label={t.more} button={<Icon name="more" />}>
            <MenuItem run={() => markAll('DONE', cursor)}>{t.doneAll}</MenuItem>
            <MenuItem run={() => setMutedShown(true)}>{t.showMuted}</MenuItem>
          </Menu>
        </>
      }
      tabs={
        <Tabs label={t.filters}>
          {inboxFilters.map((one) => (
            <Link
              key={one}
              to="/inbox"
              search={one === 'all' ? {} : { show: one }}
              activeOptions={{ exact: true }}
            >
              {t.filterNames[one]}
            </Link>
          ))}
        </Tabs>
      }
    >
      <InboxList viewer={viewer} query={query} variables={variables} filter={filter} />
      {isMutedShown && <MutedDialog onClose={() => setMutedShown(false)} />}
    </Screen>
  )
}
