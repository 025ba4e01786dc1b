import { graphql } from 'react-relay/hooks'
import type { untilEndedCursorQuery } from '#console/untilEndedCursorQuery.graphql.ts'
import type { untilEndedSubscription$data } from '#console/untilEndedSubscription.graphql.ts'
import { follow, readOnce } from '../../../live/follow.ts'
import { texts } from '../../../texts/index.ts'
import { patiently } from './patiently.ts'

const subscription = graphql`
  subscription untilEndedSubscription($space: ID!, $after: String) {
    spaceActivity(spaceId: $space, after: $after) {
      cursor
      type
    }
  }
`
const cursorQuery = graphql`
  query untilEndedCursorQuery($space: ID!) {
    space(id: $space) {
      eventCursor
    }
  }
`

interface Progress {
  state: string
  error?: string | null | undefined
}

/**
 * Reads what runs in the background of a space whenever something is said of it, until it has ended. It follows the
 * space itself, so that it goes on when the person looks at something else.
 */
export async function untilEnded<Row extends Progress>(
  spaceId: string,
  read: () => Promise<Row | null | undefined>,
  show: (row: Row) => void,
): Promise<Row> {
  let isStale = false
  let wake = () => {}
  const note = () => {
    isStale = true
    wake()
  }
  const end = follow<untilEndedSubscription$data['spaceActivity']>({
    subscription,
    variables: { space: spaceId },
    readCursor: async () =>
      (await readOnce<untilEndedCursorQuery>(cursorQuery, { space: spaceId })).space?.eventCursor ?? '',
    onStart: note,
    onGap: note,
    onEvent: ({ type }) => {
      if (/^(?:IMPORT|GIT)_/.test(type)) note()
    },
  })
  const t = texts.importing
  try {
    for (;;) {
      isStale = false
      const row = await patiently(read)
      if (!row) throw new Error(t.gone)
      if (row.state === 'FAILURE') throw new Error(row.error ?? t.failed)
      if (row.state === 'SUCCESS') return row
      show(row)
      if (!isStale) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    end()
  }
}
