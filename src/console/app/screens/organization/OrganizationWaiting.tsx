import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { OrganizationWaitingQuery } from '#console/OrganizationWaitingQuery.graphql.ts'
import { reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { ChangeLines } from '../../waiting/ChangeLines.tsx'
import styles from '../../waiting/Waiting.module.css'

const query = graphql`
  query OrganizationWaitingQuery($organization: ID!, $me: ID!) {
    organization(id: $organization) {
      id
      toReview: changeRequests(first: 20, requestedReviewer: $me, status: [DRAFT, OPEN]) {
        totalCount
        nodes {
          id
          ...ChangeLines_changeRequest
        }
      }
      mine: changeRequests(first: 20, creator: $me, status: [DRAFT, OPEN]) {
        totalCount
        nodes {
          id
          ...ChangeLines_changeRequest
        }
      }
    }
  }
`

export const rereadWaiting = (organization: string, me: string): Promise<void> =>
  reread<OrganizationWaitingQuery>(query, { organization, me })

interface OrganizationWaitingProps {
  organization: string
  /** The id of the person. */
  me: string
}

/** The change requests of an organization that wait for the person. */
export function OrganizationWaiting({ organization: id, me }: OrganizationWaitingProps) {
  const { organization } = useScreenQuery<OrganizationWaitingQuery>(query, { organization: id, me })
  const t = texts.home
  const all = (search: Readonly<Record<string, string>>) => (
    <p className={styles.more}>
      <Link to="/o/$organization/changes" params={{ organization: id }} search={search}>
        {t.showAll}
      </Link>
    </p>
  )
  return (
    <>
      <ChangeLines
        title={t.toReview}
        changes={organization?.toReview}
        empty={t.nothingToReview}
        more={all({ requestedReviewer: me })}
      />
      <ChangeLines
        title={t.mine}
        changes={organization?.mine}
        empty={t.nothingMine}
        more={all({ creator: me })}
      />
    </>
  )
}
