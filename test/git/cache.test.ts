import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimCommit } from './claimed-commit.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

/** A space that a member who is no admin may edit. */
async function spaceOfEditor(): Promise<{ mine: GitSpace; token: string }> {
  const { organizationId, t } = world
  const { user, token } = await t.build.buildPerson({ organizationId, role: null })
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  await t.build.buildGrant('edit', { userId: user.id }, { spaceId }, organizationId)
  return { mine: new GitSpace(world, spaceId, token), token }
}

it(
  'the cache of repositories gives no one the objects of a repository whose server has not sent them to these credentials',
  async () => {
    const closed = world.server.repository('closed', { credentials: 'bot:secret' })
    const commit = closed.push({ 'README.md': '# Payroll\n\nConfidential.\n' })
    const owner = await GitSpace.create(world)
    expect(await owner.import(closed.privateUrl)).toMatchObject({ result: 'applied' })
    const { mine } = await spaceOfEditor()
    const url = claimCommit(world.server, 'claimed', commit)
    for (const repoCacheID of [undefined, closed.url, closed.privateUrl]) {
      const stolen = await mine.import(url, repoCacheID === undefined ? {} : { repoCacheID })
      expect(stolen, JSON.stringify(stolen)).toMatchObject({ state: 'failure' })
      expect(JSON.stringify(await mine.pages())).not.toContain('Payroll')
    }
    // The same host and repository, which these credentials do not open.
    const refused = await mine.import(closed.url.replace('http://', 'http://bot:guess@'))
    expect(refused).toMatchObject({ state: 'failure', error: expect.stringContaining('credentials') })
  },
  TIME_LIMIT_MS,
)

it(
  'an export exports no file of another repository to a new branch',
  async () => {
    const closed = world.server.repository('closed-code', { credentials: 'bot:secret' })
    closed.push({ 'README.md': '# Docs\n', 'src/key.c': 'Confidential.\n' })
    const { mine } = await spaceOfEditor()
    await new GitSpace(world, mine.id).import(closed.privateUrl)
    const own = world.server.repository('own')
    const bare = join(world.server.folder, 'repositories/own.git')
    own.git('-C', bare, 'config', 'receive.shallowUpdate', 'true')
    const exported = await mine.export(own.url, { repoCacheID: closed.url })
    expect(exported, exported.error).toMatchObject({ state: 'success' })
    expect(own.files()).not.toHaveProperty(['src/key.c'])
  },
  TIME_LIMIT_MS,
)

it(
  'an export begins a new branch at the last synced commit, also with other credentials than those of the sync',
  async () => {
    const repository = world.server.repository('rotated')
    const first = repository.push({ 'README.md': '# Docs\n', 'src/main.c': 'int main() {}\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.privateUrl)
    const rotated = repository.url.replace('http://', 'http://user:another-token@')
    // The name of the repository stays, so its last sync is found.
    const sent = world.server.sent
    expect(await space.import(rotated)).toMatchObject({ result: 'unchanged' })
    expect(world.server.sent).toBeGreaterThan(sent)
    await space.change({ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } })
    const other = repository.url.replace('http://', 'http://user:third-token@')
    expect(await space.export(other, { ref: 'refs/heads/next' })).toMatchObject({ result: 'applied' })
    expect(repository.files('next')).toMatchObject({ 'new.md': '# New\n', 'src/main.c': 'int main() {}\n' })
    repository.git('fetch', '--quiet')
    expect(repository.git('rev-parse', 'origin/next~1').trim()).toBe(first)
  },
  TIME_LIMIT_MS,
)
