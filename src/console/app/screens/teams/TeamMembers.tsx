import { useState } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { TeamMembers_team$data, TeamMembers_team$key } from '#console/TeamMembers_team.graphql.ts'
import type { TeamMembersPageQuery } from '#console/TeamMembersPageQuery.graphql.ts'
import type { TeamMembersRemoveMutation } from '#console/TeamMembersRemoveMutation.graphql.ts'
import type { TeamMembersSetMutation, TeamRole } from '#console/TeamMembersSetMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { useChosen } from '../../forms/use-chosen.ts'
import { useKeys } from '../../frame/keys.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { PersonDialog } from '../../parts/PersonDialog.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

type Membership = TeamMembers_team$data['members']['edges'][number]['node']

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
  const [isAdding, setAdding] = useState(false)
  const rows = useRows<HTMLUListElement>()
  const t = texts.teams
  const mayManage = permissions.manageMembers
  useKeys({ c: mayManage ? { label: t.add, run: () => setAdding(true) } : undefined })
  const send = (userId: string, role?: TeamRole) =>
    mutate<TeamMembersSetMutation>(set, { input: { teamId, userId, ...(role && { role }) } })
  const takeOut = (userId: string) => mutate<TeamMembersRemoveMutation>(remove, { input: { teamId, userId } })
  const add = mayManage && (
    <button type="button" className="button small primary" onClick={() => setAdding(true)}>
      <Icon name="plus" /> {t.add}
    </button>
  )
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
      {isAdding && (
        <PersonDialog
          title={t.add}
          organization={organization}
          onClose={() => setAdding(false)}
          onChoose={(userId) => {
            setAdding(false)
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

interface MembershipRowProps {
  membership: Membership
  mayManage: boolean
  setRole: (role: TeamRole) => Promise<boolean>
  /** Called with the role that is shown. */
  remove: (role: TeamRole) => void
}

function MembershipRow({ membership: { role, member }, mayManage, setRole, remove }: MembershipRowProps) {
  const { user } = member
  const [shown, choose] = useChosen(role, setRole)
  const t = texts.teams
  return (
    <li className={styles.row} data-row={user.id}>
      <div className={styles.person}>
        <Avatar person={user} size={32} />
        <div className={styles.what}>
          <bdi>{user.displayName}</bdi>
          {user.email && <bdi>{user.email}</bdi>}
        </div>
      </div>
      {mayManage ? (
        <select
          className={styles.compact}
          aria-label={t.roleOf(user.displayName)}
          value={shown}
          onChange={({ target }) => choose(target.value as TeamRole)}
        >
          <option value="MEMBER">{t.member}</option>
          <option value="OWNER">{t.owner}</option>
        </select>
      ) : (
        <span className="muted">{role === 'OWNER' ? t.owner : t.member}</span>
      )}
      {mayManage && (
        <button
          type="button"
          className="icon-button"
          aria-label={t.remove(user.displayName)}
          onClick={() => remove(shown)}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}
