import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { openRaw } from '../support/live.ts'
import { send } from '../support/refusals.ts'
import { freePort, subscribeTo } from '../support/server-process.ts'
import { configureNginx } from './nginx-file.ts'
import { has, Running, runProgram } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-nginx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const portOf = ({ origin }: TestApp) => new URL(origin).port

describe.runIf(has('nginx', '-v'))('nginx', () => {
  it('accepts the file with TLS', () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=docs.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
    runProgram('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate])
    const main = configureNginx(folder, 'nginx.conf', {
      '/etc/ssl/quire/fullchain.pem': certificate,
      '/etc/ssl/quire/privkey.pem': key,
    })
    const { status, output } = runProgram('nginx', ['-t', '-p', folder, '-c', main])
    expect(status, output).toBe(0)
  })

  it('passes on requests, WebSockets and event streams, and keeps metrics private', async () => {
    const first = await startApp({ environment: { TRUST_PROXY: '1', METRICS_TOKEN: 'm'.repeat(20) } })
    const second = await startApp({ sharing: first, apart: true, environment: { TRUST_PROXY: '1' } })
    const port = await freePort()
    const main = configureNginx(folder, 'nginx-compose.conf', {
      'node-1:4000': `127.0.0.1:${portOf(first)}`,
      'node-2:4000': `127.0.0.1:${portOf(second)}`,
      'listen 80;': `listen 127.0.0.1:${port};`,
    })
    const nginx = new Running('nginx', ['-p', folder, '-c', main])
    const origin = `http://127.0.0.1:${port}`
    const abort = new AbortController()
    try {
      const { id: organizationId } = await first.build.buildOrganization()
      const { token } = await first.build.buildPerson({ organizationId, role: 'admin' })
      const space = await first.build.buildSpace({ organizationId })
      await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), {
        timeout: 20_000,
      })
      expect((await send(origin, '/v1/user', { token })).status).toBe(200)
      expect((await send(origin, '/metrics', { token: 'm'.repeat(20) })).status).toBe(404)

      const socket = await openRaw(origin)
      await socket.init(token)
      const document = `subscription { commentActivity(spaceId: "${space.id}") { comment { body { markdown } } } }`
      const stream = await subscribeTo(origin, token, document, abort.signal)
      expect(stream.headers.get('content-type')).toContain('text/event-stream')
      const reader = stream.body?.getReader()
      const received = (async () => {
        let text = ''
        while (!text.includes('Through nginx')) {
          const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
          if (done) break
          text += Buffer.from(value ?? []).toString()
        }
        return text
      })().catch((error: unknown) => String(error))
      const json = { body: { markdown: 'Through nginx' } }
      expect((await send(origin, `/v1/spaces/${space.id}/comments`, { token, json })).status).toBe(200)
      expect(await received).toContain('Through nginx')
      socket.socket.close()
    } finally {
      abort.abort()
      await nginx.end()
      await second.close()
      await first.close()
    }
  })
})
