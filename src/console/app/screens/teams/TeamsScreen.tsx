import { Link, useNavigate } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { TeamsScreenQuery } from '#console/TeamsScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { NewTeamDialog } from './NewTeamDialog.tsx'

/** As many as the API returns at once. */
const MAX_TEAMS = 1_000

const query = graphql`
  query TeamsScreenQuery($organization: ID!, $count: Int!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
        listTeams
      }
      ...OrganizationTabs_organization
      teams(first: $count) {
        nodes {
          id
          title
          memberCount
          spacesGranted
        }
      }
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<TeamsScreenQuery>(query, { organization, count: MAX_TEAMS })

/** The teams of an organization. */
export default function TeamsScreen() {
  const { organization: id = '' } = useParameters()
  const variables = { organization: id, count: MAX_TEAMS }
  const { organization } = useScreenQuery<TeamsScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<TeamsScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => /^(?:TEAM|PERMISSION|MEMBER)_/.test(type) && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const rows = useRows<HTMLUListElement>()
  const mayCreate = organization?.permissions.admin === true
  const t = texts.teams
  const { isOpen, close, button: create } = useCreate(t.create, mayCreate)
  if (!organization?.permissions.listTeams) return <NotFound />
  const teams = organization.teams?.nodes ?? []
  return (
    <Screen
      title={organization.title}
      actions={create}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.list}>
        {teams.length === 0 && <Empty action={create}>{t.none}</Empty>}
        {teams.length > 0 && (
          <ul className={styles.rows} ref={rows.ref} aria-label={texts.home.teams}>
            {teams.map((team) => (
              <li key={team.id} className={styles.row} data-row={team.id}>
                <div className={styles.what}>
                  <Link
                    to="/o/$organization/teams/$team"
                    params={{ organization: id, team: team.id }}
                    dir="auto"
                  >
                    {team.title}
                  </Link>
                  <span>
                    {t.members(team.memberCount)} · {t.granted(team.spacesGranted)}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && (
        <NewTeamDialog
          organization={id}
          onClose={close}
          onCreated={(team) =>
            void navigate({ to: '/o/$organization/teams/$team', params: { organization: id, team } })
          }
        />
      )}
    </Screen>
  )
}
