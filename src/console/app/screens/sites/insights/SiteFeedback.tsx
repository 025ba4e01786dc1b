import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteFeedbackDeleteMutation } from '#console/SiteFeedbackDeleteMutation.graphql.ts'
import type { SiteFeedbackQuery, SiteFeedbackQuery$data } from '#console/SiteFeedbackQuery.graphql.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import styles from '../../../forms/Settings.module.css'
import { Empty } from '../../../parts/Empty.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { PAGE, ShowMore } from '../../../parts/ShowMore.tsx'
import { Time } from '../../../parts/Time.tsx'
import { toast } from '../../../parts/toasts.ts'
import { useRows } from '../../../parts/use-rows.ts'
import { mutate } from '../../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'

const query = graphql`
  query SiteFeedbackQuery($site: ID!, $rating: SiteFeedbackRating, $commented: Boolean, $count: Int!) {
    site(id: $site) {
      id
      feedback(first: $count, rating: $rating, commented: $commented) {
        totalCount
        nodes {
          id
          rating
          comment
          createdAt
          pageTitle
          location
        }
      }
    }
  }
`

const deleteFeedback = graphql`
  mutation SiteFeedbackDeleteMutation($input: DeleteSiteFeedbackInput!) {
    deleteSiteFeedback(input: $input) {
      deletedId
    }
  }
`

type Feedback = NonNullable<SiteFeedbackQuery$data['site']>['feedback']['nodes'][number]
const RATINGS = ['GOOD', 'OK', 'BAD'] as const
type Rating = (typeof RATINGS)[number]

interface Filters {
  rating: Rating | null
  isCommented: boolean
  count: number
}
const FIRST: Filters = { rating: null, isCommented: false, count: PAGE }
const variablesOf = (site: string, { rating, isCommented, count }: Filters) => ({
  site,
  rating,
  // Without the filter, with and without a comment.
  commented: isCommented || null,
  count,
})

export const preloadFeedback = (site: string): void =>
  read<SiteFeedbackQuery>(query, variablesOf(site, FIRST))

/** What readers say of the pages of a site. */
export function SiteFeedback({ site: id }: { site: string }) {
  const [filters, setFilters] = useState(FIRST)
  const variables = variablesOf(id, useDeferredValue(filters))
  const { site } = useScreenQuery<SiteFeedbackQuery>(query, variables)
  const { permissions } = useSite()
  const [deleted, setDeleted] = useState<Feedback>()
  const rows = useRows<HTMLUListElement>()
  const t = texts.insights
  if (!site) return null
  const { nodes, totalCount } = site.feedback
  const isFiltered = filters.rating !== null || filters.isCommented
  const change = (some: Partial<Filters>) => setFilters({ ...filters, ...some })
  return (
    <section className={siteStyles.stack} aria-label={t.feedback}>
      <h2>
        {t.feedback} <span className={siteStyles.count}>{totalCount}</span>
      </h2>
      <div className={styles.bar}>
        <select
          className={styles.compact}
          aria-label={t.rating}
          value={filters.rating ?? ''}
          onChange={({ target }) => change({ rating: (target.value || null) as Rating | null, count: PAGE })}
        >
          <option value="">{t.allRatings}</option>
          {RATINGS.map((rating) => (
            <option key={rating} value={rating}>
              {t.ratings[rating]}
            </option>
          ))}
        </select>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filters.isCommented}
            onChange={({ target }) => change({ isCommented: target.checked, count: PAGE })}
          />
          {t.commented}
        </label>
      </div>
      {nodes.length === 0 ? (
        <Empty>{isFiltered ? t.noneFound : t.noFeedback}</Empty>
      ) : (
        <ul className={styles.rows} ref={rows.ref} aria-label={t.feedback}>
          {nodes.map((feedback) => (
            <FeedbackRow
              key={feedback.id}
              feedback={feedback}
              onDelete={permissions.edit ? () => setDeleted(feedback) : undefined}
            />
          ))}
        </ul>
      )}
      <ShowMore
        shown={nodes.length}
        total={totalCount}
        hasNext={nodes.length < totalCount}
        isLoadingNext={variables.count !== filters.count}
        loadNext={() => change({ count: filters.count + PAGE })}
      />
      {deleted && (
        <ConfirmDialog
          title={t.deleteTitle}
          action={t.deleteFeedback}
          typed={deleted.pageTitle || t.ratings[deleted.rating as Rating]}
          run={async () => {
            await mutate<SiteFeedbackDeleteMutation>(deleteFeedback, {
              input: { siteFeedbackId: deleted.id },
            })
            toast(t.feedbackDeleted)
            await reread<SiteFeedbackQuery>(query, variables)
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t.deleteText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface FeedbackRowProps {
  feedback: Feedback
  onDelete: (() => void) | undefined
}

function FeedbackRow({ feedback, onDelete }: FeedbackRowProps) {
  const { id, rating, comment, createdAt, pageTitle, location } = feedback
  const t = texts.insights
  return (
    <li className={styles.row} data-row={id}>
      <div className={styles.what}>
        <span>
          <a href={location} target="_blank" rel="noreferrer" dir="auto">
            {pageTitle || location}
          </a>{' '}
          <span className={styles.tag}>{t.ratings[rating as Rating]}</span>
        </span>
        <span>
          {comment && (
            <>
              <bdi>{comment}</bdi>
              {' · '}
            </>
          )}
          <Time at={createdAt} />
        </span>
      </div>
      {onDelete && (
        <button
          type="button"
          className="icon-button"
          aria-label={t.deleteFeedbackOn(pageTitle)}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  )
}
