import { Suspense, useDeferredValue, useId, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { ShareDialogLinkMutation } from '#console/ShareDialogLinkMutation.graphql.ts'
import type { ShareDialogQuery } from '#console/ShareDialogQuery.graphql.ts'
import type { PermissionTargetInput, Role } from '#console/shareMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { RoleSelect } from '../../forms/RoleSelect.tsx'
import styles from '../../forms/Settings.module.css'
import { Avatar } from '../../parts/Avatar.tsx'
import { autofocus } from '../../parts/autofocus.ts'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Icon } from '../../parts/Icon.tsx'
import list from '../../parts/PersonDialog.module.css'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { atThisHost } from '../people/at-this-host.ts'
import { type Principals, share } from './share.ts'

interface ShareDialogProps {
  organization: { readonly id: string; readonly permissions: { readonly admin: boolean } }
  target: PermissionTargetInput
  mayAdmin: boolean
  onChanged: () => void
  onClose: () => void
}

const createLink = graphql`
  mutation ShareDialogLinkMutation($input: CreateLinkInviteInput!) {
    createLinkInvite(input: $input) {
      link
      invite {
        id
      }
    }
  }
`

/** Shares a space or a collection with people, teams, or everybody who has a link. */
export default function ShareDialog({
  organization,
  target,
  mayAdmin,
  onChanged,
  onClose,
}: ShareDialogProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<Role>('EDIT')
  const [link, setLink] = useState<string>()
  const searched = useDeferredValue(search.trim())
  const t = texts.access
  const give = (name: string, principals: Principals) => {
    onClose()
    void act({
      run: () => share(target, principals, role),
      undo: () => share(target, principals, null),
      done: t.shared(name, texts.forms.roles[role]),
      onChanged,
    })
  }
  const invite = () =>
    void act({
      run: async () => {
        const { createLinkInvite } = await mutate<ShareDialogLinkMutation>(createLink, {
          input: {
            organizationId: organization.id,
            level: role,
            ...(target.spaceId ? { space: target.spaceId } : { collection: target.collectionId ?? '' }),
          },
        })
        setLink(atThisHost(createLinkInvite?.link ?? ''))
      },
      done: t.linkCreated,
    })
  return (
    <Dialog title={t.share} onClose={onClose}>
      <div className={styles.bar}>
        <div className="field">
          <label htmlFor={id}>{t.find}</label>
          <input
            id={id}
            type="search"
            value={search}
            maxLength={100}
            ref={autofocus}
            onChange={({ target: field }) => setSearch(field.value)}
          />
        </div>
        <RoleSelect
          label={t.role}
          role={role}
          mayAdmin={mayAdmin}
          onChoose={(next) => {
            if (next) setRole(next)
            return undefined
          }}
        />
      </div>
      <Suspense fallback={<Skeleton />}>
        <Found organization={organization.id} search={searched} onChoose={give} />
      </Suspense>
      {organization.permissions.admin &&
        (link === undefined ? (
          <button type="button" className="button small" onClick={invite}>
            {t.createLink}
          </button>
        ) : (
          <div role="status" className={styles.stack}>
            <p>{texts.people.linkCreated}</p>
            <CopyField label={texts.people.inviteLink} value={link} />
          </div>
        ))}
    </Dialog>
  )
}

interface FoundProps {
  organization: string
  search: string
  onChoose: (name: string, principals: Principals) => void
}

function Found({ organization: id, search, onChoose }: FoundProps) {
  const { organization } = useLazyLoadQuery<ShareDialogQuery>(
    graphql`
      query ShareDialogQuery($organization: ID!, $search: String) {
        organization(id: $organization) {
          teams(first: 5, title: $search) {
            nodes {
              id
              title
            }
          }
          members(first: 15, search: $search, sort: NAME, order: ASC) {
            nodes {
              id
              user {
                id
                displayName
                photoURL
              }
            }
          }
        }
      }
    `,
    { organization: id, search: search || null },
  )
  const teams = organization?.teams?.nodes ?? []
  const members = organization?.members?.nodes ?? []
  if (teams.length + members.length === 0) return <p className={list.none}>{texts.access.noneFound}</p>
  return (
    <ul className={list.people}>
      {teams.map((team) => (
        <li key={team.id}>
          <button type="button" onClick={() => onChoose(team.title, { teams: [team.id] })}>
            <Icon name="users" /> <bdi>{team.title}</bdi>
          </button>
        </li>
      ))}
      {members.map(({ user }) => (
        <li key={user.id}>
          <button type="button" onClick={() => onChoose(user.displayName, { users: [user.id] })}>
            <Avatar person={user} size={24} /> <bdi>{user.displayName}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
