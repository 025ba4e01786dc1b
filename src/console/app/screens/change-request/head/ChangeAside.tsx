import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangeAside_changeRequest$key } from '#console/ChangeAside_changeRequest.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Quiet } from '../../../parts/Quiet.tsx'
import { texts } from '../../../texts/index.ts'
import { useSeenChanges } from '../diff/use-changes.ts'
import { MergeCard } from '../merge/MergeCard.tsx'
import { Contributors } from '../people/Contributors.tsx'
import { Reviewers } from '../people/Reviewers.tsx'
import type { ChangePlace } from '../place.ts'
import styles from './Head.module.css'

interface ChangeAsideProps {
  changeRequest: ChangeAside_changeRequest$key
  place: ChangePlace
  onRequest: () => void
}

/** The right column: who reviews, whether it can be merged, what to check, and who wrote it. */
export function ChangeAside({ changeRequest, place, onRequest }: ChangeAsideProps) {
  const data = useFragment(
    graphql`
      fragment ChangeAside_changeRequest on ChangeRequest {
        links(first: 1, status: [BROKEN]) {
          totalCount
        }
        ...Reviewers_changeRequest
        ...MergeCard_changeRequest
        ...Contributors_changeRequest
      }
    `,
    changeRequest,
  )
  const t = texts.changeRequest.checks
  const broken = data.links.totalCount
  return (
    <>
      <Reviewers changeRequest={data} onRequest={onRequest} />
      <MergeCard changeRequest={data} place={place} />
      <section className={styles.section} aria-label={t.title}>
        <h2>{t.title}</h2>
        <ul className={styles.checks}>
          <li>
            <Icon name={broken > 0 ? 'close' : 'check'} />
            {broken > 0 ? (
              <Link
                to="/s/$space/changes/$number"
                params={{ space: place.space, number: String(place.number) }}
                search={{ view: 'links' }}
              >
                {t.brokenLinks(broken)}
              </Link>
            ) : (
              t.noBrokenLinks
            )}
          </li>
          <Quiet>
            <Suspense fallback={null}>
              <Progress place={place} />
            </Suspense>
          </Quiet>
        </ul>
      </section>
      <Contributors changeRequest={data} />
    </>
  )
}

function Progress({ place }: { place: ChangePlace }) {
  const { pages, viewed } = useSeenChanges(place).progress
  if (pages === 0) return null
  return (
    <li>
      <Icon name={viewed === pages ? 'check' : 'eye'} /> {texts.changeRequest.checks.viewed(viewed, pages)}
    </li>
  )
}
