import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queried } from '../support/graphql-request.ts'
import { follow } from '../support/live.ts'
import { screenDocument } from '../support/screen-documents.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

const OPERATION = 'operation { id state direction url ref actor { id } report { more } }'

describe('the GraphQL API', () => {
  it(
    'imports, exports, lists operations and appends events',
    async () => {
      const { t, token } = world
      const repository = world.server.repository('graphql')
      const commit = repository.push({ 'README.md': '# Home\n\nOne.\n' })
      const space = await GitSpace.create(world)
      const who = { token }
      const gitInfo = { provider: 'GITHUB', url: 'https://github.example/acme/handbook' }
      const input = { spaceId: space.id, url: repository.url, ref: 'refs/heads/main', gitInfo }
      const started = await queried<{ importGitRepository: { operation: { id: string; state: string } } }>(
        t,
        who,
        `mutation($input: ImportGitRepositoryInput!) { importGitRepository(input: $input) { ${OPERATION} } }`,
        { input },
      )
      const { id } = started.importGitRepository.operation
      expect(started.importGitRepository.operation).toMatchObject({ state: 'RUNNING', url: repository.url })
      expect(await space.ended()).toMatchObject({ id, state: 'success', commit })
      const read = `query($id: ID!) { space(id: $id) { gitSync { repoName installationProvider url }
      gitOperations(first: 5) { nodes { id state result stage commit revision { id } report { created { path } } } } } }`
      expect(await queried(t, who, read, { id: space.id })).toMatchObject({
        space: {
          gitSync: { repoName: 'graphql', installationProvider: 'GITHUB', url: gitInfo.url },
          gitOperations: {
            nodes: [
              {
                id,
                state: 'SUCCESS',
                result: 'APPLIED',
                commit,
                report: { created: [{ path: 'README.md' }] },
              },
            ],
          },
        },
      })
      const events = await t.db.database.prisma.event.findMany({
        where: { spaceId: space.id },
        orderBy: { position: 'asc' },
      })
      const types = events.map(({ type }) => type)
      expect(types).toContain('git.import_completed')
      // One for each stage, before the end.
      const progress = events.filter(({ type }) => type === 'git.progressed')
      expect(progress.map(({ subject }) => subject)).toEqual(Array(4).fill({ gitOperation: id }))
      expect(types.lastIndexOf('git.progressed')).toBeLessThan(types.indexOf('git.import_completed'))
      const exported = await queried<{ exportToGitRepository: { operation: { id: string } } }>(
        t,
        who,
        `mutation($input: ExportToGitRepositoryInput!) { exportToGitRepository(input: $input) { ${OPERATION} } }`,
        { input: { ...input, commitMessage: 'Export' } },
      )
      const ended = await space.ended()
      expect(ended).toMatchObject({ id: exported.exportToGitRepository.operation.id, result: 'unchanged' })
    },
    TIME_LIMIT_MS,
  )
})

interface Progress {
  type: string
  gitOperation: { id: string; stage: string; done: number; total: number | null }
}

it(
  'subscribers receive the progress of an import, with the files that are done',
  async () => {
    const { t, token } = world
    const { prisma } = t.db.database
    const repository = world.server.repository('progress')
    const images = Array.from({ length: 30 }, (_, n) => [`.gitbook/assets/${n}.txt`, `File ${n}\n`])
    repository.push({ 'README.md': '# Home\n', ...Object.fromEntries(images) })
    const files = images.length + 1
    const space = await GitSpace.create(world)
    const client = await follow('WebSocket', t, token, {
      query: screenDocument('views', 'GitLive'),
      variables: { space: space.id },
    })
    // What is written for each event, which a subscriber reads as it is by then.
    await prisma.$executeRaw`CREATE TABLE progress (stage text, done int, total int)`
    await prisma.$executeRaw`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO progress VALUES (NEW."stage", NEW."done", NEW."total"); RETURN NEW; END $$`
    await prisma.$executeRaw`CREATE TRIGGER note AFTER UPDATE OF "done" ON "GitOperation" FOR EACH ROW EXECUTE FUNCTION note()`
    // Progress is written once a second: every look at the clock finds another second.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    const { id } = await space.import(repository.url).finally(() => clock.mockRestore())
    const written = await prisma.$queryRaw<Progress['gitOperation'][]>`SELECT * FROM progress`
    await prisma.$executeRaw`DROP FUNCTION note CASCADE`
    const counted = written.filter(({ stage }) => stage === 'content_process').map(({ done }) => done)
    expect(counted).toEqual([...counted].sort((one, other) => one - other))
    expect([counted[0], counted.at(-1)]).toEqual([0, files])
    expect(new Set(counted).size).toBe(images.length + 1)
    expect(new Set(written.flatMap(({ total }) => total ?? []))).toEqual(new Set([files]))
    const received: Progress[] = []
    while (received.at(-1)?.type !== 'GIT_IMPORT_COMPLETED') {
      const { data, errors } = (await client.results.next()) as unknown as {
        data?: { spaceActivity: Progress }
        errors?: object
      }
      if (!data) throw new Error(JSON.stringify(errors))
      received.push(data.spaceActivity)
    }
    await client.close()
    const progress = received.filter(({ type }) => type === 'GIT_PROGRESSED')
    const where = { spaceId: space.id, type: 'git.progressed' }
    expect(progress).toHaveLength(await prisma.event.count({ where }))
    for (const { gitOperation } of progress) {
      expect(gitOperation).toMatchObject({ id, done: expect.any(Number) })
      expect(gitOperation.done).toBeLessThanOrEqual(gitOperation.total ?? files)
    }
  },
  TIME_LIMIT_MS,
)

it(
  'a space runs two imports that are requested at once one after the other',
  async () => {
    const repository = world.server.repository('twice')
    repository.push({ 'README.md': '# Home\n' })
    const space = await GitSpace.create(world)
    const body = { url: repository.url, ref: 'refs/heads/main' }
    const answers = await Promise.all([1, 2].map(() => space.call('POST', '/git/import', body)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await space.ended()
    const { body: list } = await space.call('GET', '/git/operations')
    const { items } = list as { items: { result: string; startedAt: string; endedAt: string }[] }
    // Either of the two requests can be the first.
    const [first, second] = items.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    expect([first?.result, second?.result]).toEqual(['applied', 'unchanged'])
    expect(Date.parse(second?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.endedAt ?? ''))
  },
  TIME_LIMIT_MS,
)

it(
  'an operation recognizes the commit of an export whose node died after the push',
  async () => {
    const repository = world.server.repository('died')
    repository.push({ 'README.md': '# Home\n\nOne.\n', 'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const home = await space.page('home')
    await space.change({
      operation: 'update_page',
      page: home.id,
      document: { markdown: '# Home\n\nTwo.\n' },
    })
    // The state of a dead node: its commit is on the branch, and the operation knows it.
    const { prisma } = world.t.db.database
    const before = await prisma.gitSync.findFirstOrThrow({ where: { spaceId: space.id } })
    const { id: _id, ...first } = await space.export(repository.url)
    await prisma.gitSync.update({
      where: { spaceId_key: { spaceId: space.id, key: before.key } },
      data: { commit: before.commit, revisionId: before.revisionId },
    })
    const tip = first.commit ?? ''
    // By a trigger, because the job starts as soon as the operation is stored.
    await prisma.$executeRawUnsafe(`CREATE FUNCTION set_tip() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN NEW."commit" := '${tip}'; RETURN NEW; END $$`)
    await prisma.$executeRawUnsafe(
      'CREATE TRIGGER set_tip BEFORE INSERT ON "GitOperation" FOR EACH ROW EXECUTE FUNCTION set_tip()',
    )
    const again = await space.export(repository.url, { commitMessage: 'Again' })
    await prisma.$executeRawUnsafe('DROP FUNCTION set_tip() CASCADE')
    expect(again).toMatchObject({ state: 'success', result: 'applied', commit: tip })
    expect(repository.files()['README.md']).toBe('# Home\n\nTwo.\n')
  },
  TIME_LIMIT_MS,
)

it(
  'an operation fails for a user who has lost access since the request',
  async () => {
    const repository = world.server.repository('lost')
    repository.push({ 'README.md': '# Home\n' })
    const { t, organizationId } = world
    const editor = await t.build.buildPerson({ organizationId, role: 'edit' })
    const { id } = await t.build.buildSpace({ organizationId })
    const space = new GitSpace(world, id, editor.token)
    // The role is lost in the transaction of the request, before any job can see it.
    const requested = world.server.sent
    await t.db.database.prisma.$executeRawUnsafe(
      `CREATE FUNCTION lose_role() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE "Member" SET "role" = 'read' WHERE "userId" = NEW."createdById"; RETURN NEW; END $$`,
    )
    await t.db.database.prisma.$executeRawUnsafe(
      `CREATE TRIGGER lose_role AFTER INSERT ON "GitOperation" FOR EACH ROW
      WHEN (NEW."spaceId" = '${id}') EXECUTE FUNCTION lose_role()`,
    )
    const ended = await space.import(repository.url)
    expect(ended).toMatchObject({ state: 'failure', error: expect.stringContaining('edit role') })
    // The repository was not contacted.
    expect(world.server.sent).toBe(requested)
  },
  TIME_LIMIT_MS,
)
