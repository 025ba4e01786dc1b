import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitServer, startGitServer, type TestRepository } from '../support/git-server.ts'
import { figure, MAX_STALL_MS } from './figures.ts'
import { Target } from './target.ts'

const ENTRIES = 700_000
const POLL_MS = 100

let server: GitServer
let target: Target
let token: string
let spaceId: string
beforeAll(async () => {
  server = await startGitServer()
  // One node: with two, either could run the operation.
  target = await Target.start({ OUTBOUND_ALLOW: server.host, RUN_JOBS: 'true' })
  const { id: organizationId } = await target.build.buildOrganization()
  token = (await target.build.buildPerson({ organizationId, role: 'admin' })).token
  spaceId = (await target.build.buildSpace({ organizationId })).id
})
afterAll(async () => {
  await target?.end()
  await server?.close()
})

const call = async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${target.origin}/v1/spaces/${spaceId}/git/${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (response.status === 204 ? {} : await response.json()) as { items: { id: string; state: string }[] }
}

/** Runs an operation, and returns it when it has ended. */
async function operate(direction: string, { url }: TestRepository, ref = 'refs/heads/main') {
  const message = direction === 'export' ? { commitMessage: 'Update', force: true } : {}
  await call('POST', direction, { url, ref, ...message })
  for (;;) {
    const [newest] = (await call('GET', 'operations?limit=1')).items
    if (newest && newest.state !== 'running') return call('GET', `operations/${newest.id}`)
    await setTimeout(POLL_MS)
  }
}

/** Commits a tree with this many entries, each of them the same file, and a commit with a long message. */
function pushMany(repository: TestRepository, count: number, branch: string): void {
  const git = (args: string[], input: string) =>
    execFileSync('git', ['-C', join(server.folder, 'repositories', 'wide.git'), ...args], {
      input,
      maxBuffer: 1 << 28,
    })
      .toString()
      .trim()
  const blob = repository.git('rev-parse', 'main:README.md').trim()
  const names = Array.from({ length: count }, (_, n) => `100644 blob ${blob}\tf${n}.md\n`).join('')
  const tree = git(['mktree'], `${names}100644 blob ${blob}\tREADME.md\n`)
  const who = 'A <a@example.com> 1700000000 +0000'
  const commit = git(
    ['hash-object', '-t', 'commit', '-w', '--stdin'],
    `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${'Long. '.repeat(5_000_000)}\n`,
  )
  git(['update-ref', `refs/heads/${branch}`, commit], '')
}

test('trees with more entries than are allowed', async () => {
  const repository = server.repository('wide')
  repository.push({ 'README.md': '# Home\n' })
  expect(await operate('import', repository)).toMatchObject({ state: 'success', result: 'applied' })
  pushMany(repository, ENTRIES, 'wide')
  const measured = async (name: string, work: () => Promise<unknown>) => {
    const ms = await target.longestTurnDuring(work)
    figure(`longest stall of the event loop (git, ${name}), ms`, ms, { below: MAX_STALL_MS })
  }
  await measured('import of 700,000 files', async () =>
    expect(await operate('import', repository, 'refs/heads/wide')).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('more than 20000 files'),
    }),
  )
  await measured('export to 700,000 files', async () =>
    expect(await operate('export', repository, 'refs/heads/wide')).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('more than 20000 files'),
    }),
  )
  repository.git('fetch', '--quiet', 'origin', 'wide')
  // The branch of the last sync: the server compares the commits before it reads the tree.
  repository.git('push', '--quiet', '--force', 'origin', 'FETCH_HEAD:main')
  await measured('difference of 700,000 files', async () =>
    expect(await operate('import', repository)).toMatchObject({ state: 'failure' }),
  )
  expect(target.bugs()).toEqual([])
})
