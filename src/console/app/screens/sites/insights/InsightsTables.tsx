import { useId } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { InsightsTables_insights$key } from '#console/InsightsTables_insights.graphql.ts'
import { language, texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import styles from './Insights.module.css'

interface CountsProps {
  title: string
  /** The names of the columns; the first one says what is counted. */
  columns: readonly string[]
  /** What is counted, with its counts. */
  rows: readonly (readonly [string, ...number[]])[]
}

/** What was counted most often. */
function Counts({ title, columns, rows }: CountsProps) {
  const heading = useId()
  const number = new Intl.NumberFormat(language)
  return (
    <section className={siteStyles.stack} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {rows.length === 0 ? (
        <p className="muted">{texts.insights.nothing}</p>
      ) : (
        <table className={styles.table} aria-labelledby={heading}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...counts], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages can have the same title, and the rows have no state.
              <tr key={row}>
                <td dir="auto">{name}</td>
                {counts.map((count, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
                  <td key={column}>{number.format(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The pages that were read, what readers searched for, and where they came from. */
export function InsightsTables(props: { insights: InsightsTables_insights$key }) {
  const { pages, searches, referrers } = useFragment(
    graphql`
      fragment InsightsTables_insights on SiteInsights {
        pages {
          title
          views
          good
          ok
          bad
        }
        searches {
          query
          count
          withoutResult
        }
        referrers {
          host
          count
        }
      }
    `,
    props.insights,
  )
  const t = texts.insights
  return (
    <>
      <Counts
        title={t.pages}
        columns={[t.page, t.views, t.ratings.GOOD, t.ratings.OK, t.ratings.BAD]}
        rows={pages.map(({ title, views, good, ok, bad }) => [title, views, good, ok, bad])}
      />
      <div className={styles.tables}>
        <Counts
          title={t.searched}
          columns={[t.query, t.count, t.withoutResult]}
          rows={searches.map(({ query, count, withoutResult }) => [query, count, withoutResult])}
        />
        <Counts
          title={t.referrers}
          columns={[t.referrer, t.count]}
          rows={referrers.map(({ host, count }) => [host, count])}
        />
      </div>
    </>
  )
}
