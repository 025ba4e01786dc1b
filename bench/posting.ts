import { startQuire, startScript } from './children.ts'
import type { BenchDatabase } from './database.ts'
import { QUERY } from './fanout.ts'
import { median } from './race.ts'

/** The time to post a comment while this many subscribers follow the space. */
export interface Posting {
  subscribers: number
  p50: number
}

const POSTS = 15
/** A cold gateway is slower than one with many subscribers. */
const WARM_UP = 60
const FEW = 100
const LONGEST_MS = 20_000

/** Posts comments one by one, each after the previous one has reached all subscribers. */
export async function measurePosting(database: BenchDatabase, sizes: number[]): Promise<Posting[]> {
  const { client, places, url } = database
  const gateway = await startQuire({
    environment: {
      DATABASE_URL: url,
      MAX_SOCKETS_PER_TOKEN: '1000000',
      MAX_SOCKETS_PER_USER: '1000000',
      MAX_ANONYMOUS_SOCKETS: '1000000',
      MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '1000000',
      RUN_JOBS: 'false',
    },
  })
  const clients = await startScript('subscribers', 'subscribers.mjs')
  const { rows } = await client.query('SELECT "commentsOpen" FROM "Space" WHERE "id" = $1', [places.spaceId])
  const posted: string[] = []
  const post = async () => {
    await clients.ask({ task: 'arm' })
    const begun = performance.now()
    const response = await fetch(`${gateway.origin}/v1/spaces/${places.spaceId}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${places.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: { markdown: 'Posted while many listen.' } }),
    })
    const { id } = (await response.json()) as { id: string }
    const ms = performance.now() - begun
    if (!response.ok) throw new Error(`Posting was answered with ${response.status}`)
    posted.push(id)
    await clients.ask({ task: 'wait', timeoutMs: LONGEST_MS })
    return ms
  }
  for (let n = 0; n < WARM_UP; n++) await post()
  const results: Posting[] = []
  for (const subscribers of [0, FEW, Math.max(...sizes)]) {
    const socket = `${gateway.origin.replace('http', 'ws')}/graphql`
    const how = { url: socket, token: places.token, query: QUERY, variables: { space: places.spaceId } }
    await clients.ask({ task: 'connect', count: subscribers, ...how })
    const times: number[] = []
    for (let n = 0; n < POSTS + 3; n++) {
      const ms = await post()
      if (n >= 3) times.push(ms)
    }
    results.push({ subscribers, p50: median(times) })
  }
  await clients.stop()
  await gateway.stop()
  // Restores the data.
  await client.query('DELETE FROM "Comment" WHERE "id" = ANY($1)', [posted])
  await client.query('UPDATE "Space" SET "commentsOpen" = $2 WHERE "id" = $1', [
    places.spaceId,
    rows[0].commentsOpen,
  ])
  await client.query('DELETE FROM "Event"')
  return results
}
