import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { demoSpace, freePort, ServerProcess } from '../support/server-process.ts'
import { configureNginx } from './nginx-file.ts'
import { has, Running } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-rolling-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const KEYS = ['old-key-'.repeat(5), 'new-key-'.repeat(5)]
const TOKEN = 'qre_rolling-restart-0123456789abcdef'
const CLIENTS = 12
const PAUSE_MS = 20
/** The requests that a client sends, one after the other. */
const KINDS = ['query', 'read', 'query', 'write'] as const

describe.runIf(has('nginx', '-v'))('nodes behind nginx', () => {
  it('can be restarted one after the other: no query, read or write fails, and each write is made once', {
    timeout: 600_000,
  }, async () => {
    const url = await createDatabase()
    const ports = [await freePort(), await freePort()]
    const start = async (at: number, keys: string[]): Promise<ServerProcess> => {
      const node = new ServerProcess({
        DATABASE_URL: url,
        PORT: String(ports[at]),
        SECRET_KEY: keys.join(','),
        BOOTSTRAP_TOKEN: TOKEN,
        DRAIN_SECONDS: '5',
        RATE_LIMIT: '0',
      })
      await node.ready()
      return node
    }
    const nodes = [await start(0, KEYS.slice(0, 1)), await start(1, KEYS.slice(0, 1))]
    const port = await freePort()
    const main = configureNginx(folder, 'nginx-compose.conf', {
      'node-1:4000': `127.0.0.1:${ports[0]}`,
      'node-2:4000': `127.0.0.1:${ports[1]}`,
      'listen 80;': `listen 127.0.0.1:${port};`,
    })
    const nginx = new Running('nginx', ['-p', folder, '-c', main])
    const origin = `http://127.0.0.1:${port}`
    const failures: string[] = []
    const served = { query: 0, read: 0, write: 0 }
    let isOver = false
    try {
      await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), {
        timeout: 20_000,
      })
      const space = await demoSpace(`http://127.0.0.1:${ports[0]}`, TOKEN)
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      let written = 0
      const read = () => fetch(`${origin}/v1/spaces/${space}`, { headers })
      const { comments: commentsBefore } = (await (await read()).json()) as { comments: number }
      const post = (path: string, body: object, others: Record<string, string> = {}) =>
        fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { ...headers, ...others },
          body: JSON.stringify(body),
        })
      const requests = {
        read,
        query: () =>
          post('/graphql', {
            query: 'query($id: ID!) { space(id: $id) { title } }',
            variables: { id: space },
          }),
        write: (key: string) => {
          written++
          return post(
            `/v1/spaces/${space}/comments`,
            { body: { markdown: 'Hello' } },
            { 'idempotency-key': key },
          )
        },
      }
      const client = async (at: number) => {
        for (let turn = at; !isOver; turn++) {
          const kind = KINDS[turn % KINDS.length] ?? 'read'
          const answer = await requests[kind](`client-${at}-${turn}`)
          await answer.arrayBuffer()
          served[kind]++
          if (!answer.ok) failures.push(`${kind}: ${answer.status}`)
          // Connections of nginx to the nodes are idle in between.
          await delay(Math.random() * PAUSE_MS)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, at) => client(at))
      // As docs/operations.md says for new keys: the next node as soon as the last one is ready.
      for (const at of [0, 1, 0, 1]) {
        await nodes[at]?.end('SIGTERM')
        nodes[at] = await start(at, KEYS)
      }
      isOver = true
      await Promise.all(clients)
      expect(failures).toEqual([])
      process.stdout.write(`Served in 4 restarts: ${JSON.stringify(served)}.\n`)
      expect(Math.min(...Object.values(served))).toBeGreaterThan(50)
      const counted = (await (await read()).json()) as { comments: number }
      expect(counted.comments).toBe(commentsBefore + written)
    } finally {
      isOver = true
      await nginx.end()
      for (const node of nodes) await node.end('SIGTERM')
      await dropDatabase(url)
    }
  })
})
