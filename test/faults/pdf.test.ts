import { expect, test, vi } from 'vitest'
import { removeOldFiles } from '../../src/modules/pdf/production/rendered-files.ts'
import { call, newSpace } from './calls.ts'
import { nodesForFile } from './node.ts'

const PATIENCE = { timeout: 90_000, interval: 50 }
const PAGES = 40

const { db, nodes } = await nodesForFile()

test('a PDF whose node is killed while it renders is rendered by another one, and nothing of it is left', async () => {
  const doomed = await nodes.start()
  const space = await newSpace(doomed.origin)
  const markdown = 'Words of a page.\n\n'.repeat(200)
  const changes = Array.from({ length: PAGES }, (_, n) => ({
    operation: 'insert_page',
    title: `Page ${n}`,
    document: { markdown },
  }))
  await call(doomed.origin, 'POST', `/spaces/${space}/content?compat=false`, { changes })
  const url = String((await call(doomed.origin, 'GET', `/spaces/${space}/pdf`)).url)
  const ask = (origin: string) =>
    fetch(url.replace(doomed.origin, origin), { headers: { prefer: 'respond-async' } })
  expect((await ask(doomed.origin)).status).toBe(202)
  const { renderedFile, renderedPiece } = db.database.prisma
  await vi.waitFor(async () => expect((await renderedFile.findFirst())?.done).toBeGreaterThan(0), PATIENCE)
  await doomed.process.end('SIGKILL')

  const other = await nodes.start()
  // It counts as being rendered for ten minutes. A client that waits gets it at once.
  expect((await ask(other.origin)).status).toBe(202)
  const response = await fetch(url.replace(doomed.origin, other.origin))
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF')
  expect((await ask(other.origin)).status).toBe(200)

  expect(await renderedFile.count()).toBe(2)
  await removeOldFiles(db.database, { now: new Date(Date.now() + 11 * 60 * 1000), most: 2 ** 30 })
  expect(await renderedFile.findMany({ select: { size: true } })).toEqual([{ size: bytes.length }])
  const pieces = await renderedPiece.findMany()
  expect(pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)).toBe(bytes.length)
  expect(nodes.bugs()).toEqual([])
})
