import { graphql } from 'react-relay/hooks'
import type { spaceCursorQuery } from '#console/spaceCursorQuery.graphql.ts'
import { readOnce } from './follow.ts'

/** The end of the log of a space, and when it was known. */
interface SpaceCursor {
  cursor: string
  knownAt: number
}

/** What was read for a link that nobody opened is too old after this time. */
const KEPT_MS = 30_000
const begun = new Map<string, { at: number; reading: Promise<SpaceCursor> }>()
const followed = new Set<string>()

const query = graphql`
  query spaceCursorQuery($space: ID!) {
    space(id: $space) {
      eventCursor
    }
  }
`

async function read(space: string): Promise<SpaceCursor> {
  const answer = await readOnce<spaceCursorQuery>(query, { space })
  return { cursor: answer.space?.eventCursor ?? '', knownAt: performance.now() }
}

/** Begins to read where the events of a space start, before what is shown of it: so nothing between the two is missed. */
export function beginSpace(space: string): void {
  const now = performance.now()
  for (const [id, { at }] of begun) if (now - at > KEPT_MS) begun.delete(id)
  if (followed.has(space) || begun.has(space)) return
  const reading = read(space)
  // The code that follows the space reports what went wrong.
  reading.catch(() => begun.delete(space))
  begun.set(space, { at: now, reading })
}

/** Where the events of a space start for somebody who begins to follow it. */
export function startOfSpace(space: string): Promise<SpaceCursor> {
  const known = begun.get(space)
  begun.delete(space)
  followed.add(space)
  return known && performance.now() - known.at < KEPT_MS ? known.reading : read(space)
}

export const endSpace = (space: string): void => void followed.delete(space)
