import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { TeamScreenDeleteMutation } from '#console/TeamScreenDeleteMutation.graphql.ts'
import type { TeamScreenQuery } from '#console/TeamScreenQuery.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { RenameTeamDialog } from './RenameTeamDialog.tsx'
import { TeamMembers } from './TeamMembers.tsx'

const query = graphql`
  query TeamScreenQuery($team: ID!, $count: Int!) {
    team(id: $team) {
      id
      title
      permissions {
        admin
        delete
      }
      organization {
        id
        title
        eventCursor
        ...OrganizationTabs_organization
      }
      ...TeamMembers_team @arguments(count: $count)
    }
  }
`

export const preload = ({ team = '' }: Parameters) => read<TeamScreenQuery>(query, { team, count: PAGE })

/** The members of a team. */
export default function TeamScreen() {
  const { organization: organizationId = '', team: id = '' } = useParameters()
  const variables = { team: id, count: PAGE }
  const { team } = useScreenQuery<TeamScreenQuery>(query, variables)
  const organization = team?.organization
  const again = useCoalesced(() => void reread<TeamScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => /^(?:TEAM|MEMBER)_/.test(type) && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const t = texts.teams
  if (!team || !organization) return <NotFound />
  const close = () => setAsked(undefined)
  const remove = async () => {
    await mutate<TeamScreenDeleteMutation>(
      graphql`
        mutation TeamScreenDeleteMutation($input: DeleteTeamInput!) {
          deleteTeam(input: $input) {
            deletedId
          }
        }
      `,
      { input: { teamId: id } },
    )
    toast(t.deleted(team.title))
    void navigate({ to: '/o/$organization/teams', params: { organization: organizationId } })
  }
  return (
    <Screen
      title={team.title}
      trail={
        <>
          <Link to="/o/$organization" params={{ organization: organization.id }} dir="auto">
            {organization.title}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/o/$organization/teams" params={{ organization: organization.id }}>
            {texts.home.teams}
          </Link>
        </>
      }
      tabs={<OrganizationTabs organization={organization} />}
      actions={
        <>
          {team.permissions.admin && (
            <button type="button" className="button small" onClick={() => setAsked('rename')}>
              {t.rename}
            </button>
          )}
          {team.permissions.delete && (
            <button type="button" className="button small danger" onClick={() => setAsked('delete')}>
              {t.delete}
            </button>
          )}
        </>
      }
    >
      <div className={styles.list}>
        <TeamMembers team={team} organization={organization.id} onChanged={again} />
      </div>
      {asked === 'rename' && <RenameTeamDialog team={team} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t.deleteTitle(team.title)}
          action={t.delete}
          typed={team.title}
          run={remove}
          onClose={close}
        >
          <p>{t.deleteText}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}
