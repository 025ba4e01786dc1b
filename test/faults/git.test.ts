import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import '../support/git.ts'
import { type GitServer, startGitServer, type TestRepository } from '../support/git-server.ts'
import { call, newSpace } from './calls.ts'
import { Nodes } from './node.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }

let db: TestDatabase
let server: GitServer
let nodes: Nodes
beforeAll(async () => {
  db = await openTestDatabase()
  server = await startGitServer()
  nodes = new Nodes(db.url, { RUN_JOBS: 'true', OUTBOUND_ALLOW: server.host, JOB_LEASE_MS: '1000' })
})
afterAll(async () => {
  await nodes.end()
  await server.close()
  await db.drop()
})

const branch = { ref: 'refs/heads/main' }

/** The operations of a space, oldest first, after all of them have ended. */
async function ended(origin: string, space: string, count: number) {
  let items: Record<string, unknown>[] = []
  await vi.waitFor(async () => {
    items = (await call(origin, 'GET', `/spaces/${space}/git/operations`)).items.reverse()
    expect(items.filter(({ state }) => state !== 'running')).toHaveLength(count)
  }, PATIENCE)
  return items.map(({ direction, result, error }) => `${direction} ${result ?? error}`)
}

const markdownAt = async (origin: string, space: string, path: string) =>
  (await call(origin, 'GET', `/spaces/${space}/content/path/${path}?format=markdown`)).markdown as string

const files = { 'README.md': '# Home\n\nOne.\n', 'a.md': '# A\n\nText.\n' }
const commitsOf = (repository: TestRepository) => {
  repository.git('fetch', '--quiet')
  return repository.git('rev-list', '--count', 'origin/main').trim()
}

test('an import whose node is killed while it fetches is continued by another one', async () => {
  const repository = server.repository('fetched')
  repository.push(files)
  const doomed = await nodes.start()
  const space = await newSpace(doomed.origin)
  let requests = 0
  // The first fetch never ends: its node is killed while it waits.
  server.answers.set('/fetched.git/git-upload-pack', () => {
    requests += 1
  })
  await call(doomed.origin, 'POST', `/spaces/${space}/git/import`, { ...branch, url: repository.url })
  await vi.waitFor(() => expect(requests).toBe(1), PATIENCE)
  const before = (await call(doomed.origin, 'GET', `/spaces/${space}`)).revision
  await doomed.process.end('SIGKILL')
  server.answers.clear()
  const other = await nodes.start()
  expect((await call(other.origin, 'GET', `/spaces/${space}`)).revision).toBe(before)
  expect(await ended(other.origin, space, 1)).toEqual(['import applied'])
  expect(await markdownAt(other.origin, space, 'home')).toContain('One.')
  await other.process.end('SIGKILL')
})

test('an export whose node is killed after the push is recorded by another one, with one commit', async () => {
  const repository = server.repository('pushed')
  repository.push(files)
  const doomed = await nodes.start()
  const space = await newSpace(doomed.origin)
  await call(doomed.origin, 'POST', `/spaces/${space}/git/import`, { ...branch, url: repository.url })
  await ended(doomed.origin, space, 1)
  const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } }]
  await call(doomed.origin, 'POST', `/spaces/${space}/content`, { changes })
  const killed = new Promise<void>((resolve) => {
    server.afterPush = () => {
      server.afterPush = undefined
      void doomed.process.end('SIGKILL').then(() => resolve())
    }
  })
  const target = { ...branch, url: repository.url, commitMessage: 'Add a page' }
  await call(doomed.origin, 'POST', `/spaces/${space}/git/export`, target)
  await killed
  expect(commitsOf(repository)).toBe('2')
  const other = await nodes.start()
  expect(await ended(other.origin, space, 2)).toEqual([
    'import applied',
    expect.stringMatching(/^export (?:applied|unchanged)$/),
  ])
  expect(commitsOf(repository)).toBe('2')
  // The next import knows the commit.
  await call(other.origin, 'POST', `/spaces/${space}/git/import`, { ...branch, url: repository.url })
  expect((await ended(other.origin, space, 3)).at(-1)).toBe('import unchanged')
  await other.process.end('SIGKILL')
})

test('imports, exports and merges on two nodes at once lose nothing', async () => {
  const repository = server.repository('busy')
  repository.push(files)
  const [one, two] = [await nodes.start(), await nodes.start()]
  const space = await newSpace(one.origin)
  const path = `/spaces/${space}`
  const connection = { ...branch, url: repository.url, importEveryMinutes: null }
  await call(one.origin, 'PUT', `${path}/git/connection`, connection)
  await call(one.origin, 'POST', `${path}/git/import`, { ...branch, url: repository.url })
  await ended(one.origin, space, 1)
  const requests = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const { id } = await call(one.origin, 'POST', `${path}/change-requests`, { subject: `Page ${n}` })
      const changes = [
        { operation: 'insert_page', title: `Page ${n}`, document: { markdown: `# Page ${n}\n` } },
      ]
      await call(one.origin, 'POST', `${path}/change-requests/${id}/content`, { changes })
      return id
    }),
  )
  repository.push({ 'a.md': '# A\n\nPushed.\n' })
  const target = { ...branch, url: repository.url }
  await Promise.all([
    ...requests.map((id, at) =>
      call((at % 2 ? one : two).origin, 'POST', `${path}/change-requests/${id}/merge`),
    ),
    call(one.origin, 'POST', `${path}/git/import`, target),
    call(two.origin, 'POST', `${path}/git/import`, target),
  ])
  await vi.waitFor(async () => {
    const { items } = await call(two.origin, 'GET', `${path}/git/operations`)
    expect(items.every(({ state }) => state === 'success')).toBe(true)
    expect(Object.keys(repository.files()).sort()).toEqual([
      'README.md',
      'SUMMARY.md',
      'a.md',
      'page-1.md',
      'page-2.md',
      'page-3.md',
    ])
  }, PATIENCE)
  expect(repository.files()['a.md']).toBe('# A\n\nPushed.\n')
  expect(await markdownAt(two.origin, space, 'a')).toContain('Pushed.')
  expect(nodes.bugs()).toEqual([])
})
