import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ImportThreads } from '../../src/modules/import/threads/import-threads.ts'
import { createGit } from '../../src/platform/git.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { zipOf } from '../support/archives.ts'

it('an import starts a thread while its archive is downloaded', { timeout: 60_000 }, async () => {
  const threads = new ImportThreads()
  let started = 0
  const onWorker = () => {
    started++
  }
  process.on('worker', onWorker)
  try {
    let startedBefore = 0
    const content = await threads.run({
      organizationId: 'one',
      outbound: createOutbound({ allow: [] }),
      git: createGit(),
      source: 'zip',
      url: 'https://docs.example.com/docs.zip',
      download: async () => {
        await nextTurn()
        startedBefore = started
        return zipOf({ 'README.md': '# One\n' })
      },
      store: async () => {},
    })
    expect(content?.importedResources).toBe(1)
    expect([startedBefore, started]).toEqual([1, 1])
  } finally {
    process.off('worker', onWorker)
    await threads.close()
  }
})
