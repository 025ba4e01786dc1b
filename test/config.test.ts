import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from '../src/config/config.ts'
import { type Variable, variables } from '../src/config/variables.ts'
import { projectRoot, version } from '../src/platform/project-root.ts'

const names = Object.keys(variables) as Variable[]

/** Invalid values of each variable. Variables that are not listed accept any text. */
const refused: Partial<Record<Variable, string[]>> = {
  PORT: ['x', '-1', '65536', '1.5', '4000/tcp', 'Infinity', 'NaN'],
  SITES_URL: ['pages.example.com', 'ftp://pages.example.com'],
  SITES_HOST_PATTERN: [
    'docs.example.com',
    '*',
    '*.',
    'https://*.docs.example.com',
    '*.Docs.example.com',
    '*.a.com:1',
  ],
  PUBLIC_URL: ['docs.example.com', 'ftp://docs.example.com', 'javascript:alert(1)', '/docs'],
  DATABASE_DIRECT_URL: ['localhost:5432', 'mysql://localhost/quire'],
  DATABASE_URL: ['localhost:5432', 'mysql://localhost/quire', 'http://localhost:5432', 'quire'],
  DATABASE_POOL: ['1', '0', '201', 'many', '2.5'],
  REDIS_URL: ['localhost:6379', 'http://localhost:6379'],
  FILES_URL: ['bucket', 'https://bucket', 's3://', 's3://Bucket', 's3://bucket/../other', 's3://bucket/a b'],
  FILES_ENDPOINT: ['minio:9000', 'ftp://minio', 'http://minio:9000/folder'],
  FILES_REGION: ['EU', 'a/b'],
  SMTP_URL: [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com:0',
    'smtp://mail.example.com/inbox',
    'smtp://mail.example.com?tls=none',
    'smtp://user@mail.example.com',
    'smtp://user:%zz@mail.example.com',
  ],
  MAIL_FROM: ['Quire', 'Quire <quire>', 'quire@example.com, other@example.com', 'A\r\nBcc: <a@example.com>'],
  SIGN_IN_METHODS: ['passwords', 'password;token'],
  OIDC_PROVIDERS: ['Company', 'a b', 'a,a', '1st', `p${'x'.repeat(40)}`],
  BOOTSTRAP_TOKEN: ['secret', 'qre_short', `qre_${'!'.repeat(30)}`, `ghp_${'x'.repeat(30)}`],
  SECRET_KEY: ['short', 'x'.repeat(31)],
  CORS_ORIGINS: ['app.example.com', 'https://app.example.com/', 'https://a.example,b.example', 'null'],
  ACCESS_LOG: ['yes'],
  LOG_FORMAT: ['text', 'JSON'],
  SLOW_MS: ['-1', '3600001', 'slow'],
  SLOW_PLANS: ['yes'],
  METRICS_PORT: ['x', '-1', '65536'],
  METRICS_TOKEN: ['short', `with a space ${'x'.repeat(20)}`],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector', 'grpc://collector:4317'],
  OTEL_SERVICE_NAME: ['x'.repeat(201)],
  DRAIN_SECONDS: ['-1', '301', 'soon'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
  TRUST_PROXY: ['true', 'yes', 'on', '-1', '100', '10.0.0.0/33', '1.2.3.4,x'],
  GRAPHQL_INTROSPECTION: ['no', 'off', 'TRUE'],
  GRAPHQL_DOCUMENTS: ['none', 'true'],
  GRAPHQL_EXPLORER: ['never', '-1'],
  MAX_QUERY_COST: ['0', '99', '-5', 'all'],
  MAX_QUERY_DEPTH: ['0', '4', 'deep'],
  MAX_ANSWER_BYTES: ['0', '65535', 'x'],
  MAX_DOCUMENT_BYTES: ['0', '1023', '1048577', 'x'],
  RATE_LIMIT: ['-1', 'none', '0.5'],
  MAX_SOCKETS_PER_TOKEN: ['0', '-1', 'x'],
  MAX_SOCKETS_PER_USER: ['0', '-1', 'x'],
  MAX_ANONYMOUS_SOCKETS: ['0', '-1', 'x'],
  MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: ['0', '-1', 'x'],
  MAX_TOKENS_PER_USER: ['0', '-1', 'x'],
  IMPORT_MAX_MB: ['7', '2000', 'x'],
  PDF_MAX_MB: ['0', '2000', 'x'],
  MAX_SUBSCRIPTIONS_PER_SOCKET: ['0', '-1', 'x'],
  REQUEST_TIMEOUT_MS: ['0', '5s'],
  HEADERS_TIMEOUT_MS: ['0', '5s'],
  KEEP_ALIVE_MS: ['0', '5s'],
  SOCKET_INIT_MS: ['0', '5s'],
  SOCKET_PING_MS: ['0', 'x'],
  EVENT_POLL_MS: ['0', '-1', 'x'],
  JOB_LEASE_MS: ['0', '299', 'x'],
  EVENT_RETENTION_DAYS: ['-1', '0.5', '36501', 'ever'],
  OPENAPI_REFRESH_HOURS: ['-1', '0.5', '8761', 'often'],
  RUN_JOBS: ['no', '2'],
  SITES_CACHE_MB: ['0', '1.5', '65537', 'x'],
  SITES_IMAGES_MB: ['0', '1.5', '65537', 'x'],
}
const takesAnyText: Variable[] = [
  ...(['HOST', 'METRICS_HOST', 'DATA_DIR', 'GIT_BINARY', 'OUTBOUND_ALLOW'] as const),
  ...(['FILES_ACCESS_KEY', 'FILES_SECRET_KEY'] as const),
]

function messageOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error(`These were accepted: ${JSON.stringify(environment)}`)
}

describe('an invalid setting', () => {
  it.each(Object.entries(refused))('%s is named, with what is expected', (name, values) => {
    for (const value of values) {
      const message = messageOf({ [name]: value })
      expect(message).toBe(`Invalid settings:\n  ${name}: expected ${variables[name as Variable]}`)
    }
  })

  it('is never part of a message, because it can be a secret', () => {
    expect(messageOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db/quire' })).not.toContain(
      'hunter2',
    )
  })

  it('is reported together with all the others, each once', () => {
    const environment = Object.fromEntries(
      Object.entries(refused).map(([name, [value]]) => [name, value ?? '']),
    )
    const lines = messageOf(environment).split('\n').slice(1)
    expect(lines.map((line) => /^ {2}([A-Z_]+): expected ./.exec(line)?.[1]).sort()).toEqual(
      Object.keys(refused).sort(),
    )
  })

  it('is tested for every variable with a format', () => {
    expect([...Object.keys(refused), ...takesAnyText].sort()).toEqual([...names].sort())
  })

  it('is one of two keys that FILES_URL needs', () => {
    const FILES_URL = 's3://bucket'
    expect(messageOf({ FILES_URL, FILES_SECRET_KEY: 'x' })).toContain('FILES_ACCESS_KEY: expected')
    expect(messageOf({ FILES_URL, FILES_ACCESS_KEY: 'x' })).toContain('FILES_SECRET_KEY: expected')
    const { files } = loadConfig({ FILES_URL, FILES_ACCESS_KEY: 'x', FILES_SECRET_KEY: 'x' })
    expect(files).toMatchObject({ prefix: '', endpoint: 'https://s3.us-east-1.amazonaws.com' })
  })

  it('is SMTP_URL or MAIL_FROM without the other', () => {
    expect(messageOf({ SMTP_URL: 'smtp://user:hunter2@localhost' })).toMatch(
      /MAIL_FROM: expected the sender.*SMTP_URL$/m,
    )
    expect(messageOf({ SMTP_URL: 'smtp://user:hunter2@localhost' })).not.toContain('hunter2')
    expect(messageOf({ MAIL_FROM: 'quire@example.com' })).toContain(
      'SMTP_URL: expected the URL of a mail server',
    )
    expect(messageOf({ SMTP_URL: 'smtp://user:hunter2@', MAIL_FROM: 'quire@example.com' })).not.toContain(
      'hunter2',
    )
  })

  it('says in its description how to fix it', () => {
    for (const name of Object.keys(refused)) {
      expect(variables[name as Variable], name).toMatch(
        /e\.g\.|number|true or false|one of|characters|at least/,
      )
    }
  })
})

describe('a setting', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 4000,
    publicUrl: undefined,
    sitesCacheBytes: 64 * 1024 * 1024,
    sitesImagesBytes: 32 * 1024 * 1024,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databasePool: 10,
    dataDir: '.data',
    gitBinary: 'git',
    redisUrl: undefined,
    bootstrapToken: undefined,
    secretKey: undefined,
    outboundAllow: [],
    corsOrigins: [],
    accessLog: true,
    drainMs: 5_000,
    logFormat: 'json',
    slowMs: 1_000,
    slowPlans: false,
    metrics: { port: undefined, host: '127.0.0.1', token: undefined },
    traces: { endpoint: undefined, serviceName: 'quire' },
    logLevel: 'info',
    trustProxy: 0,
    settings: {
      eventRetentionDays: 90,
      import: { maxBytes: 512 * 1024 * 1024 },
      instance: {
        version,
        publicUrl: undefined,
        isReachable: false,
        hasOwnDatabase: false,
        hasSecretKey: false,
        pointsPerMinute: 6_000,
        corsOrigins: [],
        outboundAllow: [],
        hasOpenMetrics: false,
      },
      openapiSpecs: { refreshHours: 6 },
      pdf: { maxBytes: 512 * 1024 * 1024 },
      providers: [],
      signInMethods: new Set(['password', 'passkey', 'token']),
      sites: { url: undefined, hostSuffix: undefined },
      tokens: { maxPerUser: 100 },
    },
    runJobs: true,
    isProduction: false,
    introspection: true,
    documents: 'all',
    explorer: true,
    limits: {
      queryCost: 50_000,
      queryDepth: 16,
      documentBytes: 65_536,
      answerBytes: 16_777_216,
      pointsPerMinute: 6_000,
      socketsPerToken: 100,
      socketsPerUser: 200,
      anonymousSockets: 2_000,
      anonymousSocketsPerAddress: 200,
      subscriptionsPerSocket: 100,
    },
    timing: {
      requestTimeoutMs: 300_000,
      headersTimeoutMs: 20_000,
      keepAliveMs: 72_000,
      socketInitMs: 5_000,
      socketPingMs: 15_000,
      eventPollMs: 5_000,
      jobLeaseMs: 15_000,
    },
  }

  it('that is omitted has its default', () => {
    expect(loadConfig({})).toEqual(defaults)
  })

  it.each([[''], [' '], ['\t\n']])('that is blank (%j) counts as omitted', (blank) => {
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(defaults)
  })

  it('that is unknown is ignored', () => {
    expect(loadConfig({ PATH: '/bin', LANG: 'C', port: '1' })).toEqual(defaults)
  })

  it('is converted to its type', () => {
    expect(
      loadConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        PUBLIC_URL: 'https://docs.example.com/base//',
        SITES_URL: 'https://pages.example.com/',
        SITES_HOST_PATTERN: '*.docs.example.com',
        DATABASE_URL: 'postgres://u:p%40ss@db:5432/quire?sslmode=require',
        DATABASE_POOL: '200',
        DATA_DIR: '/var/lib/quire data',
        GIT_BINARY: '/opt/git/bin/git',
        REDIS_URL: 'rediss://cache:6380',
        FILES_URL: 's3://files.example/production/1/',
        FILES_ENDPOINT: 'http://minio:9000',
        FILES_REGION: 'eu-central-1',
        FILES_ACCESS_KEY: 'an id',
        FILES_SECRET_KEY: 'a secret',
        SMTP_URL: 'smtps://us%40er:p%3Ass@[::1]/',
        MAIL_FROM: '"Quire, Docs" <Quire@Example.com>',
        BOOTSTRAP_TOKEN: `qre_${'a'.repeat(20)}`,
        SECRET_KEY: 'k'.repeat(32),
        OUTBOUND_ALLOW: ' 10.0.0.1, git.internal ,,',
        CORS_ORIGINS: 'https://app.example.com, http://localhost:3000',
        ACCESS_LOG: 'false',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'silent',
        TRUST_PROXY: '10.0.0.0/8, fd00::1',
        GRAPHQL_INTROSPECTION: 'false',
        GRAPHQL_DOCUMENTS: 'registered',
        GRAPHQL_EXPLORER: '0',
        MAX_QUERY_COST: '100',
        MAX_QUERY_DEPTH: '5',
        MAX_DOCUMENT_BYTES: '1024',
        MAX_ANSWER_BYTES: '65536',
        RATE_LIMIT: '0',
        MAX_SOCKETS_PER_TOKEN: '1',
        MAX_SOCKETS_PER_USER: '2',
        MAX_ANONYMOUS_SOCKETS: '3',
        MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '4',
        MAX_TOKENS_PER_USER: '5',
        SIGN_IN_METHODS: 'passkey',
        IMPORT_MAX_MB: '8',
        PDF_MAX_MB: '1',
        REQUEST_TIMEOUT_MS: '20',
        HEADERS_TIMEOUT_MS: '30',
        KEEP_ALIVE_MS: '40',
        MAX_SUBSCRIPTIONS_PER_SOCKET: '1',
        SOCKET_INIT_MS: '10',
        SOCKET_PING_MS: '3600000',
        EVENT_POLL_MS: '250',
        JOB_LEASE_MS: '300',
        EVENT_RETENTION_DAYS: '0',
        OPENAPI_REFRESH_HOURS: '0',
        NODE_ENV: 'production',
        RUN_JOBS: 'false',
        LOG_FORMAT: 'pretty',
        SLOW_MS: '0',
        SLOW_PLANS: 'true',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.5',
        METRICS_TOKEN: 'm'.repeat(20),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_SERVICE_NAME: 'docs',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 0,
      publicUrl: 'https://docs.example.com/base',
      sitesCacheBytes: 64 * 1024 * 1024,
      sitesImagesBytes: 32 * 1024 * 1024,
      databaseUrl: 'postgres://u:p%40ss@db:5432/quire?sslmode=require',
      databaseDirectUrl: 'postgres://u:p%40ss@db:5432/quire?sslmode=require',
      databasePool: 200,
      dataDir: '/var/lib/quire data',
      gitBinary: '/opt/git/bin/git',
      redisUrl: 'rediss://cache:6380',
      files: {
        bucket: 'files.example',
        prefix: 'production/1/',
        endpoint: 'http://minio:9000',
        region: 'eu-central-1',
        accessKey: 'an id',
        secretKey: 'a secret',
      },
      bootstrapToken: `qre_${'a'.repeat(20)}`,
      secretKey: 'k'.repeat(32),
      outboundAllow: ['10.0.0.1', 'git.internal'],
      corsOrigins: ['https://app.example.com', 'http://localhost:3000'],
      accessLog: false,
      drainMs: 0,
      logFormat: 'pretty',
      slowMs: 0,
      slowPlans: true,
      metrics: { port: 9464, host: '10.0.0.5', token: 'm'.repeat(20) },
      traces: { endpoint: 'http://collector:4318', serviceName: 'docs' },
      logLevel: 'silent',
      trustProxy: ['10.0.0.0/8', 'fd00::1'],
      settings: {
        eventRetentionDays: 0,
        import: { maxBytes: 8 * 1024 * 1024 },
        instance: expect.objectContaining({
          publicUrl: 'https://docs.example.com/base',
          isReachable: true,
          hasOpenMetrics: false,
        }),
        mail: {
          server: { host: '::1', port: 465, isSecure: true, login: { user: 'us@er', password: 'p:ss' } },
          from: { name: 'Quire, Docs', address: 'quire@example.com' },
        },
        openapiSpecs: { refreshHours: 0 },
        pdf: { maxBytes: 1024 * 1024 },
        providers: [],
        signInMethods: new Set(['passkey']),
        sites: { url: 'https://pages.example.com', hostSuffix: '.docs.example.com' },
        tokens: { maxPerUser: 5 },
      },
      runJobs: false,
      isProduction: true,
      introspection: false,
      documents: 'registered',
      explorer: false,
      limits: {
        queryCost: 100,
        queryDepth: 5,
        documentBytes: 1_024,
        answerBytes: 65_536,
        pointsPerMinute: 0,
        socketsPerToken: 1,
        socketsPerUser: 2,
        anonymousSockets: 3,
        anonymousSocketsPerAddress: 4,
        subscriptionsPerSocket: 1,
      },
      timing: {
        requestTimeoutMs: 20,
        headersTimeoutMs: 30,
        keepAliveMs: 40,
        socketInitMs: 10,
        socketPingMs: 3_600_000,
        eventPollMs: 250,
        jobLeaseMs: 300,
      },
    })
  })
})

describe('.env.example', () => {
  const text = readFileSync(join(projectRoot, '.env.example'), 'utf8')
  const entries = [...text.matchAll(/^# (.+)\n([A-Z_]+)=(.*)$/gm)].map(([, comment, name, value]) => ({
    comment,
    name: name as Variable,
    value: value ?? '',
  }))

  it('lists every setting once, and no other', () => {
    expect(entries.map(({ name }) => name)).toEqual(names)
    expect(text.match(/^[^#\s].*$/gm)).toHaveLength(names.length)
  })

  it('describes each setting like the server does', () => {
    for (const { name, comment } of entries) {
      const meaning = variables[name]
      expect(comment).toBe(`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`)
    }
  })

  it('shows the default of each setting', () => {
    const given = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
    expect(loadConfig(given)).toEqual(loadConfig({}))
    const without = entries.filter(({ value }) => value === '').map(({ name }) => name)
    expect(without).toEqual([
      'PUBLIC_URL',
      'SITES_URL',
      'SITES_HOST_PATTERN',
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'REDIS_URL',
      'FILES_URL',
      'FILES_ENDPOINT',
      'FILES_ACCESS_KEY',
      'FILES_SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'OIDC_PROVIDERS',
      'BOOTSTRAP_TOKEN',
      'SECRET_KEY',
      'OUTBOUND_ALLOW',
      'CORS_ORIGINS',
      'METRICS_PORT',
      'METRICS_TOKEN',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ])
  })
})
