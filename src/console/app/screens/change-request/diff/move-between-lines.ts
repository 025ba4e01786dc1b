import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys move between the lines of a text, which are one stop for Tab. */
export function moveBetweenLines(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const from = event.target
  if (step === undefined || !(from instanceof HTMLElement) || from.dataset.line === undefined) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const next = lines[lines.indexOf(from) + step]
  if (!next) return
  event.preventDefault()
  from.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
