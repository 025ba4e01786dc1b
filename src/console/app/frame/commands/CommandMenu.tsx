import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Keys } from '../../parts/Keys.tsx'
import { texts } from '../../texts/index.ts'
import styles from './CommandMenu.module.css'
import type { Command } from './command.ts'
import { noteRecent } from './recent.ts'
import { useCommands } from './use-commands.ts'

interface CommandMenuProps {
  organization: string | undefined
  onClose: () => void
}

/** Everything that can be opened or done from here, by what is typed: a combobox with a list of results. */
export default function CommandMenu({ organization, onClose }: CommandMenuProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { groups, isSearching } = useCommands(text, organization)
  const commands = groups.flatMap((group) => group.commands)
  const current = Math.min(at, commands.length - 1)
  const id = useId()
  const navigate = useNavigate()
  const dialog = useModal()
  const run = (command: Command) => {
    onClose()
    if (command.run) {
      // After the dialog is gone, so that what it opens gets the focus.
      setTimeout(command.run)
      return
    }
    noteRecent(command)
    void navigate({ href: command.href })
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const last = commands.length - 1
    const next: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
    }
    const to = next[event.key]
    const chosen = commands[current]
    if (to !== undefined) setAt(to)
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) run(chosen)
    else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${id}-${index}`
  let index = -1
  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={texts.commands.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className={styles.field}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={commands.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          aria-label={texts.commands.title}
          placeholder={texts.commands.placeholder}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
        />
        <Keys of="escape" />
      </div>
      <div id={id} role="listbox" aria-label={texts.commands.results} className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.title} aria-hidden="true">
              {group.title}
            </div>
            {group.commands.map((command) => {
              index++
              const own = index
              return (
                <Option
                  key={command.id}
                  id={optionId(own)}
                  command={command}
                  isCurrent={own === current}
                  onPoint={() => setAt(own)}
                  onChoose={() => run(command)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className={styles.status} role="status">
        {isSearching
          ? texts.commands.searching
          : commands.length === 0
            ? texts.commands.nothing
            : texts.commands.count(commands.length)}
      </p>
    </dialog>
  )
}

/** Opens the dialog that is rendered, and gives the focus back when it is gone. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return ref
}

interface OptionProps {
  id: string
  command: Command
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, command, isCurrent, onPoint, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, which has the keys.
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.option}
      onPointerMove={() => !isCurrent && onPoint()}
      onClick={onChoose}
    >
      <Icon name={command.icon} />
      <span className={styles.label} dir="auto">
        {command.label}
        {command.detail !== undefined && <span className={styles.detail}>{command.detail}</span>}
      </span>
      {command.keys !== undefined && <Keys of={command.keys} />}
    </div>
  )
}
