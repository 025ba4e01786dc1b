import { Link } from '@tanstack/react-router'
import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from '../../texts/index.ts'

/** The views of an organization. */
export function OrganizationTabs({ organization }: { organization: string }) {
  const t = texts.home
  return (
    <Tabs label={t.views}>
      <Link to="/o/$organization" params={{ organization }} activeOptions={{ exact: true }}>
        {t.overview}
      </Link>
      <Link to="/o/$organization/changes" params={{ organization }}>
        {t.changes}
      </Link>
      <Link to="/o/$organization/sites" params={{ organization }}>
        {t.sites}
      </Link>
    </Tabs>
  )
}
