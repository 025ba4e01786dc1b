import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  demoSpace,
  isAlive,
  makeDataDir,
  postgresOf,
  rest,
  ServerProcess,
} from '../support/server-process.ts'

// Each test starts and stops several processes.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const TOKEN = 'qre_for-servers-that-share-a-folder'
const data = makeDataDir()
const running = new Set<ServerProcess>()
let space = ''

async function start(): Promise<{ server: ServerProcess; origin: string }> {
  const server = new ServerProcess({ DATA_DIR: data.path, BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT: '0' })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return { server, origin: await server.ready() }
}

const isReady = async (origin: string) => expect((await fetch(`${origin}/readyz`)).status).toBe(200)
const comments = () => `/spaces/${space}/comments`
const post = (origin: string, markdown: string) => rest(origin, comments(), TOKEN, { body: { markdown } })

beforeAll(async () => {
  const { server, origin } = await start()
  space = await demoSpace(origin, TOKEN)
  await server.end('SIGTERM')
})
afterAll(async () => {
  for (const server of running) await server.end('SIGTERM')
  data.remove()
})

describe('two servers on one DATA_DIR', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'share its PostgreSQL: the second one goes on serving when the first ends with %s, and stops it at its end',
    async (signal) => {
      const first = await start()
      const second = await start()
      const postgres = postgresOf(data.path) ?? 0
      expect((await post(second.origin, 'before')).status).toBe(200)

      await first.server.end(signal)
      await isReady(second.origin)
      expect((await post(second.origin, 'after')).status).toBe(200)
      // The same server: no connection was lost.
      expect(postgresOf(data.path)).toBe(postgres)

      const third = await start()
      expect((await second.server.end('SIGTERM')).code).toBe(0)
      expect((await post(third.origin, 'later')).status).toBe(200)
      expect((await third.server.end('SIGTERM')).code).toBe(0)
      expect(isAlive(postgres)).toBe(false)
      expect(postgresOf(data.path)).toBeUndefined()
    },
  )

  it('start PostgreSQL again when its process has ended, once for both', async () => {
    const first = await start()
    const second = await start()
    const postgres = postgresOf(data.path) ?? 0
    expect((await post(first.origin, 'acknowledged')).status).toBe(200)
    process.kill(postgres, 'SIGKILL')
    for (const { origin } of [first, second]) {
      await vi.waitFor(() => isReady(origin), { timeout: 60_000, interval: 100 })
      const { body } = await rest(origin, comments(), TOKEN)
      expect(body.items).toContainEqual(
        expect.objectContaining({ body: expect.objectContaining({ markdown: 'acknowledged' }) }),
      )
    }
    expect(postgresOf(data.path)).not.toBe(postgres)
    for (const { server } of [first, second]) expect((await server.end('SIGTERM')).code).toBe(0)
    expect(postgresOf(data.path)).toBeUndefined()
  })
})
