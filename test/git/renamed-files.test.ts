import { afterAll, beforeAll, expect, it } from 'vitest'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world.close())

interface FileBody {
  id: string
  name: string
  downloadURL: string
}

const filesOf = async (space: GitSpace): Promise<FileBody[]> =>
  ((await space.call('GET', '/content/files')).body as { items: FileBody[] }).items

const bytesOf = async ({ downloadURL }: FileBody): Promise<string> => (await fetch(downloadURL)).text()

const brokenIn = async (space: GitSpace): Promise<number> =>
  ((await space.call('GET', '/links?status=broken')).body as { items: object[] }).items.length

it(
  'a file that was renamed keeps its name, its links and its place when its repository is imported and exported again',
  async () => {
    const repository = world.server.repository('renamed-file')
    const home = (words: string) => `# Home\n\n${words} [Notes](.gitbook/assets/notes.txt)\n`
    repository.push({ 'README.md': home('One.'), '.gitbook/assets/notes.txt': 'First.\n' })
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const [file] = await filesOf(space)
    expect(file).toMatchObject({ name: 'notes.txt' })
    await space.change({ operation: 'update_file', file: file?.id, name: 'remarks.txt' })
    const isRenamed = async (bytes: string) => {
      const files = await filesOf(space)
      expect(files.map(({ id, name }) => ({ id, name }))).toEqual([{ id: file?.id, name: 'remarks.txt' }])
      expect(await bytesOf(files[0] as FileBody)).toBe(bytes)
      expect(await space.pages()).toHaveLength(1)
      expect(await brokenIn(space)).toBe(0)
    }
    expect(await space.import(repository.url, { force: true })).toMatchObject({ state: 'success' })
    await isRenamed('First.\n')
    repository.push({ 'README.md': home('Two.') })
    expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
    await isRenamed('First.\n')
    expect((await space.page('home')).markdown).toContain('Two.')
    repository.push({ '.gitbook/assets/notes.txt': 'Second.\n' })
    expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
    await isRenamed('Second.\n')
    expect(await space.export(repository.url)).toMatchObject({ state: 'success' })
    const exported = Object.entries(repository.files()).filter(([path]) => path.endsWith('.txt'))
    expect(exported.map(([, bytes]) => bytes)).toEqual(['Second.\n'])
    expect(await space.import(repository.url, { force: true })).toMatchObject({ state: 'success' })
    await isRenamed('Second.\n')
  },
  TIME_LIMIT_MS,
)
