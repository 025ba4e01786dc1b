import { useEffect, useMemo, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useMentionableQuery } from '#console/useMentionableQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { type Mentionable, matchesName } from './mentions.ts'

const query = graphql`
  query useMentionableQuery($space: ID!, $search: String!) {
    space(id: $space) {
      id
      mentionableUsers(first: 20, search: $search) {
        nodes {
          id
          displayName
          photoURL
        }
      }
    }
  }
`

const MAX_SHOWN = 8
const NOBODY: readonly Mentionable[] = []

/** The people whose names match what was typed after an `@`. Undefined: nothing was typed, and nothing is read. */
export function useMentionable(spaceId: string, typed: string | undefined): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>(NOBODY)
  // The server finds the first word; what follows it is compared here, without another request.
  const search = typed?.split(/\s/)[0]
  useEffect(() => {
    if (search === undefined) return
    let isCurrent = true
    void readOnce<useMentionableQuery>(query, { space: spaceId, search }).then(
      ({ space }) => {
        if (isCurrent) setPeople(space?.mentionableUsers?.nodes ?? NOBODY)
      },
      // Without the list, a name can still be typed.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [search, spaceId])
  return useMemo(
    () =>
      typed === undefined
        ? NOBODY
        : people.filter(({ displayName }) => matchesName(displayName, typed)).slice(0, MAX_SHOWN),
    [people, typed],
  )
}
