import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What the keys do, without what cannot be done. */
export interface Moves {
  up: (() => void) | undefined
  down: (() => void) | undefined
  /** Into the one above it. */
  in: (() => void) | undefined
  /** Out of the one that it is in. */
  out: (() => void) | undefined
}

const PLACE = '[data-row], [data-place]'

function moveOf({ key, currentTarget }: KeyboardEvent): keyof Moves | undefined {
  const isReversed = currentTarget instanceof Element && getComputedStyle(currentTarget).direction === 'rtl'
  const moves: Record<string, keyof Moves> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowRight: isReversed ? 'out' : 'in',
    ArrowLeft: isReversed ? 'in' : 'out',
  }
  return moves[key]
}

/**
 * Alt with an arrow moves a place while the link of its row has the focus, which it keeps where it arrives. The ref is for
 * an element in the row: it has `data-row` or `data-place`.
 *
 * @param position changes when the place has arrived elsewhere.
 */
export function useMoveKeys(moves: Moves, position: string): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const latest = useRef(moves)
  latest.current = moves
  const hadFocus = useRef(false)
  useEffect(() => {
    const row = ref.current?.closest<HTMLElement>(PLACE)
    const onKeyDown = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, target } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLAnchorElement)) return
      const move = moveOf(event)
      const run = move && latest.current[move]
      if (!move) return
      // Alt with an arrow to the side would also go back in the history of the browser.
      event.preventDefault()
      event.stopPropagation()
      hadFocus.current = run !== undefined
      run?.()
    }
    row?.addEventListener('keydown', onKeyDown)
    return () => row?.removeEventListener('keydown', onKeyDown)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an element that is moved loses the focus.
  useLayoutEffect(() => {
    if (hadFocus.current) ref.current?.closest(PLACE)?.querySelector<HTMLElement>('a')?.focus()
    hadFocus.current = false
  }, [position])
  return ref
}
