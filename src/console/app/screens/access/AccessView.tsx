import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { PeopleWithAccess_permissions$key } from '#console/PeopleWithAccess_permissions.graphql.ts'
import type { SharedWith_teams$key } from '#console/SharedWith_teams.graphql.ts'
import type { SharedWith_users$key } from '#console/SharedWith_users.graphql.ts'
import type { DefaultLevel } from '#console/SpaceAccessScreenQuery.graphql.ts'
import type { PermissionTargetInput } from '#console/shareMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { ROLES } from '../../forms/RoleSelect.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { useKeys } from '../../frame/keys.ts'
import { later } from '../../frame/later.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { useSearchParameters } from '../../parameters.ts'
import { Icon } from '../../parts/Icon.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { PeopleWithAccess } from './PeopleWithAccess.tsx'
import { SharedWith } from './SharedWith.tsx'

const ShareDialog = later(() => import('./ShareDialog.tsx'))

interface AccessViewProps {
  place: {
    readonly id: string
    readonly defaultLevel: DefaultLevel | null | undefined
    readonly permissions: { readonly admin: boolean }
    readonly userPermissions: { readonly nodes: SharedWith_users$key } | null | undefined
    readonly teamPermissions: { readonly nodes: SharedWith_teams$key } | null | undefined
    readonly permissionsAggregate:
      | { readonly totalCount: number; readonly nodes: PeopleWithAccess_permissions$key }
      | null
      | undefined
  }
  organization: {
    readonly id: string
    readonly title: string
    readonly eventCursor: string
    readonly permissions: { readonly admin: boolean }
  }
  /** How mutations name the space or the collection. */
  target: PermissionTargetInput
  isPending: boolean
  onMore: () => void
  reread: () => void
  setLevel: (level: DefaultLevel | null) => Promise<unknown>
}

const CONCERNS = /^(?:PERMISSION|MEMBER|TEAM|COLLECTION|SPACE_(?:UPDATED|MOVED))/

/** With whom a space or a collection is shared, what others get, and who has access in the end. */
export function AccessView(props: AccessViewProps) {
  const { place, organization, target, isPending, onMore, reread, setLevel } = props
  const again = useCoalesced(reread)
  useOrganizationEvents([organization], {
    onEvent: ({ type }) => CONCERNS.test(type) && again(),
    onGap: again,
  })
  const [isSharing, setSharing] = useState(false)
  const t = texts.access
  useKeys({ c: { label: t.share, run: () => setSharing(true) } })
  const share = (
    <button
      type="button"
      className="button small primary"
      onClick={() => setSharing(true)}
      {...ShareDialog.intent}
    >
      <Icon name="plus" /> {t.share}
    </button>
  )
  const { admin } = place.permissions
  const total = place.permissionsAggregate?.totalCount ?? 0
  const shown = place.permissionsAggregate?.nodes ?? []
  return (
    <div className={styles.settings}>
      <Section title={t.sharedWith} hint={t.sharedWithHint}>
        {() => (
          <>
            <SharedWith
              users={place.userPermissions?.nodes ?? []}
              teams={place.teamPermissions?.nodes ?? []}
              target={target}
              mayAdmin={admin}
              onChanged={again}
            />
            <div className={styles.actions}>{share}</div>
          </>
        )}
      </Section>
      <Section title={t.others} hint={t.othersHint}>
        {() => (
          <Level level={place.defaultLevel ?? null} mayAdmin={admin} send={setLevel} onChanged={again} />
        )}
      </Section>
      <Section title={t.people} hint={t.peopleHint}>
        {() => (
          <>
            <RoleFilter />
            <PeopleWithAccess
              permissions={shown}
              place={place.id}
              organization={organization.title}
              isPending={isPending}
            />
            <ShowMore
              shown={shown.length}
              total={total}
              hasNext={total > shown.length}
              isLoadingNext={isPending}
              loadNext={onMore}
            />
          </>
        )}
      </Section>
      {isSharing && (
        <ShareDialog
          organization={organization}
          target={target}
          mayAdmin={admin}
          onClose={() => setSharing(false)}
          onChanged={again}
        />
      )}
    </div>
  )
}

interface LevelProps {
  level: DefaultLevel | null
  mayAdmin: boolean
  send: (level: DefaultLevel | null) => Promise<unknown>
  onChanged: () => void
}

/** The role of members with whom it is not shared. */
function Level({ level, mayAdmin, send, onChanged }: LevelProps) {
  const id = useId()
  const t = texts.access
  const choose = (next: DefaultLevel | null) =>
    void act({ run: () => send(next), undo: () => send(level), done: texts.forms.saved, onChanged })
  return (
    <div className="field">
      <label htmlFor={id}>{t.level}</label>
      <select
        id={id}
        value={level ?? ''}
        onChange={({ target }) => choose((target.value || null) as DefaultLevel | null)}
      >
        <option value="INHERIT">{t.inherit}</option>
        <option value="">{t.noAccess}</option>
        {ROLES.filter((role) => role !== 'ADMIN' || mayAdmin || level === 'ADMIN').map((role) => (
          <option key={role} value={role}>
            {texts.forms.roles[role]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Filters the people by their role in the end. It is in the address. */
function RoleFilter() {
  const { role } = useSearchParameters()
  const navigate = useNavigate()
  const t = texts.access
  return (
    <div className={styles.bar}>
      <select
        className={styles.compact}
        aria-label={t.filter}
        value={role ?? ''}
        onChange={({ target }) =>
          void navigate({
            to: '.',
            search: target.value ? { role: target.value } : {},
            replace: true,
          })
        }
      >
        <option value="">{t.allRoles}</option>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {texts.forms.roles[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
