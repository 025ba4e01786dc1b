import { useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useStored } from './stored.ts'

/** How many columns have room: three from 1,280 px, two from 1,024 px, one below. */
export type Width = 'narrow' | 'middle' | 'wide'

const wide = matchMedia('(min-width: 1280px)')
const middle = matchMedia('(min-width: 1024px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  middle.addEventListener('change', listener)
  return () => {
    wide.removeEventListener('change', listener)
    middle.removeEventListener('change', listener)
  }
}

const widthNow = (): Width => (wide.matches ? 'wide' : middle.matches ? 'middle' : 'narrow')
export const useWidth = (): Width => useSyncExternalStore(subscribe, widthNow)

interface Column {
  isShown: boolean
  toggle: () => void
}

export interface Columns {
  width: Width
  /** The navigation: a column, or a drawer where there is no room for it. */
  left: Column
  /** What a screen shows beside its content: a column, or a sheet where there is no room for it. */
  right: Column
}

const none: Column = { isShown: true, toggle: () => {} }
const ColumnsContext = createContext<Columns>({ width: 'wide', left: none, right: none })

export const useColumns = (): Columns => useContext(ColumnsContext)

const SHOWN = 'shown'

/** A column that is shown or hidden as the person left it. Over the page it opens for one screen only. */
function useColumn(name: string, isOver: boolean): Column {
  const [kept, keep] = useStored(name, SHOWN)
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawer closes when the route or the width changes.
  useEffect(() => setOpen(false), [path, isOver])
  return isOver
    ? { isShown: isOpen, toggle: () => setOpen(!isOpen) }
    : { isShown: kept === SHOWN, toggle: () => keep(kept === SHOWN ? 'hidden' : SHOWN) }
}

export function ColumnsProvider({ children }: { children: ReactNode }) {
  const width = useWidth()
  const left = useColumn('left-column', width === 'narrow')
  const right = useColumn('right-column', width !== 'wide')
  return <ColumnsContext value={{ width, left, right }}>{children}</ColumnsContext>
}
