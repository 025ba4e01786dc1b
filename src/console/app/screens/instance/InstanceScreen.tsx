import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { graphql } from 'react-relay/hooks'
import type { InstanceScreenQuery } from '#console/InstanceScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { InstanceAccounts } from './InstanceAccounts.tsx'
import { InstanceOrganizations } from './InstanceOrganizations.tsx'
import { InstanceOverview } from './InstanceOverview.tsx'

const query = graphql`
  query InstanceScreenQuery {
    viewer {
      user {
        id
        isOperator
      }
    }
  }
`

export const preload = () => read<InstanceScreenQuery>(query, {})

/** `/app/instance`: what operators see of the whole instance. */
export default function InstanceScreen() {
  const { view } = useParameters()
  const { viewer } = useScreenQuery<InstanceScreenQuery>(query, {})
  const t = texts.instance
  if (!viewer?.user.isOperator) return <NotFound />
  return (
    <Screen
      title={t.title}
      tabs={
        <Tabs label={t.views}>
          <Link to="/instance" activeOptions={{ exact: true }}>
            {t.overview}
          </Link>
          <Link to="/instance/$view" params={{ view: 'organizations' }}>
            {t.organizations}
          </Link>
          <Link to="/instance/$view" params={{ view: 'users' }}>
            {t.users}
          </Link>
        </Tabs>
      }
    >
      <div className={styles.settings}>
        <Suspense fallback={<Skeleton lines={6} />}>
          {view === undefined && <InstanceOverview />}
          {view === 'organizations' && <InstanceOrganizations />}
          {view === 'users' && <InstanceAccounts me={viewer.user.id} />}
        </Suspense>
      </div>
    </Screen>
  )
}
