import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { downloadArchive } from '../../src/modules/import/archive/archive-download.ts'
import { createTemporaryFiles } from '../../src/platform/disk/temporary-files.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { serveWeb } from '../support/web.ts'

const mebibyte = 1024 * 1024

/** Downloads bytes, and returns them as they were received, with the files that exist meanwhile and afterwards. */
async function downloaded(bytes: Buffer) {
  const web = await serveWeb((_request, response) => response.end(bytes))
  const directory = await mkdtemp(join(tmpdir(), 'quire-download-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const outbound = createOutbound({ allow: [web.host] })
  const limits = { maxBytes: 4 * mebibyte, timeoutMs: 10_000 }
  const found = await createTemporaryFiles(directory, () => new Date()).use(async (newFile) => {
    const archive = await downloadArchive({ outbound, url: `${web.origin}/docs.zip`, newFile, ...limits })
    const received = typeof archive === 'string' ? await readFile(archive) : archive
    return { received, files: await readdir(directory) }
  })
  return { ...found, filesAfterwards: await readdir(directory) }
}

it('a download keeps a small archive in memory, without a file', async () => {
  const bytes = randomBytes(mebibyte)
  const { received, files } = await downloaded(bytes)
  expect(received?.equals(bytes)).toBe(true)
  expect(files).toEqual([])
})

it('a download writes a larger archive to a file, which is removed afterwards', async () => {
  const bytes = randomBytes(mebibyte + 1)
  const { received, files, filesAfterwards } = await downloaded(bytes)
  expect(received?.equals(bytes)).toBe(true)
  expect(files).toHaveLength(1)
  expect(filesAfterwards).toEqual([])
})
