import type { z } from 'zod'
import type { Settings } from '../core/settings.ts'
import { trimEndOf } from '../core/trim.ts'
import type { S3Options } from '../platform/files/s3-store.ts'
import { version } from '../platform/project-root.ts'
import { filesOf } from './files.ts'
import { mailOf } from './mail.ts'
import { providersOf } from './providers.ts'
import { list, type Variable, Variables } from './variables.ts'

export interface Config {
  host: string
  port: number
  publicUrl: string | undefined
  /** The size of the cache of published pages. */
  sitesCacheBytes: number
  /** The size of the cache of images of other hosts that published pages show. */
  sitesImagesBytes: number
  databaseUrl: string | undefined
  /** The same server without a connection pooler, for LISTEN and the lock of migrations. */
  databaseDirectUrl: string | undefined
  databasePool: number
  dataDir: string
  gitBinary: string
  redisUrl: string | undefined
  /** The object storage for the bytes of files; without it they are in the database. */
  files: S3Options | undefined
  bootstrapToken: string | undefined
  /** When absent, a key is generated and stored in the data directory. */
  secretKey: string | undefined
  outboundAllow: string[]
  /** `*` for all. */
  corsOrigins: string[]
  accessLog: boolean
  drainMs: number
  logFormat: 'json' | 'pretty'
  /** 0 for never. */
  slowMs: number
  slowPlans: boolean
  metrics: { port: number | undefined; host: string; token: string | undefined }
  traces: { endpoint: string | undefined; serviceName: string }
  logLevel: z.output<typeof Variables>['LOG_LEVEL']
  /** The number of trusted proxies, or their networks. */
  trustProxy: number | string[]
  runJobs: boolean
  /** NODE_ENV, which libraries read too: `npm start` sets it, `npm run dev` does not. */
  isProduction: boolean
  introspection: boolean
  /** Which GraphQL documents clients can run. */
  documents: 'all' | 'registered'
  explorer: boolean
  /** What operations and background work use. The URL of the server is added when it is known. */
  settings: Omit<Settings, 'origin'>
  limits: {
    queryCost: number
    queryDepth: number
    documentBytes: number
    answerBytes: number
    pointsPerMinute: number
    socketsPerToken: number
    socketsPerUser: number
    anonymousSockets: number
    anonymousSocketsPerAddress: number
    subscriptionsPerSocket: number
  }
  timing: {
    requestTimeoutMs: number
    headersTimeoutMs: number
    keepAliveMs: number
    socketInitMs: number
    socketPingMs: number
    eventPollMs: number
    jobLeaseMs: number
  }
}

/** An invalid setting. The message is all that an operator needs to see. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings from the environment; nothing else does. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty variable counts as unset, as in compose files and .env templates.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [name] }) => {
      const variable = name as Variable
      return expected(variable)
    })
    throw invalid([...new Set(lines)])
  }
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL === undefined ? undefined : trimEndOf(value.PUBLIC_URL, /\//),
    sitesCacheBytes: value.SITES_CACHE_MB * 1024 * 1024,
    sitesImagesBytes: value.SITES_IMAGES_MB * 1024 * 1024,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir: value.DATA_DIR,
    gitBinary: value.GIT_BINARY,
    redisUrl: value.REDIS_URL,
    files: filesOf(value, (variable) => invalid([expected(variable)])),
    bootstrapToken: value.BOOTSTRAP_TOKEN,
    secretKey: value.SECRET_KEY,
    outboundAllow: list(value.OUTBOUND_ALLOW),
    corsOrigins: list(value.CORS_ORIGINS),
    accessLog: value.ACCESS_LOG,
    drainMs: value.DRAIN_SECONDS * 1000,
    logFormat: value.LOG_FORMAT,
    slowMs: value.SLOW_MS,
    slowPlans: value.SLOW_PLANS,
    metrics: { port: value.METRICS_PORT, host: value.METRICS_HOST, token: value.METRICS_TOKEN },
    traces: {
      endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT && trimEndOf(value.OTEL_EXPORTER_OTLP_ENDPOINT, /\//),
      serviceName: value.OTEL_SERVICE_NAME,
    },
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    runJobs: value.RUN_JOBS,
    isProduction: environment.NODE_ENV === 'production',
    introspection: value.GRAPHQL_INTROSPECTION,
    documents: value.GRAPHQL_DOCUMENTS,
    explorer: value.GRAPHQL_EXPLORER,
    settings: {
      eventRetentionDays: value.EVENT_RETENTION_DAYS,
      import: { maxBytes: value.IMPORT_MAX_MB * 1024 * 1024 },
      instance: instanceOf(value),
      mail: mailOf(value, (variable) => invalid([expected(variable)])),
      openapiSpecs: { refreshHours: value.OPENAPI_REFRESH_HOURS },
      pdf: { maxBytes: value.PDF_MAX_MB * 1024 * 1024 },
      providers: providersOf(value.OIDC_PROVIDERS, given, invalid),
      signInMethods: value.SIGN_IN_METHODS,
      sites: {
        url: value.SITES_URL === undefined ? undefined : trimEndOf(value.SITES_URL, /\//),
        hostSuffix: value.SITES_HOST_PATTERN?.slice(1),
      },
      tokens: { maxPerUser: value.MAX_TOKENS_PER_USER },
    },
    limits: {
      queryCost: value.MAX_QUERY_COST,
      queryDepth: value.MAX_QUERY_DEPTH,
      documentBytes: value.MAX_DOCUMENT_BYTES,
      answerBytes: value.MAX_ANSWER_BYTES,
      pointsPerMinute: value.RATE_LIMIT,
      socketsPerToken: value.MAX_SOCKETS_PER_TOKEN,
      socketsPerUser: value.MAX_SOCKETS_PER_USER,
      anonymousSockets: value.MAX_ANONYMOUS_SOCKETS,
      anonymousSocketsPerAddress: value.MAX_ANONYMOUS_SOCKETS_PER_ADDRESS,
      subscriptionsPerSocket: value.MAX_SUBSCRIPTIONS_PER_SOCKET,
    },
    timing: {
      requestTimeoutMs: value.REQUEST_TIMEOUT_MS,
      headersTimeoutMs: value.HEADERS_TIMEOUT_MS,
      keepAliveMs: value.KEEP_ALIVE_MS,
      socketInitMs: value.SOCKET_INIT_MS,
      socketPingMs: value.SOCKET_PING_MS,
      eventPollMs: value.EVENT_POLL_MS,
      jobLeaseMs: value.JOB_LEASE_MS,
    },
  }
}

/** A host on which only programs of this machine can connect. */
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/

/** What operators are told of the settings: never a secret, only whether it is set. */
function instanceOf(value: z.output<typeof Variables>): Settings['instance'] {
  return {
    version,
    publicUrl: value.PUBLIC_URL === undefined ? undefined : trimEndOf(value.PUBLIC_URL, /\//),
    isReachable: !LOOPBACK.test(value.HOST),
    hasOwnDatabase: value.DATABASE_URL !== undefined,
    hasSecretKey: value.SECRET_KEY !== undefined,
    pointsPerMinute: value.RATE_LIMIT,
    corsOrigins: list(value.CORS_ORIGINS),
    outboundAllow: list(value.OUTBOUND_ALLOW),
    hasOpenMetrics:
      value.METRICS_PORT !== undefined &&
      value.METRICS_TOKEN === undefined &&
      !LOOPBACK.test(value.METRICS_HOST),
  }
}

const expected = (variable: Variable) => `  ${variable}: expected ${Variables.shape[variable].description}`

const invalid = (lines: readonly string[]) => new ConfigError(`Invalid settings:\n${lines.join('\n')}`)
