import { useState } from 'react'
import { runLater } from '../../../frame/run-later.ts'
import type { ChangePlace } from '../place.ts'

interface Viewable {
  readonly __id: string
  readonly subjectId: string
  readonly viewed: boolean | null | undefined
}

interface Shown {
  place: ChangePlace
  /** The revision that is shown: a later change of the page is not viewed yet. */
  revisionId: string
}

/** Whether the person has viewed a changed page as it is now. Undefined for what cannot be marked. */
export function useViewed(changes: readonly Viewable[], { place, revisionId }: Shown) {
  const [first] = changes
  // Until the code is there that writes it to the store.
  const [wanted, setWanted] = useState<boolean>()
  const isViewed = wanted ?? first?.viewed ?? undefined
  const toggle = () => {
    if (!first || isViewed === undefined) return
    const input = {
      spaceId: place.space,
      changeRequestId: String(place.number),
      pageId: first.subjectId,
      viewed: !isViewed,
      ...(isViewed ? {} : { revision: revisionId }),
    }
    const records = changes.map(({ __id }) => __id)
    setWanted(!isViewed)
    void runLater(
      () => import('./mark-viewed.ts'),
      ({ markViewed }) => markViewed(records, input),
    ).then(() => setWanted(undefined))
  }
  return { isViewed, toggle }
}
