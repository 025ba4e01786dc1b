import { type KeyboardEvent, type RefObject, useRef } from 'react'

/** Letters typed within this time are one text. */
const TYPING_MS = 500

const itemsIn = (menu: Element | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

/** The next item whose text begins with what was typed. The same letter again moves on. */
function itemFor(text: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  const isSame = [...text].every((letter) => letter === text[0])
  const wanted = isSame ? (text[0] ?? '') : text
  const from = isSame ? current + 1 : Math.max(current, 0)
  const rotated = [...items.slice(from), ...items.slice(0, from)]
  return rotated.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(wanted))
}

/** The keys of the ARIA menu pattern. */
export function useMenuKeys(
  menu: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLButtonElement | null>,
) {
  const typed = useRef({ text: '', at: 0 })
  const opensAtEnd = useRef(false)

  const typeAhead = (key: string, items: HTMLElement[], current: number, now: number) => {
    const isOn = now - typed.current.at < TYPING_MS
    typed.current = { text: (isOn ? typed.current.text : '') + key.toLowerCase(), at: now }
    return itemFor(typed.current.text, items, current)
  }

  const onMenuKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Tab') {
      menu.current?.hidePopover()
      opener.current?.focus()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = itemsIn(menu.current)
    const current = items.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowDown: (current + 1) % items.length,
      ArrowUp: (Math.max(current, 0) - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }
    const step = steps[key]
    const isText = key.length === 1 && key !== ' '
    const next =
      step !== undefined ? items[step] : isText ? typeAhead(key, items, current, event.timeStamp) : undefined
    if (step === undefined && !isText) return
    event.preventDefault()
    next?.focus()
  }

  const onButtonKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    opensAtEnd.current = event.key === 'ArrowUp'
    opener.current?.click()
  }

  const focusFirst = () => {
    const items = itemsIn(menu.current)
    const chosen = items.find((item) => item.ariaChecked === 'true')
    ;(opensAtEnd.current ? items.at(-1) : (chosen ?? items[0]))?.focus()
    opensAtEnd.current = false
  }

  return { onMenuKeyDown, onButtonKeyDown, focusFirst }
}
