import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Redis } from 'ioredis'
import type { Config } from '../../config/config.ts'
import { requireFree } from '../../http/ports.ts'
import { createGit } from '../../platform/git.ts'
import { createOutbound } from '../../platform/outbound.ts'
import { projectRoot } from '../../platform/project-root.ts'
import type { Finding } from './finding.ts'

const GIBIBYTE = 1024 ** 3
const TIMEOUT_MS = 3_000
/** A public name that resolves wherever names do. */
const PUBLIC_URL = 'https://example.com/'

/** What can be checked without the database. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return Promise.all([
    checkNode(),
    checkSettings(config),
    checkGit(config),
    checkDisk(config),
    checkPort(config),
    checkOutbound(config),
    checkRedis(config),
  ])
}

async function checkNode(): Promise<Finding> {
  // The command would not have started with an unsupported version.
  return { name: 'Node', state: 'ok', found: process.versions.node }
}

async function checkSettings(config: Config): Promise<Finding> {
  const missing = [
    ...(config.publicUrl === undefined && config.host !== '127.0.0.1'
      ? ['PUBLIC_URL, so that URLs in responses work for clients']
      : []),
    ...(config.databaseUrl !== undefined && config.secretKey === undefined
      ? ['SECRET_KEY, so that all nodes have the same key']
      : []),
  ]
  if (missing.length === 0) return { name: 'settings', state: 'ok', found: 'valid' }
  return {
    name: 'settings',
    state: 'warning',
    found: 'valid, some are missing',
    action: `Set ${missing.join('; ')}.`,
  }
}

async function checkGit({ gitBinary, dataDir }: Config): Promise<Finding> {
  const git = createGit({ binary: gitBinary, cacheDirectory: resolve(projectRoot, dataDir, 'git') })
  const [major = 0, minor = 0] = (await git.version()) ?? []
  const isNew = major > 2 || (major === 2 && minor >= 37)
  if (isNew) return { name: 'git', state: 'ok', found: `${major}.${minor}` }
  return {
    name: 'git',
    state: 'warning',
    found: major === 0 ? 'not found' : `${major}.${minor}`,
    action: 'Install git 2.37 or newer, or set GIT_BINARY. Without it, Git imports and exports are rejected.',
  }
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  let folder = resolve(projectRoot, dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize, blocks } = await statfs(folder)
  const free = bavail * bsize
  const found = `${(free / GIBIBYTE).toFixed(1)} GiB of ${((blocks * bsize) / GIBIBYTE).toFixed(1)} GiB are free in ${folder}`
  if (free > 2 * GIBIBYTE) return { name: 'disk', state: 'ok', found }
  const action = 'Free or add space: at least 2 GiB for the embedded database, its log and backups.'
  return { name: 'disk', state: free > GIBIBYTE / 4 ? 'warning' : 'problem', found, action }
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  const name = `port ${port}`
  const address = { host, port, settings: { host: 'HOST', port: 'PORT' } }
  const problem = await requireFree(address).catch((error: Error) => error)
  if (!problem) return { name, state: 'ok', found: `free on ${host}` }
  const health = await fetch(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/healthz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (health?.ok) return { name, state: 'ok', found: 'a server answers there' }
  return { name, state: 'problem', found: problem.message }
}

async function checkOutbound({ outboundAllow }: Config): Promise<Finding> {
  const outbound = createOutbound({ allow: outboundAllow, timeoutMs: TIMEOUT_MS })
  try {
    const { status } = await outbound.fetch(PUBLIC_URL, { method: 'HEAD' })
    return { name: 'outgoing requests', state: 'ok', found: `${PUBLIC_URL} answers ${status}` }
  } catch (error) {
    return {
      name: 'outgoing requests',
      state: 'warning',
      found: (error as Error).message,
      action: 'Webhooks, imports and OpenAPI documents from the internet fail. Ignore this if you use none.',
    }
  }
}

async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return { name: 'Redis', state: 'ok', found: 'not used' }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const begun = performance.now()
    await redis.ping()
    return { name: 'Redis', state: 'ok', found: `answers in ${(performance.now() - begun).toFixed(1)} ms` }
  } catch (error) {
    const action =
      'Check REDIS_URL. Without Redis, nodes learn of events by polling and count rate limits themselves.'
    return { name: 'Redis', state: 'problem', found: (error as Error).message, action }
  } finally {
    redis.disconnect()
  }
}
