import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsOf } from '../support/statements.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
beforeAll(async () => {
  world = await startGitWorld()
})
afterAll(() => world.close())

const PER_FOLDER = 50

/** Pages in folders, with links between them, and a file for every twentieth of them. */
function repositoryOf(pages: number): Record<string, string> {
  const files: Record<string, string> = { 'README.md': '# Home\n' }
  const entries = ['* [Home](README.md)']
  for (let n = 0; n < pages; n++) {
    const folder = `part-${Math.floor(n / PER_FOLDER)}`
    if (n % PER_FOLDER === 0) {
      files[`${folder}/README.md`] = `# ${folder}\n`
      entries.push(`* [${folder}](${folder}/README.md)`)
    }
    files[`${folder}/page-${n}.md`] =
      `# Page ${n}\n\n${`Some words about subject ${n}. `.repeat(20)}\n\n[Next](page-${n + 1}.md)\n`
    entries.push(`  * [Page ${n}](${folder}/page-${n}.md)`)
    if (n % 20 === 0) files[`.gitbook/assets/file-${n}.txt`] = `The file ${n}.`
  }
  return { ...files, 'SUMMARY.md': `# Table of contents\n\n${entries.join('\n')}\n` }
}

/** What a node does from time to time, whatever is imported. */
const isPolling = (text: string) => /"(?:QueuedJob|WebhookCursor|Notification\w*)"/.test(text)

it(
  'an import stores the pages and files of a new space with few statements',
  async () => {
    for (const pages of [100, 400]) {
      const repository = world.server.repository(`pages-${pages}`)
      const files = repositoryOf(pages)
      repository.push(files)
      const space = await GitSpace.create(world)
      const statements = await statementsOf(world.t, async () => {
        expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
      })
      const count = Object.keys(files).length - 1
      expect(await space.pages()).toHaveLength(count - pages / 20)
      // The progress of the operation and the readers of its events take some, whatever the number of files.
      expect(statements.filter((text) => !isPolling(text)).length).toBeLessThanOrEqual(120 + count / 50)
    }
  },
  TIME_LIMIT_MS,
)

/** The statements of an import while it locks the space. */
function whileLocked(statements: readonly string[]): string[] {
  const begun = statements.findIndex((text) => text.includes('FOR NO KEY UPDATE OF s'))
  const locked = statements.slice(begun, statements.indexOf('COMMIT', begun))
  expect(begun).toBeGreaterThan(-1)
  return locked.filter((text) => !isPolling(text))
}

it(
  'an import merges texts before it locks the space, however many pages both sides changed',
  async () => {
    const page = (n: number, top: string, bottom: string) =>
      `# Page ${n}\n\n${top}\n\nA line.\n\nAnother line.\n\n${bottom}\n`
    const counts: number[] = []
    for (const pages of [2, 20]) {
      const repository = world.server.repository(`both-${pages}`)
      const all = [...Array(pages).keys()]
      const files = (top: string) =>
        Object.fromEntries(all.map((n) => [`page-${n}.md`, page(n, top, 'The end.')]))
      repository.push(files('The top.'))
      const space = await GitSpace.create(world)
      await space.import(repository.url)
      const changes = (await space.pages()).map(({ id }, n) => ({
        operation: 'update_page',
        page: id,
        document: { markdown: page(n, 'The top.', 'Another end.') },
      }))
      await space.change(...changes)
      repository.push(files('Another top.'))
      const statements = await statementsOf(world.t, async () => {
        expect(await space.import(repository.url)).toMatchObject({ state: 'success', result: 'applied' })
      })
      const { markdown } = await space.page('page-1')
      expect(markdown).toContain('Another top.')
      expect(markdown).toContain('Another end.')
      const locked = whileLocked(statements)
      expect(locked.filter((text) => text.includes('d."markdown"'))).toEqual([])
      counts.push(locked.length)
    }
    expect(counts[1]).toBe(counts[0])
  },
  TIME_LIMIT_MS,
)
