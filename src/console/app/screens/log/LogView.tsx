import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LogView_organization$key } from '#console/LogView_organization.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Screen } from '../../parts/Screen.tsx'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import type { ExportPage } from './export-log.ts'
import { LogFiltersBar } from './LogFiltersBar.tsx'
import type { LogFilters } from './log-filters.ts'

interface LogViewProps {
  organization: LogView_organization$key
  title: string
  /** The beginning of the names of exported files. */
  name: string
  filters: LogFilters
  isPending: boolean
  readPage: (after: string | null) => Promise<ExportPage>
  children: ReactNode
}

/** The frame of activity and of the audit log: filters, and an export of what they find. */
export function LogView(props: LogViewProps) {
  const organization = useFragment(
    graphql`
      fragment LogView_organization on Organization {
        id
        title
        permissions {
          listMembers
        }
        spaces(first: 200) {
          nodes {
            id
            title
          }
        }
        ...OrganizationTabs_organization
      }
    `,
    props.organization,
  )
  return (
    <Screen
      title={organization.title}
      actions={<ExportMenu name={props.name} readPage={props.readPage} />}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.list}>
        <h2 className="visually-hidden">{props.title}</h2>
        <LogFiltersBar
          organization={organization.id}
          filters={props.filters}
          spaces={organization.spaces?.nodes ?? []}
          mayChoosePerson={organization.permissions.listMembers}
        />
        <div aria-busy={props.isPending}>{props.children}</div>
      </div>
    </Screen>
  )
}
