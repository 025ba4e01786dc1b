import { expect, test } from 'vitest'
import { Author } from './author.ts'
import { nodesForFile } from './node.ts'
import { expectCounts, expectKept, expectLogComplete, expectTree, mainContent } from './truth.ts'
import { buildWorld } from './world.ts'

const AUTHORS = 50
const WORK_MS = 20_000

const { db, nodes } = await nodesForFile()

test(`${AUTHORS} concurrent authors who merge, update and comment in one space lose nothing and agree on every count`, async () => {
  const { place, people } = await buildWorld(db.database, AUTHORS)
  const origins = [(await nodes.start()).origin, (await nodes.start()).origin]
  const authors = people.map(
    ({ token }, n) => new Author(n, token, place, origins[n % origins.length] as string),
  )
  const until = performance.now() + WORK_MS
  await Promise.all(
    authors.map(async (author) => {
      while (performance.now() < until) await author.work()
    }),
  )
  const merges = authors.reduce((sum, author) => sum + author.merged.length, 0)
  const unanswered = authors.reduce((sum, author) => sum + author.unanswered, 0)
  process.stderr.write(`${merges} merges, ${unanswered} rounds abandoned without a response\n`)
  expect([...authors.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
  // A busy machine merges few; without contention the test would prove nothing.
  expect(merges).toBeGreaterThan(AUTHORS / 4)
  await expectKept(db.database, place, authors)
  await expectCounts(db.database, place.spaceId)
  await expectLogComplete(db.database, place.spaceId)
  await expectTree(await mainContent(db.database, place.spaceId))
})
