import { Avatar } from '../../parts/Avatar.tsx'
import { texts } from '../../texts/index.ts'
import styles from './Presence.module.css'
import { usePresence } from './PresenceProvider.tsx'
import { useSpace } from './space-context.ts'

interface PresenceProps {
  /** Only those at this page of main content. */
  pageId?: string | undefined
  /** Only those in this change request. */
  changeRequestId?: string | undefined
}

const MAX_SHOWN = 5

/** Who else is here now: in the space, or at the given page or change request. Nothing if nobody is. */
export function Presence({ pageId, changeRequestId }: PresenceProps) {
  const { viewerId } = useSpace()
  const people = usePresence().filter(
    (person) =>
      person.user.id !== viewerId &&
      (pageId === undefined || (person.pageId === pageId && !person.changeRequest)) &&
      (changeRequestId === undefined || person.changeRequest?.id === changeRequestId),
  )
  const distinct = [...new Map(people.map((person) => [person.user.id, person])).values()]
  if (distinct.length === 0) return null
  const more = distinct.length - MAX_SHOWN
  return (
    <ul className={styles.people} aria-label={texts.space.here}>
      {distinct.slice(0, MAX_SHOWN).map(({ user, mode }) => (
        <li
          key={user.id}
          title={mode === 'EDITING' ? texts.space.editing(user.displayName) : user.displayName}
        >
          <Avatar person={user} size={24} />
          <span className="visually-hidden">
            {mode === 'EDITING' ? texts.space.editing(user.displayName) : user.displayName}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li className={styles.more}>
          <span aria-hidden="true">+{more}</span>
          <span className="visually-hidden">{texts.space.andMore(more)}</span>
        </li>
      )}
    </ul>
  )
}
