import { Link } from '@tanstack/react-router'
import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from '../../texts/index.ts'

/** The views of a site. */
export function SiteTabs({ site }: { site: string }) {
  const t = texts.sites
  const params = { site }
  return (
    <Tabs label={t.views}>
      <Link to="/sites/$site" params={params} activeOptions={{ exact: true }}>
        {t.overview}
      </Link>
      <Link to="/sites/$site/structure" params={params}>
        {t.structure}
      </Link>
      <Link to="/sites/$site/theme" params={params}>
        {t.theme}
      </Link>
      <Link to="/sites/$site/readers" params={params}>
        {t.readers}
      </Link>
      <Link to="/sites/$site/redirects" params={params}>
        {t.redirects}
      </Link>
      <Link to="/sites/$site/insights" params={params}>
        {t.insights}
      </Link>
      <Link to="/sites/$site/settings" params={params}>
        {t.settings}
      </Link>
    </Tabs>
  )
}
