import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangeTabs_changeRequest$key } from '#console/ChangeTabs_changeRequest.graphql.ts'
import { Quiet } from '../../parts/Quiet.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from '../../texts/index.ts'
import styles from './ChangeTabs.module.css'
import { PagesCount } from './head/PagesCount.tsx'
import { PreviewLinks } from './PreviewLinks.tsx'
import type { ChangePlace } from './place.ts'

interface ChangeTabsProps {
  changeRequest: ChangeTabs_changeRequest$key
  view: string
  place: ChangePlace
}

const VIEWS = ['changes', 'talk', 'conflicts', 'links'] as const

/** The views of a change request, with how much each has. */
export function ChangeTabs({ changeRequest, view, place }: ChangeTabsProps) {
  const { id, commentsOpen, merge, revisionMerged } = useFragment(
    graphql`
      fragment ChangeTabs_changeRequest on ChangeRequest {
        id
        commentsOpen
        merge {
          conflictCount
        }
        revisionMerged {
          id
        }
      }
    `,
    changeRequest,
  )
  const t = texts.changeRequest
  const params = { space: place.space, number: String(place.number) }
  const counts = {
    changes: <PagesCount place={place} isShort />,
    talk: commentsOpen > 0 ? commentsOpen : null,
    conflicts: merge.conflictCount > 0 ? merge.conflictCount : null,
    links: null,
  }
  const current = VIEWS.find((each) => each === view) ?? 'changes'
  // What is not always there is a view where there is something, or while it is shown.
  const shown = VIEWS.filter(
    (each) =>
      each === current ||
      (each === 'conflicts' ? merge.conflictCount > 0 : each === 'changes' || each === 'talk'),
  )
  return (
    <Tabs label={t.views}>
      {shown.map((each) => (
        <Link
          key={each}
          to="/s/$space/changes/$number"
          params={params}
          search={each === 'changes' ? {} : { view: each }}
          aria-current={each === current ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t[each]} {counts[each] !== null && <span className={styles.count}>{counts[each]}</span>}
        </Link>
      ))}
      {!revisionMerged && (
        <Quiet>
          <Suspense>
            <PreviewLinks changeRequest={id} place={place} />
          </Suspense>
        </Quiet>
      )}
    </Tabs>
  )
}
