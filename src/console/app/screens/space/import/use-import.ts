import { useEffect, useSyncExternalStore } from 'react'
import type { TreeContent } from '../tree-content.ts'
import { placeOf, startImport, stateOf, subscribe, watch } from './import-jobs.ts'
import type { ImportState, Wanted } from './import-state.ts'

interface Importing {
  state: ImportState
  start: (wanted: Wanted) => void
}

/** The import into the content of a tree, which goes on when nobody looks. */
export function useImport(content: TreeContent, parent: string | undefined): Importing {
  const place = placeOf(content)
  const state = useSyncExternalStore(subscribe, () => stateOf(place))
  useEffect(() => watch(place), [place])
  const isDone = state.kind === 'done'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree is read once when the import has ended.
  useEffect(() => {
    if (isDone) void content.reread()
  }, [isDone])
  return { state, start: (wanted) => void startImport(content, parent, wanted) }
}
