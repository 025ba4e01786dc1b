import { type RefObject, useRef } from 'react'
import { useKeys } from '../frame/keys.ts'
import { texts } from '../texts/index.ts'

interface Rows<Container extends HTMLElement> {
  /** For the element that contains the rows: elements with `data-row`, each with a link that opens it, or a field. */
  ref: RefObject<Container | null>
  /** The row that has the focus, or else the one under the pointer: the value of its `data-row`. */
  current: () => string | undefined
  /** Moves the focus by so many rows. */
  move: (by: number) => void
}

const ROW = '[data-row]'

/** J and K move the focus from row to row; Enter then opens the link of the row. */
export function useRows<Container extends HTMLElement>(): Rows<Container> {
  const ref = useRef<Container>(null)
  const rowAtHand = () => {
    const focused = document.activeElement?.closest<HTMLElement>(ROW)
    if (focused && ref.current?.contains(focused)) return focused
    return ref.current?.querySelector<HTMLElement>(`${ROW}:hover`) ?? undefined
  }
  const move = (by: number) => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const hand = rowAtHand()
    const at = hand ? rows.indexOf(hand) : by > 0 ? -1 : rows.length
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    const target = next?.querySelector<HTMLElement>('a') ?? next?.querySelector<HTMLElement>('select, button')
    target?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    j: { label: texts.lists.next, run: () => move(1) },
    k: { label: texts.lists.previous, run: () => move(-1) },
  })
  return { ref, current: () => rowAtHand()?.dataset.row, move }
}
