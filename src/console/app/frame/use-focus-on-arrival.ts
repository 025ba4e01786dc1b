import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** The path whose heading has had the focus. The first one has not: the browser announces the page itself. */
let arrivedAt: string | undefined

/** The next path leads to what is shown already. */
let isSame = false

/** Leaves the focus where it is at the next change of the path, because only the address of what is shown changes. */
export const keepFocus = (): void => {
  isSame = true
}

const BUSY = 'input, textarea, select, [contenteditable], dialog, [popover]'

/** Whether the person is typing, or works in a layer over the page. */
const isBusy = (): boolean => document.activeElement?.matches(`:is(${BUSY}), :is(${BUSY}) *`) ?? false

/** Moves the focus to the heading after the route has changed, so that screen readers say where the person is. */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  // Not the address that is being loaded: until it is there, the heading is still that of the screen before.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const isFirst = arrivedAt === undefined
    if (path === undefined || arrivedAt === path) return
    arrivedAt = path
    const isStaying = isSame
    isSame = false
    if (!isFirst && !isStaying && !isBusy()) heading.current?.focus({ preventScroll: true })
  }, [path, heading])
}
