import { afterAll, expect, it, vi } from 'vitest'
import {
  demoSpace,
  makeDataDir,
  postgresOf,
  rest,
  ServerProcess,
  subscribeTo,
} from '../support/server-process.ts'

vi.setConfig({ testTimeout: 120_000 })

const data = makeDataDir()
const given = 'qre_for-the-tests-of-the-process'
const running = new Set<ServerProcess>()
afterAll(async () => {
  for (const server of running) await server.end('SIGTERM')
  data.remove()
})

function start(): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: data.path, BOOTSTRAP_TOKEN: given, EVENT_POLL_MS: '200' })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

it('a node goes on with the embedded database of a node that ends, and another one joins it', async () => {
  const owner = start()
  await owner.ready()
  const guest = start()
  const origin = await guest.ready()
  const space = await demoSpace(origin, given)
  const before = postgresOf(data.path)

  expect((await owner.end('SIGTERM')).code).toBe(0)
  // The database stays: it ends with the last node that uses it.
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  })
  expect(postgresOf(data.path)).toBe(before)
  const nextOrigin = await start().ready()
  // It reads, writes and receives events there: the connection for notifications has moved as well.
  const follow = new AbortController()
  const query = `subscription { commentActivity(spaceId: "${space}") { type } }`
  const stream = await subscribeTo(origin, given, query, follow.signal)
  const posted = await rest(nextOrigin, `/spaces/${space}/comments`, given, {
    body: { markdown: 'Here again' },
  })
  expect(posted.status).toBe(200)
  let heard = ''
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    heard += Buffer.from(chunk).toString()
    if (heard.includes('comment.posted') || heard.includes('COMMENT_POSTED')) break
  }
  follow.abort()
  const { body } = await rest(origin, `/spaces/${space}/comments`, given)
  expect(body.count).toBe(1)
})
