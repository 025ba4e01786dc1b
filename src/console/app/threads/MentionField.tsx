import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../parts/Avatar.tsx'
import { texts } from '../texts/index.ts'
import styles from './Composer.module.css'
import { type Mentionable, type MentionQuery, mentionQuery, withMention } from './mentions.ts'
import { useMentionable } from './use-mentionable.ts'

interface MentionFieldProps {
  spaceId: string
  label: string
  describedBy: string
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** A field for Markdown that offers people after an `@`. */
export function MentionField(props: MentionFieldProps) {
  const { spaceId, label, describedBy, value, onChange, onKeyDown, fieldRef } = props
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const people = useMentionable(spaceId, useDeferredValue(query?.text))
  const isOpen = query !== null && people.length > 0
  const look = () => {
    const field = fieldRef.current
    const isCaret = field && field.selectionStart === field.selectionEnd
    setQuery(isCaret ? mentionQuery(field.value, field.selectionStart) : null)
    setChosen(0)
  }
  const pick = (person: Mentionable | undefined) => {
    const field = fieldRef.current
    if (!query || !person || !field) return
    const next = withMention(value, query, person)
    // React sets the text now, which moves the caret to its end: the next key finds the caret in its place.
    flushSync(() => {
      onChange(next.text)
      setQuery(null)
    })
    field.focus()
    field.setSelectionRange(next.caret, next.caret)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => setChosen((chosen + 1) % people.length),
    ArrowUp: () => setChosen((chosen - 1 + people.length) % people.length),
    Enter: () => pick(people[chosen]),
    Tab: () => pick(people[chosen]),
    Escape: () => setQuery(null),
  }
  const handle = (event: KeyboardEvent) => {
    const run =
      isOpen && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
        ? keys[event.key]
        : undefined
    if (!run) return onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div className={styles.field}>
      <textarea
        ref={fieldRef}
        dir="auto"
        rows={2}
        value={value}
        placeholder={label}
        aria-label={label}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          look()
        }}
        onClick={look}
        onKeyUp={({ key }) => /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key) && look()}
        onKeyDown={handle}
        onBlur={() => setQuery(null)}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label={texts.threads.people} className={styles.people}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as in every combobox.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.person}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              <Avatar person={person} /> <span className={styles.name}>{person.displayName}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
