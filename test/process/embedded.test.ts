import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  Command,
  demoSpace,
  freePort,
  isAlive,
  makeDataDir,
  occupyPort,
  postgresOf,
  rest,
  ServerProcess,
} from '../support/server-process.ts'

// Processes start and stop here, several in a test.
vi.setConfig({ testTimeout: 90_000 })

// Each test goes on from where the one before left the data directory, as the days of an installation do.
const data = makeDataDir()
const running = new Set<Command>()
afterAll(async () => {
  for (const command of running) await command.end('SIGTERM')
  data.remove()
})

function start(environment: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: data.path, ...environment })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

const post = (origin: string, space: string, token: string, markdown: string) =>
  rest(origin, `/spaces/${space}/comments`, token, { body: { markdown } })

async function textsOf(origin: string, space: string, token: string): Promise<string[]> {
  const { body } = await rest(origin, `/spaces/${space}/comments`, token)
  return (body.items as { body: { markdown: string } }[]).map((item) => item.body.markdown)
}

/** What /readyz answers from before the server listens until it says that it is ready. */
async function readinessWhile(server: ServerProcess, port: number): Promise<number[]> {
  const seen: number[] = []
  let isReady = false
  const ready = server.ready().then(() => {
    isReady = true
  })
  while (!isReady) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response) seen.push(response.status)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await ready
  return seen
}

let token = ''
let space = ''

describe.sequential('an installation without any service', () => {
  it('shows both APIs, the explorer and the token as its last lines on the first start', async () => {
    const port = await freePort()
    const server = start({ PORT: String(port) })
    const statuses = await readinessWhile(server, port)
    expect(server.lines.slice(-5)).toEqual([
      'Quire is ready.',
      `  REST      http://127.0.0.1:${port}/v1`,
      expect.stringMatching(`^  GraphQL   http://127.0.0.1:${port}/graphql `),
      expect.stringMatching(`^  Explorer  http://127.0.0.1:${port}/graphql `),
      expect.stringMatching(/^ {2}Token {5}qre_[\w-]{43} /),
    ])
    // Not ready before it says so, except for the last answer, which may overtake the line.
    expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([])

    const origin = await server.ready()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    token = server.token ?? ''
    space = await demoSpace(origin, token)
    expect((await post(origin, space, token, 'before Ctrl-C')).status).toBe(200)

    const postgres = postgresOf(data.path) ?? 0
    expect(isAlive(postgres)).toBe(true)
    const { code, ms, stdout } = await server.end('SIGINT')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(5_000)
    expect(stdout.trimEnd()).toMatch(/SIGINT: stopping\.$/)
    expect(isAlive(postgres)).toBe(false)
    expect(postgresOf(data.path)).toBeUndefined()
  })

  it('has its data and shows no token on the second start', async () => {
    const server = start()
    const origin = await server.ready()
    expect(server.token).toBeUndefined()
    expect(await textsOf(origin, space, token)).toEqual(['before Ctrl-C'])

    // A process that cannot end in order: nothing is flushed, nobody is told.
    expect((await post(origin, space, token, 'before kill -9')).status).toBe(200)
    await server.end('SIGKILL')
  })

  it('recovers by itself after kill -9, with everything that was acknowledged', async () => {
    const orphan = postgresOf(data.path)
    const server = start()
    const origin = await server.ready()
    expect(await textsOf(origin, space, token)).toEqual(['before kill -9', 'before Ctrl-C'])

    const { code } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(orphan !== undefined && isAlive(orphan)).toBe(false)
    expect(postgresOf(data.path)).toBeUndefined()
  })

  it('recovers after kill -9 of PostgreSQL and the server', async () => {
    const server = start()
    const origin = await server.ready()
    expect((await post(origin, space, token, 'before the power went')).status).toBe(200)
    const postgres = postgresOf(data.path) ?? 0
    process.kill(postgres, 'SIGKILL')
    await server.end('SIGKILL')

    const next = start()
    expect((await textsOf(await next.ready(), space, token))[0]).toBe('before the power went')

    const guest = new Command('run.mjs', ['token', '--label', 'Beside a running server'], {
      DATA_DIR: data.path,
    })
    const made = await guest.ended
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^qre_[\w-]{43}\n$/) })
    // The guest left the server running, and the server knows the token.
    expect((await rest(await next.ready(), '/user', made.stdout.trim())).status).toBe(200)
    expect((await next.end('SIGTERM')).code).toBe(0)
    expect(postgresOf(data.path)).toBeUndefined()
  })

  it('leaves no process behind when its port is in use, and says what to do', async () => {
    const { port, server: other } = await occupyPort()
    const { code, stderr } = await start({ PORT: String(port) }).ended
    other.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^Quire did not start\\. Port ${port} .* in use.*PORT`, 'm'))
    expect(stderr).not.toMatch(/^ +at /m)
    expect(postgresOf(data.path)).toBeUndefined()
  })

  it('makes a token while nothing runs, and leaves nothing running', async () => {
    const made = await new Command('run.mjs', ['token'], { DATA_DIR: data.path }).ended
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^qre_[\w-]{43}\n$/) })
    expect(postgresOf(data.path)).toBeUndefined()
  })
})

describe('an installation that is stopped while it is made', () => {
  it('leaves no process behind, and starts the next time', async () => {
    const half = makeDataDir()
    try {
      const server = start({ DATA_DIR: half.path })
      await server.said(/Preparing PostgreSQL/)
      const { code } = await server.end('SIGINT')
      expect(code).toBe(0)
      expect(postgresOf(half.path)).toBeUndefined()

      const given = 'qre_chosen-by-the-operator'
      const next = start({ DATA_DIR: half.path, BOOTSTRAP_TOKEN: given })
      const origin = await next.ready()
      // A token that the operator chose is not shown: output is kept and read by others.
      expect(next.lines.join('\n')).not.toContain(given)
      expect((await rest(origin, '/user', given)).status).toBe(200)
      expect((await next.end('SIGTERM')).code).toBe(0)
    } finally {
      half.remove()
    }
    expect(existsSync(half.path)).toBe(false)
  })
})
