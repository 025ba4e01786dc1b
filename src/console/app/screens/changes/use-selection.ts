import { useState } from 'react'

/** The change requests that the person has selected. */
export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, setIds] = useState(NONE)
  const toggle = (id: string) =>
    setIds((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { ids, toggle, clear: () => setIds(NONE) }
}
