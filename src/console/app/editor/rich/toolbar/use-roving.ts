import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const toolsIn = (bar: HTMLElement | null): HTMLElement[] =>
  [...(bar?.querySelectorAll<HTMLElement>('button') ?? [])].filter((tool) => !tool.closest('[popover]'))

/** The keys of the ARIA toolbar pattern: one tool is a stop of Tab, arrow keys, Home and End move to the others. */
export function useRoving(bar: RefObject<HTMLElement | null>, onLeave: () => void) {
  const current = useRef(0)
  const mark = () => {
    const tools = toolsIn(bar.current)
    current.current = Math.min(current.current, tools.length - 1)
    for (const [at, tool] of tools.entries()) tool.tabIndex = at === current.current ? 0 : -1
  }
  // Tools come and go with the selection.
  useLayoutEffect(mark)
  const onFocus = ({ target }: FocusEvent) => {
    const at = toolsIn(bar.current).indexOf(target as HTMLElement)
    if (at < 0) return
    current.current = at
    mark()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const tools = toolsIn(bar.current)
    const at = tools.indexOf(event.target as HTMLElement)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onLeave()
      return
    }
    const isReversed = bar.current !== null && getComputedStyle(bar.current).direction === 'rtl'
    const step = isReversed ? -1 : 1
    const next = {
      ArrowRight: at + step,
      ArrowLeft: at - step,
      Home: 0,
      End: tools.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    tools[(next + tools.length) % tools.length]?.focus()
  }
  return { onFocus, onKeyDown }
}

/** Moves the focus to the tool that had it last. */
export const focusTools = (bar: HTMLElement | null | undefined): void =>
  bar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
