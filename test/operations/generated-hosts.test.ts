import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { hasRedis, TestRedis } from '../support/redis.ts'
import { freePort } from '../support/server-process.ts'
import {
  composeEnvironment,
  kubernetesSecret,
  readCompose,
  readDockerfile,
  readKubernetes,
} from './container-files.ts'
import { Entry } from './entry.ts'
import { expectSitesAtTheirHosts } from './generated-hosts.ts'
import { configureNginx } from './nginx-file.ts'
import { type Described, firstTokenOf, Node } from './nodes.ts'
import { has, operationsFile, Running, runProgram } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-hosts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasNginx = has('nginx', '-v')
const suffixOf = (pattern: string) => pattern.slice(1)

/** What operators provide: PostgreSQL, Redis and a key. */
let given: { DATABASE_URL: string; REDIS_URL: string; SECRET_KEY: string }
/** Ended in the reverse order after each test. */
let running: { end: () => Promise<void> }[]
beforeEach(async () => {
  const [url, redis] = [await createDatabase(), await TestRedis.start()]
  given = { DATABASE_URL: url, REDIS_URL: redis.url, SECRET_KEY: 'k'.repeat(32) }
  running = [{ end: () => dropDatabase(url) }, { end: () => redis.stop() }]
})
afterEach(async () => {
  for (const each of running.reverse()) await each.end()
})

async function startNode(name: string, described: Omit<Described, 'folder'>): Promise<Node> {
  const node = await Node.start({ ...described, folder: join(folder, name) })
  running.push(node)
  return node
}

function startNginx(name: string, changes: Record<string, string>, others?: string): void {
  const main = configureNginx(folder, name, changes, others)
  running.push(new Running('nginx', ['-p', folder, '-c', main]))
}

const isReady = async (node: Node) => (await node.get('/readyz').catch(() => undefined))?.status === 200

describe.runIf(hasRedis)('published sites at generated hosts', () => {
  it.runIf(hasNginx)('are served by the nginx file with TLS, between hosts of other services', async () => {
    const file = readFileSync(operationsFile('nginx.conf'), 'utf8')
    const [, pattern = ''] = /SITES_HOST_PATTERN=(\S+)/.exec(file) ?? []
    const publicUrl = 'https://docs.example.com'
    const start = (name: string) =>
      startNode(name, {
        environment: {
          ...given,
          PUBLIC_URL: publicUrl,
          SITES_HOST_PATTERN: pattern,
          TRUST_PROXY: '1',
          METRICS_HOST: '0.0.0.0',
        },
        mounts: ['/data'],
      })
    const nodes = [await start('tls-1'), await start('tls-2')]
    for (const node of nodes) await node.until(() => isReady(node))

    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const names = ['-addext', `subjectAltName=DNS:docs.example.com,DNS:${pattern}`]
    const request = [
      'req',
      '-x509',
      '-subj',
      '/CN=docs.example.com',
      '-days',
      '1',
      '-nodes',
      '-newkey',
      'rsa:2048',
    ]
    expect(runProgram('openssl', [...request, ...names, '-keyout', key, '-out', certificate]).status).toBe(0)
    const [plain, secure] = [await freePort(), await freePort()]
    const changes = {
      '127.0.0.1:4001': `127.0.0.1:${nodes[0]?.port}`,
      '127.0.0.1:4002': `127.0.0.1:${nodes[1]?.port}`,
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ssl': `listen 127.0.0.1:${secure} ssl`,
      '/etc/ssl/quire/fullchain.pem': certificate,
      '/etc/ssl/quire/privkey.pem': key,
    }
    // Hosts that the file does not name belong to others.
    const others = `server { listen 127.0.0.1:${plain} default_server; return 421; }
      server { listen 127.0.0.1:${secure} ssl default_server; ssl_reject_handshake on; }`
    startNginx('nginx.conf', changes, others)
    const authority = readFileSync(certificate, 'utf8')
    const entry = new Entry(({ protocol }) =>
      protocol === 'https:' ? { port: secure, certificate: authority } : { port: plain },
    )
    await vi.waitUntil(() => entry.send(publicUrl).catch(() => null), { timeout: 20_000 })
    const suffix = suffixOf(pattern)
    for (const host of ['docs.example.com', `sit-1${suffix}`]) {
      expect(await entry.send(`http://${host}/page?a=1`)).toMatchObject({
        status: 301,
        headers: { location: `https://${host}/page?a=1` },
      })
    }
    await expectSitesAtTheirHosts({ entry, publicUrl, suffix, token: firstTokenOf(nodes) })
  })

  it.runIf(hasNginx)('are served by the services of compose.yaml', async () => {
    const { services } = readCompose()
    const [, inside] = services.nginx?.ports?.[0]?.split(':') ?? []
    const port = await freePort()
    const { healthcheck, environment: image } = readDockerfile()
    const start = async (name: string) => {
      const environment = composeEnvironment(name, { ...given, POSTGRES_PASSWORD: 'secret' })
      // The names of services are addresses inside the network of the containers.
      expect(environment.DATABASE_URL).toBe('postgresql://quire:secret@postgres:5432/quire')
      expect(environment.REDIS_URL).toBe('redis://redis:6379')
      const { DATABASE_URL, REDIS_URL } = given
      const publicUrl = environment.PUBLIC_URL?.replace(/:\d+$/, `:${port}`) ?? ''
      const mounts = services[name]?.volumes?.map((volume) => volume.split(':')[1] ?? '') ?? []
      return startNode(name, {
        environment: { ...environment, DATABASE_URL, REDIS_URL, PUBLIC_URL: publicUrl },
        command: services[name]?.command,
        mounts,
      })
    }
    const names = Object.keys(services.nginx?.depends_on ?? {})
    const nodes = [await start(names[0] ?? ''), await start(names[1] ?? '')]
    for (const node of nodes) {
      const isHealthy = () => {
        const [program = '', ...args] = healthcheck
        return runProgram(program, args, undefined, { ...process.env, ...node.environment }).status === 0
      }
      await node.until(isHealthy)
    }
    const upstreams = nodes.map((node, at) => [`${names[at]}:${image.PORT}`, `127.0.0.1:${node.port}`])
    const [file = ''] = services.nginx?.volumes?.[0]?.split(':') ?? []
    startNginx(file.replace('./docs/operations/', ''), {
      ...Object.fromEntries(upstreams),
      [`listen ${inside};`]: `listen 127.0.0.1:${port};`,
    })
    const { PUBLIC_URL: publicUrl = '', SITES_HOST_PATTERN = '*.localhost' } = nodes[0]?.environment ?? {}
    const entry = new Entry((url) => ({ port: Number(url.port) }))
    await vi.waitUntil(() => entry.send(publicUrl).catch(() => null), { timeout: 20_000 })
    expect((await entry.send(`${publicUrl}/metrics`)).status).toBe(404)
    const suffix = suffixOf(SITES_HOST_PATTERN)
    await expectSitesAtTheirHosts({ entry, publicUrl, suffix, token: firstTokenOf(nodes) })
  })

  it('are served by the pods of the Kubernetes example, through the rules of its ingress', async () => {
    const { find } = readKubernetes()
    const { replicas, template } = find('Deployment').spec
    const [container] = template.spec.containers
    if (!container) throw new Error('The deployment has no container.')
    const configMap = find('ConfigMap')
    expect(container.envFrom).toEqual([
      { configMapRef: configMap.metadata },
      { secretRef: { name: configMap.metadata.name } },
    ])
    const secret = { ...given, SMTP_URL: 'smtps://mail.example.com' }
    expect(kubernetesSecret().sort()).toEqual(Object.keys(secret).sort())
    const volumes = template.spec.volumes.map(({ name }) => name)
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort())
    const start = (_: unknown, at: number) =>
      startNode(`pod-${at}`, {
        environment: { ...configMap.data, ...secret },
        command: container.args,
        mounts: container.volumeMounts.map(({ mountPath }) => mountPath),
      })
    const nodes = await Promise.all(Array.from({ length: replicas }, start))

    const image = readDockerfile().environment
    /** The port of this machine for a port of the container. */
    const portOf = (node: Node, name: string): number => {
      const port = String(container.ports.find((each) => each.name === name)?.containerPort)
      if (port === image.PORT) return node.port
      expect(port).toBe(configMap.data.METRICS_PORT)
      return Number(node.environment.METRICS_PORT)
    }
    for (const node of nodes) {
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        const { path, port } = probe.httpGet
        await node.until(() =>
          node.get(path, portOf(node, port)).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
      }
      expect((await node.get('/metrics', portOf(node, 'metrics'))).status).toBe(200)
    }

    let turn = 0
    const { rules } = find('Ingress').spec
    const service = find('Service')
    const entry = new Entry((url) => {
      // A wildcard stands for one label.
      const hosts = [url.hostname, url.hostname.replace(/^[^.]+/, '*')]
      const rule = hosts.map((host) => rules.find((each) => each.host === host)).find(Boolean)
      const backend = rule?.http.paths.find(({ path }) => url.pathname.startsWith(path))?.backend.service
      if (!backend) throw new Error(`The ingress has no rule for ${url.href}.`)
      expect(backend.name).toBe(service.metadata.name)
      const target = service.spec.ports.find(({ name }) => name === backend.port.name)?.targetPort ?? ''
      const node = nodes[turn++ % nodes.length] as Node
      return {
        port: portOf(node, target),
        headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
      }
    })
    const { PUBLIC_URL: publicUrl = '', SITES_HOST_PATTERN = '*.docs.example.com' } = configMap.data
    const suffix = suffixOf(SITES_HOST_PATTERN)
    await expectSitesAtTheirHosts({ entry, publicUrl, suffix, token: firstTokenOf(nodes) })
  })
})
