import { useCallback, useEffect, useState } from 'react'
import { ancestorsOf } from './tree.ts'
import type { TreePage } from './use-tree-pages.ts'

type Branches = Readonly<Record<string, boolean>>

const storageKey = (space: string): string => `quire-tree-${space}`

function stored(space: string): Branches {
  try {
    return JSON.parse(localStorage.getItem(storageKey(space)) ?? '{}') as Branches
  } catch {
    return {}
  }
}

/** Which branches of the tree are open: groups, those above the current page, and those that somebody opened. */
export function useOpenBranches(space: string, pages: readonly TreePage[], current: TreePage | undefined) {
  const [chosen, setChosen] = useState<Branches>(() => stored(space))
  const set = useCallback(
    (pageIds: readonly string[], isOpen: boolean) =>
      setChosen((before) => {
        if (pageIds.every((id) => before[id] === isOpen)) return before
        const after = { ...before, ...Object.fromEntries(pageIds.map((id) => [id, isOpen])) }
        try {
          localStorage.setItem(storageKey(space), JSON.stringify(after))
        } catch {
          // The choice then lasts for this page.
        }
        return after
      }),
    [space],
  )
  const pageId = current?.pageId
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others change does not open branches again.
  useEffect(() => {
    if (pageId === undefined) return
    set([...ancestorsOf(pages, pageId).map((page) => page.pageId), pageId], true)
  }, [pageId, set])
  const isOpen = useCallback(
    ({ pageId: id, __typename }: TreePage) => chosen[id] ?? __typename === 'GroupPage',
    [chosen],
  )
  return { isOpen, set }
}
