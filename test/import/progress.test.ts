import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { importProgress } from '../../src/modules/import/import-progress.ts'
import { appForFile } from '../support/app.ts'

const t = await appForFile()
afterEach(() => vi.useRealTimers())

it('an import writes the progress of a stage at most once a second, and the first of each stage at once', async () => {
  const { database } = t.db
  const { id: changeRequestId, spaceId } = await t.build.buildChangeRequest()
  const now = () => new Date()
  const row = await database.prisma.import.create({
    data: {
      id: newId('Import'),
      ...{ spaceId, changeRequestId, source: 'zip', address: 'https://example.com/a.zip', mode: 'update' },
      ...{ state: 'running', stage: 'fetch', createdAt: now() },
    },
  })
  const log = importProgress({ database, now }, row)
  vi.useFakeTimers({ toFake: ['performance'] })
  const doneAfter = async (ms: number, stage: 'fetch' | 'read', done: number) => {
    vi.advanceTimersByTime(ms)
    await log.report(stage, done, 10)
    return (await database.prisma.import.findUniqueOrThrow({ where: { id: row.id } })).done
  }
  expect(await doneAfter(0, 'fetch', 1)).toBe(1)
  expect(await doneAfter(999, 'fetch', 2)).toBe(1)
  expect(await doneAfter(1, 'fetch', 3)).toBe(3)
  expect(await doneAfter(1, 'read', 4)).toBe(4)
})
