import { afterAll, describe, expect, it, vi } from 'vitest'
import { demoSpace, makeDataDir, postgresOf, rest, ServerProcess } from '../support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const given = 'qre_chosen-by-the-operator'
const running = new Set<ServerProcess>()
afterAll(async () => {
  for (const server of running) await server.end('SIGTERM')
})

function start(dataDir: string): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: dataDir, BOOTSTRAP_TOKEN: given })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

describe('an installation with the embedded database', () => {
  it('is stopped during its initialization, starts the next time, and recovers after kill -9 of PostgreSQL and the server', async () => {
    const data = makeDataDir()
    try {
      const half = start(data.path)
      await half.said(/Preparing PostgreSQL/)
      expect((await half.end('SIGINT')).code).toBe(0)
      expect(postgresOf(data.path)).toBeUndefined()

      const server = start(data.path)
      const origin = await server.ready()
      // A token from the environment is not printed, because output is stored and read by others.
      expect([...server.lines, ...server.notes].join('\n')).not.toContain(given)
      const space = await demoSpace(origin, given)
      const comment = { body: { markdown: 'before the power went' } }
      expect((await rest(origin, `/spaces/${space}/comments`, given, comment)).status).toBe(200)
      process.kill(postgresOf(data.path) ?? 0, 'SIGKILL')
      await server.end('SIGKILL')

      const next = start(data.path)
      const { body } = await rest(await next.ready(), `/spaces/${space}/comments`, given)
      expect(body.items).toMatchObject([comment])
      expect((await next.end('SIGTERM')).code).toBe(0)
      expect(postgresOf(data.path)).toBeUndefined()
    } finally {
      data.remove()
    }
  })
})
