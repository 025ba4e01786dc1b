import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askHost } from '../../src/modules/site-hostnames/ask-host.ts'
import { concluded } from '../../src/modules/site-hostnames/conclusions.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { appForFile, TEST_SECRET_KEY } from '../support/app.ts'

const t = await appForFile({ environment: { TRUST_PROXY: '127.0.0.1' } })

const HOST = 'docs.acme.example'
const hasNoOpenssl = spawnSync('openssl', ['version']).status !== 0
if (hasNoOpenssl && process.env.CI) throw new Error('Install openssl: CI requires it.')

/** A certificate for the host, which signs itself. */
function certificateOf(host: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'quire-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const made = ['req', '-x509', '-nodes', '-days', '1', '-newkey', 'rsa:2048', ...names]
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const files = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return files
}

/** What a proxy sends on: a path and headers. */
type Passed = (path: string, headers: IncomingHttpHeaders) => { path: string; headers: IncomingHttpHeaders }

const forwarding: Passed = (path, headers) => ({
  path,
  headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
})

/** Asks a proxy with TLS in front of a server what it leads to. */
async function asked(passed: Passed, origin = t.origin) {
  const { key, cert } = certificateOf(HOST)
  const target = new URL(origin)
  const proxy = createServer({ key, cert }, (incoming, response) => {
    const { path, headers } = passed(incoming.url ?? '', incoming.headers)
    const onward = request({ host: target.hostname, port: target.port, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  const outbound = createOutbound({
    allow: [`${HOST}:${port}`],
    authority: cert,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const answer = await askHost(
    { outbound, secrets: createSecrets(t.db.database, { configured: TEST_SECRET_KEY, dataDir: '' }) },
    `https://${HOST}:${port}/guide`,
  )
  return concluded(answer, { address: `${HOST}:${port}/guide`, target: target.hostname })
}

describe.skipIf(hasNoOpenssl)(
  `the check of a proxy with TLS in front of a site${hasNoOpenssl ? ' (openssl is missing)' : ''}`,
  () => {
    it('is ok if the host, the whole path and the address of the reader arrive', async () => {
      expect((await asked(forwarding)).state).toBe('ok')
    })

    it('says what is lost on the way', async () => {
      const states = [
        await asked((path, headers) => ({ ...forwarding(path, headers), path: path.replace('/guide', '') })),
        await asked((path, headers) => ({ path, headers: { ...headers, host: 'internal' } })),
        await asked((path, headers) => ({ path, headers })),
      ].map(({ state }) => state)
      expect(states).toEqual(['path_not_passed', 'host_not_passed', 'client_not_passed'])
    })

    it('says that another server answers', async () => {
      const elsewhere = await asked((_path, headers) => forwarding('/nothing', headers))
      expect(elsewhere).toMatchObject({ state: 'other_server', status: 404 })
    })
  },
)
