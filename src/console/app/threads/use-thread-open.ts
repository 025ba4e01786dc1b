import { useEffect, useState } from 'react'
import { useHash } from './use-marked.ts'

/** A resolved thread is folded, unless the address names it. One that is resolved while it is read folds too. */
export function useThreadOpen(id: string, isResolved: boolean): [boolean, (isOpen: boolean) => void] {
  const isNamed = useHash() === id
  const [isUnfolded, setUnfolded] = useState(isNamed)
  useEffect(() => {
    if (isNamed) setUnfolded(true)
  }, [isNamed])
  return [!isResolved || isUnfolded, setUnfolded]
}
