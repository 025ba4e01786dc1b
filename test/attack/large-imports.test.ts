import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { largeArchive } from '../support/large-archive.ts'
import { figure } from './figures.ts'
import { Target } from './target.ts'

const MIB = 1024 * 1024
const FILES = { files: 100, bytes: 5 * MIB }

const FEW = { files: 12, bytes: MIB }

const site = createServer(({ url }, response) => {
  Readable.from(largeArchive({ 'README.md': '# Home\n' }, url === '/few.zip' ? FEW : FILES)).pipe(response)
})
let target: Target

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  target = await Target.start({ RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' })
})
afterAll(async () => {
  await target.end()
  site.close()
})

/** The resident memory of the server, in MiB. */
const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${target.process.child.pid}/status`, 'utf8'))?.[1]) / 1024

test('an archive of 500 MB is imported without holding it in memory', async () => {
  const space = await target.build.buildSpace()
  const editor = await target.build.buildPerson({ organizationId: space.organizationId, role: 'edit' })
  const { id } = await target.build.buildChangeRequest({ spaceId: space.id, createdById: editor.user.id })
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${target.origin}/v1/spaces/${space.id}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${editor.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const { port } = site.address() as AddressInfo
  let most = 0
  const imported = async (name: string, { files }: { files: number }) => {
    const source = { url: `http://127.0.0.1:${port}/${name}`, source: 'zip' }
    const requested = await call('POST', `/change-requests/${id}/content/import`, source)
    expect(requested.status).toBe(202)
    let { body } = requested
    while (body.state === 'running') {
      await wait(100)
      most = Math.max(most, resident())
      body = (await call('GET', `/imports/${String(body.id)}`)).body
    }
    expect(body).toMatchObject({ state: 'success', importedResources: files + 1 })
  }
  // The threads, connections and caches of the server exist before memory is compared.
  await imported('few.zip', FEW)
  await target.report()
  const before = resident()
  most = before
  await imported('docs.zip', FILES)
  figure('memory for an import of 500 MB of files, MB', most - before, { below: 150 })
  expect(target.bugs()).toEqual([])
})
