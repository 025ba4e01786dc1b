import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { Command } from '../support/server-process.ts'
import { Author } from './author.ts'
import { nodesForFile } from './node.ts'
import { expectCounts, expectKept, expectLogComplete } from './truth.ts'
import { buildWorld } from './world.ts'

const AUTHORS = 3
const PATIENCE = { timeout: 60_000, interval: 20 }

const { db, nodes } = await nodesForFile()
const folder = mkdtempSync(join(tmpdir(), 'quire-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a restore on top of a live instance is refused, and its writers notice nothing', async () => {
  const { place, people } = await buildWorld(db.database, AUTHORS)
  const { origin } = await nodes.start()
  const authors = people.map(({ token }, n) => new Author(n, token, place, origin))
  let isOver = false
  const working = Promise.all(
    authors.map(async (author) => {
      while (!isOver) await author.work()
    }),
  )
  const merges = () => authors.reduce((sum, author) => sum + author.merged.length, 0)
  const untilMore = async () => {
    const before = merges()
    await vi.waitFor(() => expect(merges()).toBeGreaterThan(before + AUTHORS), PATIENCE)
  }
  await untilMore()
  const quire = (...args: string[]) => new Command('quire.mjs', args, { DATABASE_URL: db.url }).ended
  const file = join(folder, 'live.quire')
  expect(await quire('backup', file)).toMatchObject({ code: 0 })
  await untilMore()
  for (let attempt = 0; attempt < 2; attempt++) {
    const { code, stdout, stderr } = await quire('restore', file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/not empty/)
  }
  await untilMore()
  isOver = true
  await working
  expect([...authors.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
  expect(authors.map(({ unanswered }) => unanswered)).toEqual(authors.map(() => 0))
  await expectKept(db.database, place, authors)
  await expectCounts(db.database, place.spaceId)
  await expectLogComplete(db.database, place.spaceId)
})
