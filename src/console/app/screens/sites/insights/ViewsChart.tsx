import { graphql, useFragment } from 'react-relay/hooks'
import type { ViewsChart_insights$key } from '#console/ViewsChart_insights.graphql.ts'
import { language, texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import styles from './Insights.module.css'

const HEIGHT = 100
/** The share of the width of a day that its bar has. */
const BAR = 0.7

/** How often pages were read each day: as bars, as sums, and as a table. */
export function ViewsChart(props: { insights: ViewsChart_insights$key }) {
  const { days } = useFragment(
    graphql`
      fragment ViewsChart_insights on SiteInsights {
        days {
          day
          views
          searches
          searchesWithoutResult
          good
          ok
          bad
        }
      }
    `,
    props.insights,
  )
  const t = texts.insights
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0)
  const views = sum((day) => day.views)
  const most = Math.max(1, ...days.map((day) => day.views))
  const number = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const totals: [string, number][] = [
    [t.views, views],
    [t.searches, sum((day) => day.searches)],
    [t.searchesWithoutResult, sum((day) => day.searchesWithoutResult)],
    [t.ratings.GOOD, sum((day) => day.good)],
    [t.ratings.OK, sum((day) => day.ok)],
    [t.ratings.BAD, sum((day) => day.bad)],
  ]
  return (
    <>
      <dl className={styles.totals}>
        {totals.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${Math.max(1, days.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chart(days.length, views)}
      >
        {days.map(({ day, views: count }, index) => {
          const height = (count / most) * HEIGHT
          return (
            <rect key={day} x={index + (1 - BAR) / 2} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${date.format(new Date(day))}: ${number.format(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <details className={siteStyles.more}>
        <summary>{t.byDay}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with keys. */}
        <div className={styles.days} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t.day}</th>
                <th scope="col">{t.views}</th>
                <th scope="col">{t.searches}</th>
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map(({ day, views: count, searches }) => (
                <tr key={day}>
                  <td>{date.format(new Date(day))}</td>
                  <td>{number.format(count)}</td>
                  <td>{number.format(searches)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
