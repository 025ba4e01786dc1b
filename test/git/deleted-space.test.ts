import { afterAll, beforeAll, expect, it } from 'vitest'
import { callRest } from '../support/rest-api.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

/** Runs `work` right before the app sends a statement with this text for the first time. */
function beforeStatement(text: string, work: () => Promise<unknown>): () => void {
  const { database } = world.t.db
  const { query } = database
  let isDone = false
  database.query = async (statement, ...rest) => {
    if (!isDone && statement.text.includes(text)) {
      isDone = true
      await work()
    }
    return query(statement, ...rest)
  }
  return () => {
    database.query = query
    expect(isDone).toBe(true)
  }
}

let names = 0
const deletions: [string, (spaceId: string) => Promise<unknown>][] = [
  ['deleted', (id) => callRest(world.t, world, 'DELETE', `/spaces/${id}`)],
  ['purged', (id) => world.t.db.database.prisma.space.delete({ where: { id } })],
  ['closed to the user', (id) => world.t.db.database.prisma.grant.deleteMany({ where: { spaceId: id } })],
]
const steps = deletions.flatMap(([end, work]) =>
  ['"GitSync"', 'FROM "Revision" r'].map((statement) => [end, statement, work] as const),
)

it.each(steps)(
  'an import whose space is %s before the statement %s fails with the reason, and without an error of the server',
  async (_end, statement, work) => {
    const repository = world.server.repository(`deleted-${names++}`)
    repository.push({ 'README.md': '# Home\n' })
    const { organizationId, t } = world
    const { user, token } = await t.build.buildPerson({ organizationId, role: null })
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    await t.build.buildGrant('edit', { userId: user.id }, { spaceId }, organizationId)
    const space = new GitSpace(world, spaceId, token)
    await space.import(repository.url)
    t.faults.length = 0
    const restore = beforeStatement(statement, () => work(spaceId))
    await space.call('POST', '/git/import', { url: repository.url, ref: 'refs/heads/main' })
    t.app.background.onJobQueued()
    await t.app.background.idle()
    restore()
    const row = await t.db.database.prisma.gitOperation.findFirst({
      where: { spaceId },
      orderBy: { id: 'desc' },
    })
    if (row)
      expect(row).toMatchObject({
        state: 'failure',
        error: expect.stringContaining('space'),
        sealedUrl: null,
      })
    expect(await t.db.database.prisma.queuedJob.findMany({ where: { key: { contains: spaceId } } })).toEqual(
      [],
    )
    expect(t.faults).toEqual([])
  },
  TIME_LIMIT_MS,
)
