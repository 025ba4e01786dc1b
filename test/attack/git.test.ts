import { afterAll, beforeAll, expect, it } from 'vitest'
import { GitSpace, type GitWorld, startGitWorld } from '../git/git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world?.close())

const MEBIBYTE = 1024 * 1024

it('an import from Git refuses submodules, large files and deep folders by name, and imports the rest', async () => {
  const repository = world.server.repository('large')
  const deep = `${Array.from({ length: 32 }, (_, n) => `d${n}`).join('/')}/deep.txt`
  repository.push({
    'README.md': '# Home\n',
    'long.md': `# Long\n\n${'word '.repeat(450_000)}\n`,
    '.gitbook/assets/large.bin': Buffer.alloc(33 * MEBIBYTE, 1),
    [deep]: 'deep',
    'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n* [Long](long.md)\n',
  })
  const head = repository.git('rev-parse', 'HEAD').trim()
  repository.git('update-index', '--add', '--cacheinfo', `160000,${head},vendor`)
  repository.git('commit', '--quiet', '-m', 'Add a submodule')
  repository.git('push', '--quiet', 'origin', 'HEAD')
  const space = await GitSpace.create(world)
  const imported = await space.import(repository.url)
  expect(imported).toMatchObject({ state: 'success', result: 'applied' })
  const refused = Object.fromEntries(imported.report.refused.map(({ path, reason }) => [path, reason]))
  expect(refused).toEqual({
    vendor: expect.stringContaining('submodule'),
    'long.md': expect.stringMatching(/bytes; at most 2097152/),
    '.gitbook/assets/large.bin': expect.stringMatching(/34603008 bytes; at most 33554432/),
    [deep]: expect.stringContaining('32 folders deep'),
  })
  expect((await space.pages()).map(({ title }) => title)).toEqual(['Home'])
  // An export does not touch them.
  await space.change({ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } })
  expect(await space.export(repository.url)).toMatchObject({ result: 'applied' })
  expect(repository.changedIn('main').sort()).toEqual(['SUMMARY.md', 'new.md'])
  expect(repository.files()['SUMMARY.md']).toContain('* [Long](long.md)')
})

it('an import from Git fails with more than 20,000 files', async () => {
  const repository = world.server.repository('many')
  const files = Array.from({ length: 20_000 }, (_, n) => [`f${n % 100}/${n}.txt`, String(n)])
  repository.push({ 'README.md': '# Home\n', ...Object.fromEntries(files) })
  const space = await GitSpace.create(world)
  const before = await space.revision()
  expect(await space.import(repository.url)).toMatchObject({
    state: 'failure',
    error: expect.stringMatching(/more than 20000 files, which is the limit. Set repoProjectDirectory/),
  })
  expect(await space.revision()).toBe(before)
})
