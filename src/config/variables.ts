import { z } from 'zod'
import { networkOf } from '../http/address.ts'
import { FilesVariables } from './files.ts'
import { MailVariables } from './mail.ts'
import { ProviderVariables } from './providers.ts'
import { SignInVariables } from './sign-in.ts'
import { SitesVariables } from './sites.ts'

const port = z.coerce.number().int().min(0).max(65535)
const count = z.coerce.number().int().min(0)
const milliseconds = z.coerce.number().int().min(10).max(3_600_000)
const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text)

/** The entries of a comma-separated list. */
export const list = (text: string) => text.split(',').flatMap((entry) => entry.trim() || [])

/**
 * A number of hops, or networks. `true` is not accepted: it would trust the address that any client sends.
 */
const proxies = z.string().transform((text, context): number | string[] => {
  if (text === 'false') return 0
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  try {
    for (const network of networks) networkOf(network)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a number of proxies, or a list of networks' })
  }
  return networks
})

export const Variables = z.object({
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('the address to listen on, e.g. 127.0.0.1 or 0.0.0.0'),
  PORT: port.default(4000).describe('a port number from 0 (any free one) to 65535'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the URL that clients use, e.g. https://docs.example.com'),
  ...SitesVariables,
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'a PostgreSQL URL, e.g. postgresql://user:password@host:5432/quire; without it the embedded server is used',
    ),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'a PostgreSQL URL, e.g. postgresql://user:password@host:5432/quire, for migrations and notifications, which do not work through PgBouncer; that of DATABASE_URL by default',
    ),
  DATABASE_POOL: count
    .min(2)
    .max(200)
    .default(10)
    .describe('a number from 2 to 200: the size of the connection pool'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('a folder for the embedded database and, without SECRET_KEY, the key of this instance'),
  GIT_BINARY: z
    .string()
    .min(1)
    .default('git')
    .describe('the git program, e.g. /opt/git/bin/git; a name is searched in the usual folders'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('a Redis URL, e.g. redis://host:6379'),
  ...FilesVariables,
  ...MailVariables,
  ...ProviderVariables,
  ...SignInVariables,
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^qre_[A-Za-z0-9_-]{20,200}$/)
    .optional()
    .describe('the first token: qre_ followed by at least 20 letters, digits, - or _'),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'at least 32 characters that sign and encrypt; keep it secret, and the same on all nodes. Several keys are separated by commas: the first one encrypts, all of them decrypt. Without it, a key is generated and stored in DATA_DIR',
    ),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .describe('private hosts that the server may fetch from, separated by commas'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .refine((text) => list(text).every(isOrigin))
    .describe(
      'origins whose pages may use the APIs, separated by commas, e.g. https://app.example.com; * for all',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('one of fatal, error, warn, info, debug, trace, silent'),
  ACCESS_LOG: flag
    .default(true)
    .describe('true or false: whether every request is logged, at the level info'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .default('json')
    .describe('one of json (a JSON object per line, for programs) and pretty (for people)'),
  SLOW_MS: count
    .max(3_600_000)
    .default(1_000)
    .describe(
      'a number: milliseconds after which a request or an SQL statement is logged as slow; 0 is never',
    ),
  SLOW_PLANS: flag
    .default(false)
    .describe('true or false: whether the plan of a slow SQL statement is logged with it'),
  METRICS_PORT: port
    .optional()
    .describe(
      'a port number from 0 (any free one) to 65535 that serves metrics for Prometheus at /metrics; without it none does',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('the address that METRICS_PORT listens on, e.g. 127.0.0.1 or 10.0.0.5'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{20,200}$/)
    .optional()
    .describe(
      'at least 20 characters: the bearer token that opens /metrics on the address of the APIs; without it, it does not exist there',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the URL of an OpenTelemetry collector that receives traces over HTTP, e.g. http://127.0.0.1:4318; without it there are none',
    ),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(200)
    .default('quire')
    .describe('the name of this service in traces, 1 to 200 characters'),
  DRAIN_SECONDS: count
    .max(300)
    .default(5)
    .describe(
      'a number from 0 to 300: seconds for which connections are still accepted after SIGTERM, while /readyz answers 503; requests on open connections are then served for as long again',
    ),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'the number of proxies in front that set X-Forwarded-For, or their addresses and networks separated by commas, e.g. 1 or 10.0.0.0/8; true is not accepted, because it would trust any client',
    ),
  GRAPHQL_INTROSPECTION: flag
    .default(true)
    .describe('true or false: whether clients can read the GraphQL schema'),
  GRAPHQL_EXPLORER: flag
    .default(true)
    .describe('true or false: whether browsers get the explorer at /graphql'),
  GRAPHQL_DOCUMENTS: z
    .enum(['all', 'registered'])
    .default('all')
    .describe(
      'one of all and registered: whether clients can run only GraphQL documents that an operator has registered',
    ),
  MAX_QUERY_COST: count
    .min(100)
    .default(50_000)
    .describe('a number from 100: the maximum cost of a GraphQL request'),
  MAX_QUERY_DEPTH: count
    .min(5)
    .default(16)
    .describe('a number from 5: the maximum depth of a GraphQL request'),
  MAX_DOCUMENT_BYTES: count
    .min(1_024)
    .max(1_048_576)
    .default(65_536)
    .describe('a number from 1024 to 1048576: the maximum size of a GraphQL document, in bytes'),
  MAX_ANSWER_BYTES: count
    .min(65_536)
    .default(16_777_216)
    .describe('a number from 65536: the maximum size of a response, in bytes'),
  RATE_LIMIT: count
    .default(6000)
    .describe(
      'a number: points per minute for each user, and for each address without a token, on all nodes together; 0 turns the limit off',
    ),
  MAX_SOCKETS_PER_TOKEN: count
    .min(1)
    .default(100)
    .describe('a number from 1: the maximum number of open WebSockets per token'),
  MAX_SOCKETS_PER_USER: count
    .min(1)
    .default(200)
    .describe(
      'a number from 1: the maximum number of open WebSockets and event streams per user, on each node',
    ),
  MAX_ANONYMOUS_SOCKETS: count
    .min(1)
    .default(2_000)
    .describe(
      'a number from 1: the maximum number of open WebSockets that have not sent a token, on each node',
    ),
  MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: count
    .min(1)
    .default(200)
    .describe(
      'a number from 1: the maximum number of open WebSockets per address that have not sent a token, on each node',
    ),
  MAX_TOKENS_PER_USER: count
    .min(1)
    .default(100)
    .describe('a number from 1: the maximum number of API tokens of one user that have not expired'),
  IMPORT_MAX_MB: count
    .min(8)
    .max(1_900)
    .default(512)
    .describe('a number from 8 to 1900: the maximum size of an imported archive, in MiB'),
  PDF_MAX_MB: count
    .min(1)
    .max(1_900)
    .default(512)
    .describe(
      'a number from 1 to 1900: the maximum size of a PDF document, in MiB; all stored ones together have four times as many',
    ),
  MAX_SUBSCRIPTIONS_PER_SOCKET: count
    .min(1)
    .default(100)
    .describe('a number from 1: the maximum number of subscriptions per WebSocket'),
  REQUEST_TIMEOUT_MS: milliseconds
    .default(300_000)
    .describe('a number from 10: milliseconds in which a whole request, with its body, must arrive'),
  HEADERS_TIMEOUT_MS: milliseconds
    .default(20_000)
    .describe('a number from 10: milliseconds in which the headers of a request must arrive'),
  KEEP_ALIVE_MS: milliseconds
    .default(72_000)
    .describe(
      'a number from 10: milliseconds that a connection may stay open without a request; set it above the idle timeout of any proxy in front',
    ),
  SOCKET_INIT_MS: milliseconds
    .default(5_000)
    .describe('a number from 10: milliseconds in which a new WebSocket must send connection_init'),
  SOCKET_PING_MS: milliseconds
    .default(15_000)
    .describe(
      'a number from 10: milliseconds between pings of a WebSocket; set it below the idle timeout of any proxy in front',
    ),
  EVENT_POLL_MS: milliseconds
    .default(5_000)
    .describe(
      'a number from 10: milliseconds after which a node checks for new events without a notification',
    ),
  JOB_LEASE_MS: milliseconds
    .min(300)
    .default(15_000)
    .describe(
      'a number from 300: milliseconds after which another node takes over a job of a node that died',
    ),
  EVENT_RETENTION_DAYS: count
    .max(36_500)
    .default(90)
    .describe('a number: days that events are kept; 0 keeps them forever'),
  OPENAPI_REFRESH_HOURS: count
    .max(8_760)
    .default(6)
    .describe('a number: hours after which the URL of an OpenAPI spec is fetched again; 0 is never'),
  RUN_JOBS: flag
    .default(true)
    .describe('true or false: whether this node does background work, such as delivering webhooks'),
})

export type Variable = keyof typeof Variables.shape

/** Every setting with its default and its description, for `.env.example` and the test that compares the two. */
export const variables = Object.fromEntries(
  Object.entries(Variables.shape).map(([name, schema]) => [name, schema.description ?? '']),
) as Record<Variable, string>
