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
const isPolling = (text: string) => text.includes('"QueuedJob"') || text.includes('"WebhookCursor"')

it(
  'stores the pages and files of a first import with few statements',
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
      expect(statements.filter((text) => !isPolling(text)).length).toBeLessThanOrEqual(60 + count / 50)
    }
  },
  TIME_LIMIT_MS,
)
