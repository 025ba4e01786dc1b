import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The place in the navigation at the left where a space shows its pages. */
export const SidebarSlotContext = createContext<HTMLElement | null>(null)

export function SidebarSlot({ children }: { children: ReactNode }) {
  const slot = useContext(SidebarSlotContext)
  return slot && createPortal(children, slot)
}
