import { type KeyboardEvent, useId, useRef } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { placeBeside } from '../parts/place-beside.ts'
import { texts } from '../texts/index.ts'
import styles from './Reactions.module.css'

/** What people answer with most. All others can be typed into a comment. */
const OFFERED = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀', '✅', '🙏', '💡', '🔥']
const COLUMNS = 6

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
}

/** A button that opens a few emoji. Arrow keys move in them, Escape closes them. */
export function ReactionPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const show = () => {
    if (opener.current && layer.current) placeBeside(opener.current, layer.current)
    layer.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const items = [...(layer.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const isMirrored =
      step === 1 || step === -1 ? getComputedStyle(event.currentTarget).direction === 'rtl' : false
    items[(at + (isMirrored ? -step : step) + items.length) % items.length]?.focus()
  }
  return (
    <span className={styles.picker}>
      <button
        ref={opener}
        type="button"
        className={styles.add}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={texts.threads.react}
        title={texts.threads.react}
      >
        <Icon name="smile" />
      </button>
      <div
        ref={layer}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={texts.threads.react}
        className={styles.layer}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => newState === 'open' && show()}
      >
        {OFFERED.map((emoji) => (
          <button
            key={emoji}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.offered}
            aria-label={emoji}
            onClick={() => {
              layer.current?.hidePopover()
              onPick(emoji)
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </span>
  )
}
