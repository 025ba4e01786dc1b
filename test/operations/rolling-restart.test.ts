import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { demoSpace, freePort, ServerProcess } from '../support/server-process.ts'
import { configureNginx } from './nginx-file.ts'
import { has, Running } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-rolling-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const KEYS = ['old-key-'.repeat(5), 'new-key-'.repeat(5)]
const TOKEN = 'qre_rolling-restart-0123456789abcdef'
const CLIENTS = 6

describe.runIf(has('nginx', '-v'))('nodes behind nginx', () => {
  it('can be restarted one after the other: no read fails, and a repeated write is made once', {
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
        DRAIN_SECONDS: '1',
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
    let [served, isOver] = [0, false]
    try {
      await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), {
        timeout: 20_000,
      })
      const space = await demoSpace(`http://127.0.0.1:${ports[0]}`, TOKEN)
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      let written = 0
      const read = () => fetch(`${origin}/v1/spaces/${space}`, { headers })
      const { comments: commentsBefore } = (await (await read()).json()) as { comments: number }
      const write = async (key: string) => {
        const body = JSON.stringify({ body: { markdown: 'Hello' } })
        const send = () =>
          fetch(`${origin}/v1/spaces/${space}/comments`, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': key },
            body,
          })
        written++
        const answer = await send()
        // nginx does not repeat a write that it had sent when the node closed the connection. The client can.
        return answer.status === 502 ? send() : answer
      }
      const client = async (at: number) => {
        for (let turn = at; !isOver; turn++) {
          const isWrite = turn % 2 === 1
          const answer = await (isWrite ? write(`client-${at}-${turn}`) : read())
          await answer.arrayBuffer()
          served++
          if (!answer.ok) failures.push(`${isWrite ? 'write' : 'read'}: ${answer.status}`)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, at) => client(at))
      // As docs/operations.md says for new keys: the next node as soon as the last one is ready.
      for (const at of [0, 1, 0]) {
        await nodes[at]?.end('SIGTERM')
        nodes[at] = await start(at, KEYS)
      }
      isOver = true
      await Promise.all(clients)
      expect(failures).toEqual([])
      expect(served).toBeGreaterThan(50)
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
