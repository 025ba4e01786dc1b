import { expect, test, vi } from 'vitest'
import { transports } from '../support/live.ts'
import { Author } from './author.ts'
import { nodesOnMortalServer } from './node.ts'
import { Subscriber } from './subscriber.ts'
import { expectCounts, expectKept, expectLogComplete, expectTree, logOf, mainContent } from './truth.ts'
import { buildWorld } from './world.ts'

const AUTHORS = 4
const PATIENCE = { timeout: 90_000, interval: 20 }

const { server, db, nodes } = await nodesOnMortalServer()

test('a database that crashes and restarts causes errors, but loses no acknowledged write and no event', async () => {
  const { place, people } = await buildWorld(db, AUTHORS)
  const { process, origin } = await nodes.start()
  const authors = people.map(({ token }, n) => new Author(n, token, place, origin))
  const [first] = authors as [Author]
  await first.comment('', 'It begins.')
  const [begin = ''] = await logOf(db, place.spaceId)
  const token = people[0]?.token ?? ''
  const subscribers = transports.map(
    (transport) => new Subscriber(transport, origin, token, place.spaceId, begin),
  )
  let isOver = false
  const working = Promise.all(
    authors.map(async (author) => {
      while (!isOver) await author.work()
    }),
  )
  const merges = () => authors.reduce((sum, author) => sum + author.merged.length, 0)
  const status = async () => (await first.call('GET', '')).status
  await vi.waitFor(() => expect(merges()).toBeGreaterThan(AUTHORS), PATIENCE)

  for (let crash = 0; crash < 2; crash++) {
    const before = merges()
    await server.crash()
    expect(await status()).toBe(503)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    await server.restart()
    await vi.waitFor(() => expect(merges()).toBeGreaterThan(before + AUTHORS), PATIENCE)
    expect(await status()).toBe(200)
  }
  isOver = true
  await working

  expect(process.child.exitCode).toBe(null)
  expect([...authors.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
  await expectKept(db, place, authors)
  await expectCounts(db, place.spaceId)
  await expectLogComplete(db, place.spaceId)
  await expectTree(await mainContent(db, place.spaceId))
  const log = (await logOf(db, place.spaceId)).slice(1)
  for (const subscriber of subscribers) {
    await vi.waitFor(() => expect(subscriber.cursors.length).toBeGreaterThanOrEqual(log.length), PATIENCE)
    await subscriber.close()
    expect(subscriber.cursors).toEqual(log)
  }
})
