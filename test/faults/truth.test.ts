import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOf, NO_EDITS, writeRevision } from '../../src/modules/revisions/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { Author } from './author.ts'
import { expectCounts, expectKept, expectLogComplete, expectTree, mainContent } from './truth.ts'
import { buildWorld, type World } from './world.ts'

/** The checks that the fault tests run at the end: each is proven to detect damaged data. */
describe('the truth of a space', () => {
  let t: TestApp
  let world: World
  let author: Author

  const run = (statement: string, ...values: unknown[]) =>
    t.db.database.prisma.$executeRawUnsafe(statement, ...values)
  const counts = () => expectCounts(t.db.database, world.place.spaceId)
  const log = () => expectLogComplete(t.db.database, world.place.spaceId)
  const kept = () => expectKept(t.db.database, world.place, [author])
  const all = async () => {
    await counts()
    await log()
    await kept()
    await expectTree(await mainContent(t.db.database, world.place.spaceId))
  }

  beforeAll(async () => {
    t = await startApp()
    world = await buildWorld(t.db.database, 1)
    author = new Author(0, world.people[0]?.token ?? '', world.place, t.origin)
    for (let round = 0; round < 4; round += 1) await author.work()
    expect(author.refusals).toEqual([])
  })
  afterAll(() => t.close())

  it('is consistent after ordinary work', all)

  it.each(['lastNumber', 'changeRequestsTotal', 'changeRequestsOpen', 'changeRequestsDraft', 'commentsOpen'])(
    'reports %s that is off by one',
    async (column) => {
      for (const by of [1, -1]) {
        await run(`UPDATE "Space" SET "${column}" = "${column}" + ${by} WHERE "id" = $1`, world.place.spaceId)
        await expect(counts()).rejects.toThrow()
        await run(`UPDATE "Space" SET "${column}" = "${column}" - ${by} WHERE "id" = $1`, world.place.spaceId)
      }
      await all()
    },
  )

  it('reports a wrong count of comments of one change request', async () => {
    const [id] = author.merged
    await run(`UPDATE "ChangeRequest" SET "commentsOpen" = "commentsOpen" + 1 WHERE "id" = $1`, id)
    await expect(counts()).rejects.toThrow()
    await run(`UPDATE "ChangeRequest" SET "commentsOpen" = "commentsOpen" - 1 WHERE "id" = $1`, id)
    await all()
  })

  it('reports a skipped number', async () => {
    const [id] = author.merged
    await run(`UPDATE "ChangeRequest" SET "number" = "number" + 100 WHERE "id" = $1`, id)
    await expect(counts()).rejects.toThrow()
    await run(`UPDATE "ChangeRequest" SET "number" = "number" - 100 WHERE "id" = $1`, id)
    await all()
  })

  it.each(['change_request.opened', 'change_request.merged', 'comment.posted'])(
    'reports an event %s that is missing or was emitted twice',
    async (type) => {
      const { prisma } = t.db.database
      const where = { spaceId: world.place.spaceId, type }
      const [first, second] = await prisma.event.findMany({ where, orderBy: { position: 'asc' }, take: 2 })
      if (!first || !second) throw new Error('there are no two of them')
      await prisma.event.update({ where: { position: first.position }, data: { type: 'x' } })
      await expect(log()).rejects.toThrow()
      await prisma.event.update({
        where: { position: first.position },
        data: { type, subject: second.subject ?? {} },
      })
      await expect(log()).rejects.toThrow()
      await prisma.event.update({
        where: { position: first.position },
        data: { subject: first.subject ?? {} },
      })
      await all()
    },
  )

  it('reports acknowledged texts and merges that are missing', async () => {
    const [id, text] = [...author.comments][0] ?? []
    await run(`UPDATE "Comment" SET "markdown" = 'x' WHERE "id" = $1`, id)
    await expect(kept()).rejects.toThrow()
    await run(`UPDATE "Comment" SET "markdown" = $2 WHERE "id" = $1`, id, text)
    const [merged] = author.merged
    await run(`UPDATE "ChangeRequest" SET "status" = 'open' WHERE "id" = $1`, merged)
    await expect(kept()).rejects.toThrow()
    await expect(log()).rejects.toThrow()
    await run(`UPDATE "ChangeRequest" SET "status" = 'merged' WHERE "id" = $1`, merged)
    author.pages.set('pag_none', 'lost')
    await expect(kept()).rejects.toThrow()
    author.pages.delete('pag_none')
    author.numbers.push(author.numbers[0] ?? 0)
    await expect(kept()).rejects.toThrow()
    author.numbers.pop()
    author.lastRound += 100
    await expect(kept()).rejects.toThrow()
    author.lastRound -= 100
    await all()
  })

  it('reports a number that two change requests have', async () => {
    await run(`DROP INDEX "ChangeRequest_spaceId_number_key"`)
    const [id, other] = author.merged
    await run(
      `UPDATE "ChangeRequest" SET "number" = (SELECT "number" FROM "ChangeRequest" WHERE "id" = $2) WHERE "id" = $1`,
      id,
      other,
    )
    await expect(counts()).rejects.toThrow()
  })

  it('reports a page that is in no folder, in two, under another slug, or next to one with its slug', async () => {
    const { database } = t.db
    const from = await database.prisma.space.findUniqueOrThrow({ where: { id: world.place.spaceId } })
    const revision = await database.prisma.revision.findUniqueOrThrow({ where: { id: from.revisionId } })
    const content = await mainContent(database, world.place.spaceId)
    const root = (await content.allFolders()).get(folderOf(null))?.pages ?? []
    const [[id, slug] = ['', ''], ...rest] = root
    const damages: [string, string][][] = [
      rest,
      [[id, slug], ...root],
      [[id, `${slug}-other`], ...rest],
      [[id, rest[0]?.[1] ?? ''], ...rest],
      [],
    ]
    for (const pages of damages) {
      const edits = { ...NO_EDITS, folders: new Map([[folderOf(null), { pages }]]) }
      const about = {
        type: 'edits' as const,
        parents: [revision.id],
        createdById: null,
        createdAt: new Date(),
      }
      const damaged = await database.transaction((tx, db) =>
        writeRevision({ tx, db }, revision, edits, about),
      )
      await database.prisma.space.update({ where: { id: from.id }, data: { revisionId: damaged.id } })
      await expect(mainContent(database, from.id).then(expectTree)).rejects.toThrow()
    }
  })
})
