import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { HomePlaces_organization$key } from '#console/HomePlaces_organization.graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Places } from '../../places/Places.tsx'
import { texts } from '../../texts/index.ts'
import styles from './HomePlaces.module.css'

interface HomePlacesProps {
  organization: HomePlaces_organization$key
  /** With one organization, its name says nothing. */
  isOnly: boolean
  /** The button that creates a space. */
  create: ReactNode
}

/** The way to a first site comes before a space of one's own. */
const Start = ({ children }: { children: ReactNode }) => (
  <span className={styles.start}>
    <Link to="/start" className="button small primary">
      {texts.home.startFirst}
    </Link>
    {children}
  </span>
)

/** The spaces and sites of one organization. */
export function HomePlaces({ organization, isOnly, create }: HomePlacesProps) {
  const data = useFragment(
    graphql`
      fragment HomePlaces_organization on Organization
      @argumentDefinitions(count: { type: "Int!" }) {
        id
        title
        permissions {
          createContent
        }
        ...Places_organization @arguments(count: $count)
      }
    `,
    organization,
  )
  const canCreate = data.permissions.createContent
  const t = texts.places
  return (
    <div className={styles.organization}>
      {!isOnly && (
        <p className={styles.name}>
          <Link to="/o/$organization" params={{ organization: data.id }} dir="auto">
            {data.title}
          </Link>
        </p>
      )}
      <Places
        organization={data}
        empty={
          <Empty action={canCreate && <Start>{create}</Start>}>
            {canCreate ? t.emptyOrganization : t.noneVisible}
          </Empty>
        }
      />
    </div>
  )
}
