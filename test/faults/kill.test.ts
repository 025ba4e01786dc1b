import { expect, test, vi } from 'vitest'
import { transports } from '../support/live.ts'
import { Author } from './author.ts'
import { nodesForFile } from './node.ts'
import { Subscriber } from './subscriber.ts'
import { expectCounts, expectKept, expectLogComplete, expectTree, logOf, mainContent } from './truth.ts'
import { buildWorld } from './world.ts'

const AUTHORS = 8
const PATIENCE = { timeout: 60_000, interval: 20 }

const { db, nodes } = await nodesForFile()

test('a node that is killed under load loses no acknowledged write, and its subscribers continue on another node', async () => {
  const { place, people } = await buildWorld(db.database, AUTHORS)
  const [doomed, other] = [await nodes.start(), await nodes.start()]
  const authors = people.map(({ token }, n) => new Author(n, token, place, doomed.origin))
  const [first] = authors as [Author]
  const token = people[0]?.token ?? ''
  await first.comment('', 'It begins.')
  const [begin = ''] = await logOf(db.database, place.spaceId)
  const subscribers = [...transports, ...transports].map(
    (transport) => new Subscriber(transport, doomed.origin, token, place.spaceId, begin),
  )

  let isOver = false
  const working = Promise.all(
    authors.map(async (author) => {
      while (!isOver) await author.work()
    }),
  )
  const merges = () => authors.reduce((sum, author) => sum + author.merged.length, 0)
  await vi.waitFor(() => expect(merges()).toBeGreaterThan(2 * AUTHORS), PATIENCE)
  await vi.waitFor(() => {
    for (const { cursors } of subscribers) expect(cursors.length).toBeGreaterThan(0)
  }, PATIENCE)

  const before = merges()
  for (const follower of [...authors, ...subscribers]) follower.origin = other.origin
  const { signal } = await doomed.process.end('SIGKILL')
  expect(signal).toBe('SIGKILL')
  await vi.waitFor(() => expect(merges()).toBeGreaterThan(before + AUTHORS), PATIENCE)
  isOver = true
  await working

  expect([...authors.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
  await expectKept(db.database, place, authors)
  await expectCounts(db.database, place.spaceId)
  await expectLogComplete(db.database, place.spaceId)
  await expectTree(await mainContent(db.database, place.spaceId))
  const log = (await logOf(db.database, place.spaceId)).slice(1)
  for (const subscriber of subscribers) {
    await vi.waitFor(() => expect(subscriber.cursors.length).toBeGreaterThanOrEqual(log.length), PATIENCE)
    await subscriber.close()
    expect(subscriber.cursors).toEqual(log)
    expect(subscriber.connections).toBeGreaterThan(1)
  }
})
