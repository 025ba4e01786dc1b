import { afterAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/tools/quire.ts'
import {
  type Command,
  demoSpace,
  freePort,
  isAlive,
  makeDataDir,
  occupyPort,
  postgresOf,
  rest,
  ServerProcess,
} from '../support/server-process.ts'

// Each test starts and stops several processes.
vi.setConfig({ testTimeout: 90_000 })

// Each test continues with the data directory of the previous one, as an installation does.
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

/** The statuses of /readyz from before the server listens until it reports that it is ready. */
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

/** Runs `npm run token` in this process, and returns the token that it prints. */
async function makeToken(): Promise<string> {
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  try {
    await main('token', [], { DATA_DIR: data.path })
    return String(stdout?.mock.lastCall?.[0]).trim()
  } finally {
    stdout?.mockRestore()
    stderr?.mockRestore()
  }
}

let token = ''
let space = ''

describe.sequential('an installation without any service', () => {
  it('shows the console, the guide, both APIs, the token and the setup link as its last lines on the first start', async () => {
    const port = await freePort()
    const server = start({ PORT: String(port) })
    const statuses = await readinessWhile(server, port)
    expect(server.notes.slice(-8)).toEqual([
      'Quire is ready.',
      `  Console   http://127.0.0.1:${port}/app/`,
      expect.stringMatching(`^  Guide     http://127.0.0.1:${port}/sites/\\S+/guide/ `),
      `  REST      http://127.0.0.1:${port}/v1`,
      expect.stringMatching(`^  GraphQL   http://127.0.0.1:${port}/graphql `),
      expect.stringMatching(`^  Explorer  http://127.0.0.1:${port}/graphql `),
      expect.stringMatching(/^ {2}Token {5}qre_[\w-]{43} /),
      expect.stringMatching(/^ {2}Set up {4}http:\S+\/app\/setup#[\w-]{22} /),
    ])
    // Not ready before it reports so; only the last response may arrive before the log line.
    expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([])

    const origin = await server.ready()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const [guide = ''] = /http\S+\/guide\//.exec(server.notes.join('\n')) ?? []
    expect(await (await fetch(guide)).text()).toContain('Welcome to Quire')
    token = server.token ?? ''
    space = await demoSpace(origin, token)
    expect((await post(origin, space, token, 'before Ctrl-C')).status).toBe(200)

    const postgres = postgresOf(data.path) ?? 0
    expect(isAlive(postgres)).toBe(true)
    const { code, ms, stderr } = await server.end('SIGINT')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(5_000)
    expect(stderr.trimEnd()).toMatch(/SIGINT: stopping\.$/)
    expect(isAlive(postgres)).toBe(false)
    expect(postgresOf(data.path)).toBeUndefined()
  })

  it('has its data and shows no token on the second start', async () => {
    const server = start()
    const origin = await server.ready()
    expect(server.token).toBeUndefined()
    expect(await textsOf(origin, space, token)).toEqual(['before Ctrl-C'])

    // The command uses the PostgreSQL of the running server, does not stop it, and the server accepts the token.
    const made = await makeToken()
    expect((await rest(origin, '/user', made)).status).toBe(200)

    // A process that cannot shut down: nothing is flushed, no connection is closed.
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
    expect(await makeToken()).toMatch(/^qre_[\w-]{43}$/)
    expect(postgresOf(data.path)).toBeUndefined()
  })
})
