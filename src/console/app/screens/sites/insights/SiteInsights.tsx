import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteInsightsQuery } from '#console/SiteInsightsQuery.graphql.ts'
import styles from '../../../forms/Settings.module.css'
import { type Parameters, useParameters, useSearchParameters } from '../../../parameters.ts'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { preload as read, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { InsightsTables } from './InsightsTables.tsx'
import { preloadFeedback, SiteFeedback } from './SiteFeedback.tsx'
import { ViewsChart } from './ViewsChart.tsx'

const query = graphql`
  query SiteInsightsQuery($site: ID!, $from: String!) {
    site(id: $site) {
      id
      insights(from: $from) {
        ...ViewsChart_insights
        ...InsightsTables_insights
      }
    }
  }
`

const PERIODS = [7, 30, 90] as const
const DAY_MS = 86_400_000

/** The number of days in an address, which may be typed by hand. */
const periodOf = (days: unknown): number => PERIODS.find((one) => String(one) === days) ?? 30
/** The first of so many days, of which today is the last. Days are in UTC. */
const firstOf = (days: number): string =>
  new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)

export function preload({ site = '', days }: Parameters): void {
  read<SiteInsightsQuery>(query, { site, from: firstOf(periodOf(days)) })
  preloadFeedback(site)
}

/** What readers of a site did, and what they say of its pages. */
export default function SiteInsights() {
  const { site: id = '' } = useParameters()
  const days = periodOf(useSearchParameters().days)
  const navigate = useNavigate()
  const t = texts.insights
  return (
    <div className={siteStyles.overview}>
      <section className={siteStyles.stack} aria-label={t.title}>
        <div className={styles.bar}>
          <h2>{t.title}</h2>
          <select
            className={styles.compact}
            aria-label={t.period}
            value={days}
            onChange={({ target }) =>
              void navigate({ to: '.', search: { days: target.value }, replace: true })
            }
          >
            {PERIODS.map((one) => (
              <option key={one} value={one}>
                {t.lastDays(one)}
              </option>
            ))}
          </select>
        </div>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Insights site={id} days={days} />
        </Suspense>
      </section>
      <SiteFeedback site={id} />
    </div>
  )
}

function Insights({ site: id, days }: { site: string; days: number }) {
  const { site } = useScreenQuery<SiteInsightsQuery>(query, { site: id, from: firstOf(days) })
  if (!site) return null
  return (
    <>
      <ViewsChart insights={site.insights} />
      <InsightsTables insights={site.insights} />
    </>
  )
}
