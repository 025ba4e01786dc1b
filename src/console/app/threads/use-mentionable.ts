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

/** What the server searches for: the first word. What follows it is compared here, without another request. */
const firstWord = (typed: string): string => typed.split(/\s/)[0] ?? ''

/** Reads the people whose names match the first word of what was typed. */
export async function findMentionable(spaceId: string, typed: string): Promise<readonly Mentionable[]> {
  const { space } = await readOnce<useMentionableQuery>(query, { space: spaceId, search: firstWord(typed) })
  return space?.mentionableUsers?.nodes ?? NOBODY
}

/** The people whose names match what was typed after an `@`. Undefined: nothing was typed, and nothing is read. */
export function useMentionable(spaceId: string, typed: string | undefined): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>(NOBODY)
  const search = typed === undefined ? undefined : firstWord(typed)
  useEffect(() => {
    if (search === undefined) return
    let isCurrent = true
    void findMentionable(spaceId, search).then(
      (found) => {
        if (isCurrent) setPeople(found)
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
