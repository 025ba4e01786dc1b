import { useEffect, useMemo, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useMentionableQuery } from '#console/useMentionableQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { type Mentionable, matchesName } from './mentions.ts'

const query = graphql`
  query useMentionableQuery($space: ID!) {
    space(id: $space) {
      id
      organization {
        id
        members(first: 100) {
          nodes {
            user {
              id
              displayName
              photoURL
            }
          }
        }
      }
    }
  }
`

const MAX_SHOWN = 8
const NOBODY: readonly Mentionable[] = []

/** The people whose names match what was typed after an `@`. Undefined: nothing was typed, and nothing is read. */
export function useMentionable(
  spaceId: string,
  _changeRequestId: string | undefined,
  typed: string | undefined,
): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>(NOBODY)
  const isWanted = typed !== undefined
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void readOnce<useMentionableQuery>(query, { space: spaceId }).then(
      ({ space }) => {
        const found = space?.organization?.members?.nodes.map(({ user }) => user) ?? []
        if (isCurrent) setPeople(found)
      },
      // Without the list, a name can still be typed.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, spaceId])
  return useMemo(
    () =>
      typed === undefined
        ? NOBODY
        : people.filter(({ displayName }) => matchesName(displayName, typed)).slice(0, MAX_SHOWN),
    [people, typed],
  )
}
