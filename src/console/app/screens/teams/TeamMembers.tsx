import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { TeamMembers_team$key } from '#console/TeamMembers_team.graphql.ts'
import type { TeamMembersPageQuery } from '#console/TeamMembersPageQuery.graphql.ts'
import type { TeamMembersRemoveMutation } from '#console/TeamMembersRemoveMutation.graphql.ts'
import type { TeamMembersSetMutation, TeamRole } from '#console/TeamMembersSetMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { Empty } from '../../parts/Empty.tsx'
import { PersonDialog } from '../../parts/PersonDialog.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { MembershipRow } from './MembershipRow.tsx'

const set = graphql`
  mutation TeamMembersSetMutation($input: SetTeamMemberInput!) {
    setTeamMember(input: $input) {
      team {
        id
        version
        memberCount
      }
    }
  }
`
const remove = graphql`
  mutation TeamMembersRemoveMutation($input: RemoveTeamMemberInput!) {
    removeTeamMember(input: $input) {
      team {
        id
        version
        memberCount
      }
    }
  }
`

interface TeamMembersProps {
  team: TeamMembers_team$key
  organization: string
  /** Reads the team again. */
  onChanged: () => void
}

/** The people in a team, and who of them may add others. */
export function TeamMembers({ team, organization, onChanged }: TeamMembersProps) {
  const { data, ...more } = usePaginationFragment<TeamMembersPageQuery, TeamMembers_team$key>(
    graphql`
      fragment TeamMembers_team on Team
      @refetchable(queryName: "TeamMembersPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        id
        memberCount
        permissions {
          manageMembers
        }
        members(first: $count, after: $cursor) @connection(key: "TeamMembers_members") {
          edges {
            node {
              role
              member {
                id
                user {
                  id
                  displayName
                  email
                  photoURL
                }
              }
            }
          }
        }
      }
    `,
    team,
  )
  const { id: teamId, permissions } = data
  const rows = useRows<HTMLUListElement>()
  const t = texts.teams
  const mayManage = permissions.manageMembers
  const { isOpen, close, button: add } = useCreate(t.add, mayManage)
  const send = (userId: string, role?: TeamRole) =>
    mutate<TeamMembersSetMutation>(set, { input: { teamId, userId, ...(role && { role }) } })
  const takeOut = (userId: string) => mutate<TeamMembersRemoveMutation>(remove, { input: { teamId, userId } })
  const memberships = data.members.edges.map(({ node }) => node)
  return (
    <>
      <div className={styles.bar}>
        {memberships.length > 0 && add}
        <span className={styles.total} role="status">
          {t.members(data.memberCount)}
        </span>
      </div>
      {memberships.length === 0 && <Empty action={add}>{t.noMembers}</Empty>}
      {memberships.length > 0 && (
        <ul className={styles.rows} ref={rows.ref} aria-label={t.membersOf}>
          {memberships.map((membership) => (
            <MembershipRow
              key={membership.member.id}
              membership={membership}
              mayManage={mayManage}
              setRole={(role) =>
                act({
                  run: () => send(membership.member.user.id, role),
                  undo: () => send(membership.member.user.id, membership.role),
                  done: texts.forms.saved,
                  onChanged,
                })
              }
              remove={(before) =>
                void act({
                  run: () => takeOut(membership.member.user.id),
                  undo: () => send(membership.member.user.id, before),
                  done: t.removed(membership.member.user.displayName),
                  onChanged,
                })
              }
            />
          ))}
        </ul>
      )}
      <ShowMore {...more} />
      {isOpen && (
        <PersonDialog
          title={t.add}
          organization={organization}
          onClose={close}
          onChoose={(userId) => {
            close()
            void act({
              run: () => send(userId),
              undo: () => takeOut(userId),
              done: t.added,
              onChanged,
            })
          }}
        />
      )}
    </>
  )
}
