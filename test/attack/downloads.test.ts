import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { Target } from './target.ts'

const READERS = 24
const MIB = 1024 * 1024
const BYTES = 28 * MIB

let target: Target
let url: string

beforeAll(async () => {
  target = await Target.start()
  const space = await target.build.buildSpace()
  const editor = await target.build.buildPerson({ organizationId: space.organizationId, role: 'edit' })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(randomBytes(BYTES))]), 'large.bin')
  const response = await fetch(`${target.origin}/v1/spaces/${space.id}/content/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
    body: form,
  })
  const { insertedFiles } = (await response.json()) as { insertedFiles: { downloadURL: string }[] }
  url = insertedFiles[0]?.downloadURL ?? ''
})
afterAll(() => target.end())

/** The memory of the server, once garbage collection frees no more. */
async function held(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (;;) {
    const { heapUsed, external } = await target.report()
    if (heapUsed + external > least * 0.99) return least
    least = heapUsed + external
  }
}

test('slow readers of a large file keep little of it in memory', async () => {
  const whole = await fetch(url)
  expect((await whole.arrayBuffer()).byteLength).toBe(BYTES)
  const before = { held: await held(), rss: (await target.report()).rss }
  const readers = fork(fileURLToPath(new URL('slow-readers.mjs', import.meta.url)), [url, String(READERS)], {
    execArgv: [],
  })
  // Sent once every reader has received its first bytes and stopped reading.
  const [begun] = await once(readers, 'message')
  expect(begun).toBe(READERS)
  const perReader = (bytes: number) => bytes / READERS / MIB
  const during = { held: await held(), rss: (await target.report()).rss }
  readers.send('stop')
  await once(readers, 'exit')
  figure('memory per slow download, MB', perReader(during.held - before.held), { below: 1 })
  figure('resident memory per slow download, MB', perReader(during.rss - before.rss), { below: 4 })
  expect(target.bugs()).toEqual([])
})
