import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { demoSpace, makeDataDir, occupyPort, rest, ServerProcess } from '../support/server-process.ts'

// Each test starts and stops processes.
vi.setConfig({ testTimeout: 90_000 })

const data = makeDataDir()
const running = new Set<ServerProcess>()
afterAll(async () => {
  for (const server of running) await server.end('SIGTERM')
  data.remove()
})

function start(environment: Record<string, string>): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: data.path, ...environment })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

describe('the output of a server', () => {
  it('is a log of one JSON object per line on standard output, from the first start to the end', async () => {
    const server = start({
      LOG_LEVEL: 'info',
      ACCESS_LOG: 'true',
      SLOW_MS: '1',
      METRICS_PORT: '0',
      NODE_ENV: 'production',
    })
    const origin = await server.ready()
    const space = await demoSpace(origin, server.token ?? '')
    expect((await rest(origin, `/spaces/${space}`, server.token ?? '')).status).toBe(200)
    const { code, stdout, stderr } = await server.end('SIGTERM')
    expect(code).toBe(0)

    const lines = stdout.split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) {
      expect(JSON.parse(line), line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
    }
    // People find the rest on standard error.
    expect(stdout).not.toContain(server.token)
    expect(stderr).toMatch(/^Preparing PostgreSQL/m)
    expect(stderr).toMatch(/^Applied migration/m)
    expect(stderr).toMatch(/^ {2}Token {5}qre_/m)
    expect(stderr).toMatch(/^SIGTERM: stopping\.$/m)
  })
})

describe('a start on a port that is in use', () => {
  const sentence = (port: number, variable: string) =>
    `Quire did not start. Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set ${variable} to another port (0 for any free one).`

  it.each(['PORT', 'METRICS_PORT'])(
    'says so before it prepares an embedded database (%s)',
    async (variable) => {
      const { port, server: other } = await occupyPort()
      const folder = join(data.path, '..', `new ${variable}`)
      try {
        const { code, stdout, stderr } = await start({ DATA_DIR: folder, [variable]: String(port) }).ended
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr.trim().split('\n').at(-1)).toBe(sentence(port, variable))
        expect(stderr).not.toContain('Preparing')
        expect(existsSync(folder)).toBe(false)
      } finally {
        other.close()
      }
    },
  )

  it('says so before it migrates a database, also when it would listen on all addresses', async () => {
    const admin = new pg.Client({
      connectionString: inject('clusterUrl').replace(/\/quire$/, '/quire_lobby'),
    })
    await admin.connect()
    const name = `test_port_${process.pid}`
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    const url = new URL(inject('clusterUrl'))
    url.pathname = `/${name}`
    const { port, server: other } = await occupyPort()
    try {
      const environment = { DATABASE_URL: url.href, HOST: '0.0.0.0', PORT: String(port) }
      const { code, stderr } = await start(environment).ended
      expect(code).toBe(1)
      expect(stderr).toContain(`Port ${port} of 0.0.0.0 is in use.`)
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      const { rows } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)
      await client.end()
      expect(rows).toEqual([])
    } finally {
      other.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    }
  })
})
