import { Suspense } from 'react'
import { Quiet } from '../../../parts/Quiet.tsx'
import { texts } from '../../../texts/index.ts'
import { useSeenChanges } from '../diff/use-changes.ts'
import type { ChangePlace } from '../place.ts'

interface PagesCountProps {
  place: ChangePlace
  /** Only the number. */
  isShort?: boolean
}

/** How many pages are changed. Absent until the changes are read, which nothing else in the head waits for. */
export function PagesCount(props: PagesCountProps) {
  return (
    <Quiet>
      <Suspense fallback={null}>
        <Count {...props} />
      </Suspense>
    </Quiet>
  )
}

function Count({ place, isShort = false }: PagesCountProps) {
  const { pages } = useSeenChanges(place).progress
  return isShort ? pages : <li>{texts.changeRequest.pages(pages)}</li>
}
