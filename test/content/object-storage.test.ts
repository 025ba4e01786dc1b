import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import type { Space } from '../../src/generated/prisma/client.ts'
import { moveFiles, removeUnusedObjects } from '../../src/modules/revisions/index.ts'
import { purgeDeletedSpaces } from '../../src/modules/spaces/spaces.purge.ts'
import { fileStorage } from '../../src/server/operation-tools.ts'
import { checkFiles } from '../../src/tools/doctor/file-checks.ts'
import { noteOnObjects } from '../../src/tools/note-on-objects.ts'
import { appForFile } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'
import { TestS3 } from '../support/s3.ts'
import { serveWeb } from '../support/web.ts'

const s3 = await TestS3.start()
afterAll(() => s3.close())
const t = await appForFile({ environment: { ...s3.environment, OUTBOUND_ALLOW: '127.0.0.1' } })
const inDatabase = await appForFile({ sharing: t })
const files = fileStorage(loadConfig(s3.environment))
if (!files) throw new Error('The settings name no storage.')
afterAll(() => files.close())

let editor: Person
let space: Space
beforeEach(async () => {
  space = await t.build.buildSpace()
  editor = await t.build.buildPerson({ organizationId: space.organizationId, role: 'admin' })
})
afterEach(() => {
  t.faults.length = 0
})

const DAY = 24 * 60 * 60 * 1000
const { signal } = new AbortController()
const { prisma } = t.db.database
const rows = (spaceId = space.id) => prisma.blob.findMany({ where: { spaceId } })
const removeUnused = (days = 2) =>
  removeUnusedObjects({ database: t.db.database, files, now: new Date(Date.now() + days * DAY), signal })

const upload = (bytes: Uint8Array, app = t) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'data.bin')
  return callRest(app, editor, 'POST', `/spaces/${space.id}/content/files`, { form })
}

async function urlOf(answer: Awaited<ReturnType<typeof upload>>): Promise<string> {
  expect(answer.status, answer.trace).toBe(201)
  const { insertedFiles } = answer.body as { insertedFiles: { id: string }[] }
  const file = await callRest(t, editor, 'GET', `/spaces/${space.id}/content/files/${insertedFiles[0]?.id}`)
  return (file.body as { downloadURL: string }).downloadURL
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('files in object storage', () => {
  it('are stored as objects, and are read in ranges', async () => {
    const bytes = randomBytes(300_000)
    const url = await urlOf(await upload(bytes))
    const [row] = await rows()
    expect(row).toMatchObject({ bytes: null, object: expect.stringContaining(row?.hash ?? '?') })
    expect(await s3.keys()).toContain(row?.object)

    const whole = await fetch(url)
    expect(await bytesOf(whole)).toEqual(bytes)
    for (const [start, end] of [
      [0, 9],
      [60_000, 70_000],
      [100_000, 299_999],
    ] as const) {
      const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/300000`])
      expect(await bytesOf(part)).toEqual(bytes.subarray(start, end + 1))
    }
  })

  it('that have no bytes can be read', async () => {
    const response = await fetch(await urlOf(await upload(new Uint8Array())))
    expect([response.status, await bytesOf(response)]).toEqual([200, Buffer.alloc(0)])
  })

  it('of an archive are stored as objects, each once', async () => {
    const logo = randomBytes(2_000)
    const archive = zipOf({
      'README.md': '# One\n\n![](a.bin)\n',
      'a.bin': logo,
      'b.bin': logo,
      'c.bin': randomBytes(600_000),
    })
    const web = await serveWeb((_request, response) => response.end(archive))
    const changeRequest = await t.build.buildChangeRequest({ spaceId: space.id })
    const path = `/spaces/${space.id}/change-requests/${changeRequest.id}/content`
    const body = { url: `${web.origin}/docs.zip`, source: 'zip' }
    const { status, trace } = await callRest(t, editor, 'POST', `${path}/import`, { body })
    expect(status, trace).toBeLessThan(300)
    const stored = await rows()
    expect(stored).toHaveLength(2)
    expect(stored.every(({ object }) => object !== null)).toBe(true)
  })

  it('are unavailable while the storage is, and nothing is lost', async () => {
    const bytes = randomBytes(100_000)
    const answer = await upload(bytes)
    const url = await urlOf(answer)
    const tag = (await fetch(url)).headers.get('etag') ?? ''
    const before = await prisma.space.findUniqueOrThrow({ where: { id: space.id } })
    await s3.kill()
    onTestFinished(() => s3.start())

    const read = await fetch(url)
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await read.json()).toMatchObject({
      error: { message: expect.stringContaining('storage of files') },
    })
    const write = await upload(randomBytes(10))
    expect(write.status, write.trace).toBe(503)
    expect(write.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect(await rows()).toHaveLength(1)
    expect(await prisma.space.findUniqueOrThrow({ where: { id: space.id } })).toEqual(before)
  })

  it('are read again after the storage was restarted', async () => {
    const bytes = randomBytes(100_000)
    const url = await urlOf(await upload(bytes))
    await s3.kill()
    await s3.start()
    expect(await bytesOf(await fetch(url))).toEqual(bytes)
  })

  it('that were stored in the database before are still read, and can be moved to the storage and back', async () => {
    const bytes = randomBytes(700_000)
    const url = await urlOf(await upload(bytes, inDatabase))
    expect(await rows()).toMatchObject([{ object: null }])
    expect(await bytesOf(await fetch(url))).toEqual(bytes)

    await moveFiles(t.db.database, { files, to: 'storage', onProgress: () => {} })
    const [moved] = await rows()
    expect(moved).toMatchObject({ bytes: null, object: expect.any(String) })
    expect(await bytesOf(await fetch(url))).toEqual(bytes)

    await moveFiles(t.db.database, { files, to: 'database', onProgress: () => {} })
    expect(await prisma.blob.count({ where: { object: { not: null } } })).toBe(0)
    expect(await bytesOf(await fetch(url))).toEqual(bytes)
    await removeUnused()
    expect(await s3.keys()).toEqual([])
  })
})

describe('commands', () => {
  const url = t.db.url
  const config = (environment = s3.environment) => loadConfig(environment)

  it('say that a backup does not contain the bytes of objects', async () => {
    await upload(randomBytes(60))
    expect(await noteOnObjects(url)).toMatch(
      /^The bytes of \d+ files .* are in the bucket of FILES_URL and not in the backup/,
    )
  })

  it('find out whether the storage works and has the objects', async () => {
    await upload(randomBytes(70))
    expect(await checkFiles(url, config())).toMatchObject([{ state: 'ok' }])
    const wrongKey = { ...s3.environment, FILES_SECRET_KEY: 'wrong' }
    expect(await checkFiles(url, config(wrongKey))).toMatchObject([
      { state: 'problem', found: expect.stringContaining('403 SignatureDoesNotMatch') },
    ])
    const otherFolder = { ...s3.environment, FILES_URL: `${s3.environment.FILES_URL}/other` }
    expect(await checkFiles(url, config(otherFolder))).toMatchObject([
      { state: 'problem', found: expect.stringContaining('does not exist in the bucket') },
    ])
    expect(await checkFiles(url, config({}))).toMatchObject([
      { state: 'problem', found: expect.stringContaining('FILES_URL is not set') },
    ])
  })
})

describe('objects of files', () => {
  it('are removed with the last space that has them', async () => {
    await upload(randomBytes(50))
    const [row] = await rows()
    const copy = await callRest(t, editor, 'POST', `/spaces/${space.id}/duplicate`)
    const { id: copyId } = copy.body as { id: string }
    expect(await rows(copyId)).toMatchObject([{ object: row?.object }])

    for (const [spaceId, isKept] of [
      [space.id, true],
      [copyId, false],
    ] as const) {
      await prisma.space.update({ where: { id: spaceId }, data: { deletedAt: new Date(0) } })
      await purgeDeletedSpaces(t.db.database, { now: new Date() })
      await removeUnused(0)
      expect((await s3.keys()).includes(row?.object ?? '')).toBe(isKept)
    }
    expect(await prisma.fileObject.count({ where: { key: row?.object ?? '' } })).toBe(0)
  })

  it('of uploads that failed are removed after a day', async () => {
    await removeUnused()
    const before = await s3.keys()
    await prisma.space.update({ where: { id: space.id }, data: { editMode: 'locked' } })
    const { status, trace } = await upload(randomBytes(20))
    expect(status, trace).toBe(409)
    expect(await s3.keys()).toHaveLength(before.length + 1)
    expect(await removeUnused(0)).toBe(0)
    expect(await removeUnused()).toBe(1)
    expect(await s3.keys()).toEqual(before)
  })

  it('are kept in the list while the storage does not respond', async () => {
    await prisma.space.update({ where: { id: space.id }, data: { editMode: 'locked' } })
    await upload(randomBytes(30))
    const count = await prisma.fileObject.count()
    await s3.kill()
    await expect(removeUnused()).rejects.toThrow('cannot be used')
    expect(await prisma.fileObject.count()).toBe(count)
    await s3.start()
    expect(await removeUnused()).toBe(1)
  })

  it('cannot be removed while a blob refers to them, and no blob can refer to one that was removed', async () => {
    await upload(randomBytes(40))
    const [row] = await rows()
    await expect(prisma.fileObject.delete({ where: { key: row?.object ?? '' } })).rejects.toThrow()
    const late = { spaceId: space.id, hash: 'late', object: 'removed' }
    await expect(prisma.blob.create({ data: late })).rejects.toThrow()
  })
})
