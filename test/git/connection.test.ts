import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { GitSpace, type GitWorld, type Operation, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

const SECRET = 'open-sesame-0815'
const MINUTE_MS = 60_000

let world: GitWorld
let later = 0
beforeAll(async () => {
  world = await startGitWorld()
  world.t.clock.now = () => new Date(Date.now() + later)
})
afterAll(() => world?.close())

interface Connection {
  url: string
  ref: string
  exportOnMerge: boolean
  importEveryMinutes: number | null
  error?: string | null
  version?: number
}

interface Api {
  connect(spaceId: string, settings: object): Promise<Connection>
  connection(spaceId: string): Promise<Connection | null>
  disconnect(spaceId: string): Promise<void>
}

const FIELDS =
  'url ref repoProjectDirectory exportOnMerge importEveryMinutes error checkedAt connectedBy { id }'
const rest = (method: string, spaceId: string, body?: object) =>
  callRest(world.t, world, method, `/spaces/${spaceId}/git/connection`, body ? { body } : {})
const mutate = (name: string, input: object, selection: string) =>
  queried<Record<string, { connection: Connection }>>(
    world.t,
    world,
    `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`,
    { input },
  )

const apis: Record<string, Api> = {
  REST: {
    connect: async (spaceId, settings) => {
      const { status, body } = await rest('PUT', spaceId, settings)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as Connection
    },
    connection: async (spaceId) => {
      const { status, body } = await rest('GET', spaceId)
      return status === 404 ? null : (body as Connection)
    },
    disconnect: async (spaceId) => {
      expect((await rest('DELETE', spaceId)).status).toBe(205)
      expect((await rest('DELETE', spaceId)).status).toBe(204)
    },
  },
  GraphQL: {
    connect: async (spaceId, settings) => {
      const answer = await mutate(
        'connectGitRepository',
        { spaceId, ...settings },
        `connection { ${FIELDS} }`,
      )
      return answer.connectGitRepository?.connection as Connection
    },
    connection: async (id) => {
      const query = `query($id: ID!) { space(id: $id) { gitConnection { ${FIELDS} } } }`
      const { space } = await queried<{ space: { gitConnection: Connection } }>(world.t, world, query, { id })
      return space.gitConnection
    },
    disconnect: async (spaceId) => {
      const disconnected = { disconnectGitRepository: { spaceId } }
      expect(await mutate('disconnectGitRepository', { spaceId }, 'spaceId')).toEqual(disconnected)
      expect(await mutate('disconnectGitRepository', { spaceId }, 'spaceId')).toEqual(disconnected)
    },
  },
}

/** Runs the jobs that are due after this time. */
async function passMinutes(minutes: number): Promise<void> {
  later += minutes * MINUTE_MS
  world.t.app.background.onJobQueued()
  await world.t.app.background.idle()
}

async function operationsOf(space: GitSpace): Promise<(Operation & { direction: string })[]> {
  await passMinutes(0)
  const { body } = await space.call('GET', '/git/operations')
  return (body as { items: (Operation & { direction: string })[] }).items.reverse()
}

const summaryOf = (operations: readonly { direction: string; state: string; result?: string }[]) =>
  operations.map(({ direction, state, result = state }) => `${direction} ${result}`)

async function merge(space: GitSpace, subject: string, ...changes: object[]): Promise<void> {
  const opened = await space.call('POST', '/change-requests', { subject })
  const { id } = opened.body as { id: string }
  const changed = await space.call('POST', `/change-requests/${id}/content`, { changes })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const merged = await space.call('POST', `/change-requests/${id}/merge`)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
}

const edit = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

const branch = { ref: 'refs/heads/main' }

describe.each(Object.entries(apis))('the %s API', (name, api) => {
  it(
    'exports every merge, imports every push, and sends nothing back',
    async () => {
      const repository = world.server.repository(`connected-${name}`, { credentials: `bot:${SECRET}` })
      repository.push({ 'README.md': '# Home\n\nOne.\n', 'a.md': '# A\n\nText.\n' })
      const space = await GitSpace.create(world)
      expect(await api.connection(space.id)).toBeNull()
      const settings = { ...branch, url: repository.privateUrl, importEveryMinutes: 5 }
      const connected = { ...branch, url: repository.url, exportOnMerge: true, importEveryMinutes: 5 }
      expect(await api.connect(space.id, settings)).toMatchObject(connected)
      expect(summaryOf(await operationsOf(space))).toEqual(['import applied'])
      // The same settings again.
      await api.connect(space.id, settings)
      await passMinutes(6)
      expect(await operationsOf(space)).toHaveLength(1)

      const home = await space.page('home')
      await merge(space, 'Say two', edit(home.id, '# Home\n\nTwo.\n'))
      const [, exported] = await operationsOf(space)
      expect(summaryOf(await operationsOf(space))).toEqual(['import applied', 'export applied'])
      expect(repository.files()).toMatchObject({ 'README.md': '# Home\n\nTwo.\n' })
      repository.git('pull', '--quiet', 'origin', 'main')
      expect(repository.git('log', '-1', '--format=%H %s').trim()).toBe(
        `${exported?.commit} Merge change request #1: Say two`,
      )
      // The exported commit does not come back.
      await passMinutes(6)
      expect(await operationsOf(space)).toHaveLength(2)

      // A pushed commit comes in, and is not exported.
      repository.push({ 'a.md': '# A\n\nPushed.\n' })
      await passMinutes(6)
      await passMinutes(6)
      expect((await space.page('a')).markdown).toContain('Pushed.')
      expect(summaryOf(await operationsOf(space)).slice(2)).toEqual(['import applied'])

      // A commit that was pushed before a merge is imported before the export.
      const pushed = repository.push({ 'a.md': '# A\n\nPushed again.\n' })
      await merge(space, 'Say three', edit(home.id, '# Home\n\nThree.\n'))
      expect(
        summaryOf(await operationsOf(space))
          .slice(3)
          .sort(),
      ).toEqual(['export applied', 'import applied'])
      expect(repository.files()).toMatchObject({
        'README.md': '# Home\n\nThree.\n',
        'a.md': '# A\n\nPushed again.\n',
      })
      repository.git('pull', '--quiet', 'origin', 'main')
      expect(repository.git('rev-parse', 'HEAD~1').trim()).toBe(pushed)
      expect(await api.connection(space.id)).toMatchObject(connected)

      await api.disconnect(space.id)
      expect(await api.connection(space.id)).toBeNull()
      repository.push({ 'a.md': '# A\n\nToo late.\n' })
      await merge(space, 'Say four', edit(home.id, '# Home\n\nFour.\n'))
      await passMinutes(6)
      expect(await operationsOf(space)).toHaveLength(5)
      const { prisma } = world.t.db.database
      const events = await prisma.event.findMany({
        where: { spaceId: space.id, type: { startsWith: 'git.' } },
      })
      const types = events.map(({ type }) => type)
      expect(types.filter((type) => /connected$/.test(type))).toEqual(['git.connected', 'git.disconnected'])
      expect(
        JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain(SECRET)
    },
    TIME_LIMIT_MS * 2,
  )
})

it('a connection limits how often a branch is checked', async () => {
  const space = await GitSpace.create(world)
  const url = 'https://git.example/a.git'
  for (const importEveryMinutes of [4, 1441, 7.5]) {
    const { status, body } = await rest('PUT', space.id, { ...branch, url, importEveryMinutes })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('importEveryMinutes')
  }
})

const failuresOf = async (space: GitSpace) => {
  const { event } = world.t.db.database.prisma
  const where = { spaceId: space.id, type: { endsWith: '_failed' } }
  return (await event.findMany({ where, orderBy: { position: 'asc' } })).map(({ type }) => type)
}

it(
  'a connection retries a failed export later, and reports the failure in the connection',
  async () => {
    const repository = world.server.repository('retried')
    repository.push({ 'README.md': '# Home\n\nOne.\n', 'a.md': '# A\n' })
    const space = await GitSpace.create(world)
    const { REST } = apis as { REST: Api }
    await REST.connect(space.id, { ...branch, url: repository.url, importEveryMinutes: null })
    await space.import(repository.url)
    const home = await space.page('home')
    const refuse = () =>
      world.server.answers.set('/retried.git/info/refs', (_request, response) =>
        response.writeHead(500).end(),
      )
    refuse()
    await merge(space, 'Say two', edit(home.id, '# Home\n\nTwo.\n'))
    expect(summaryOf(await operationsOf(space)).slice(1)).toEqual(['export failure'])
    expect((await REST.connection(space.id))?.error).toContain('status 500')
    expect(await failuresOf(space)).toEqual(['git.export_failed'])
    world.server.answers.delete('/retried.git/info/refs')
    await passMinutes(6)
    expect(summaryOf(await operationsOf(space)).slice(1)).toEqual(['export failure', 'export applied'])
    expect(repository.files()['README.md']).toBe('# Home\n\nTwo.\n')
    expect((await REST.connection(space.id))?.error).toBeUndefined()
    await passMinutes(60)
    expect(await operationsOf(space)).toHaveLength(3)
    refuse()
    await space.import(repository.url)
    expect(await failuresOf(space)).toEqual(['git.export_failed', 'git.import_failed'])
  },
  TIME_LIMIT_MS,
)

describe('an operation that somebody starts in a connected space', () => {
  it(
    'uses the credentials of the connection for its address, branch and folder, and for nothing else',
    async () => {
      const repository = world.server.repository('started', { credentials: `bot:${SECRET}` })
      repository.push({ 'README.md': '# Home\n\nOne.\n' })
      const space = await GitSpace.create(world)
      expect(await space.import(repository.url)).toMatchObject({ state: 'failure' })
      const settings = { ...branch, url: repository.privateUrl, importEveryMinutes: null }
      expect((await rest('PUT', space.id, settings)).status).toBe(200)
      expect(await space.import(repository.url, { dryRun: true })).toMatchObject({
        state: 'success',
        dryRun: true,
        report: { created: [{ path: 'README.md' }] },
      })
      expect(await space.import(repository.url)).toMatchObject({
        state: 'success',
        dryRun: false,
        result: 'applied',
      })
      expect(await space.export(repository.url, { ref: 'refs/heads/other' })).toMatchObject({
        state: 'failure',
      })
      expect(await space.import(repository.url, { repoProjectDirectory: 'docs' })).toMatchObject({
        state: 'failure',
      })
      expect((await rest('DELETE', space.id)).status).toBe(205)
      expect(await space.import(repository.url)).toMatchObject({ state: 'failure' })
    },
    TIME_LIMIT_MS,
  )
})
