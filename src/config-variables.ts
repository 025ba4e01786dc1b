import { z } from 'zod'
import { networkOf } from './http/address.ts'

const port = z.coerce.number().int().min(0).max(65535)
const count = z.coerce.number().int().min(0)
const milliseconds = z.coerce.number().int().min(10).max(3_600_000)
const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text)

/** The entries of a text that are separated by commas. */
export const list = (text: string) => text.split(',').flatMap((entry) => entry.trim() || [])

/** A number of hops, or networks. `true` would believe the address that any client makes up. */
const proxies = z.string().transform((text, context): number | string[] => {
  if (text === 'false') return 0
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  try {
    for (const network of networks) networkOf(network)
  } catch {
    context.addIssue({ code: 'custom', message: 'not a number of proxies, nor networks' })
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
    .describe('the address that clients use, e.g. https://docs.example.com'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'a PostgreSQL URL, e.g. postgresql://user:password@host:5432/quire; leave it out for the embedded server',
    ),
  DATABASE_POOL: count
    .min(2)
    .max(200)
    .default(10)
    .describe('a number from 2 to 200: connections to the database'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('a folder for the embedded database and, without SECRET_KEY, the key of this instance'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('a Redis URL, e.g. redis://host:6379'),
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
      'at least 32 characters that sign and encrypt; keep it secret, and the same on all nodes. Without it a key is kept in DATA_DIR',
    ),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .describe('private hosts that may be fetched from, separated by commas'),
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
  DRAIN_SECONDS: count
    .max(300)
    .default(5)
    .describe(
      'a number from 0 to 300: seconds for which requests are still served after SIGTERM, while /readyz is 503',
    ),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'the number of proxies in front that set X-Forwarded-For, or their addresses and networks separated by commas, e.g. 1 or 10.0.0.0/8; not true, which would believe any client',
    ),
  GRAPHQL_INTROSPECTION: flag
    .default(true)
    .describe('true or false: whether clients may read the GraphQL schema'),
  GRAPHQL_EXPLORER: flag
    .default(true)
    .describe('true or false: whether browsers get the explorer at /graphql'),
  MAX_QUERY_COST: count
    .min(100)
    .default(50_000)
    .describe('a number from 100: the cost that one GraphQL request may have'),
  MAX_QUERY_DEPTH: count
    .min(5)
    .default(16)
    .describe('a number from 5: how deep one GraphQL request may nest'),
  MAX_DOCUMENT_BYTES: count
    .min(1_024)
    .max(1_048_576)
    .default(65_536)
    .describe('a number from 1024 to 1048576: bytes that the document of a GraphQL request may have'),
  MAX_ANSWER_BYTES: count
    .min(65_536)
    .default(16_777_216)
    .describe('a number from 65536: bytes of a response'),
  RATE_LIMIT: count
    .default(6000)
    .describe(
      'a number: points that a user, or an address without a token, may spend in a minute on all nodes together; 0 switches the limit off',
    ),
  MAX_SOCKETS_PER_TOKEN: count.min(1).default(100).describe('a number from 1: open WebSockets per token'),
  MAX_SOCKETS_PER_USER: count
    .min(1)
    .default(200)
    .describe('a number from 1: open WebSockets and event streams per user, on each node'),
  MAX_ANONYMOUS_SOCKETS: count
    .min(1)
    .default(2_000)
    .describe('a number from 1: open WebSockets in all that have not sent a token, on each node'),
  MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: count
    .min(1)
    .default(200)
    .describe('a number from 1: open WebSockets per address that have not sent a token, on each node'),
  MAX_TOKENS_PER_USER: count
    .min(1)
    .default(100)
    .describe('a number from 1: API tokens of one user that have not expired'),
  MAX_SUBSCRIPTIONS_PER_SOCKET: count
    .min(1)
    .default(100)
    .describe('a number from 1: live subscriptions per WebSocket'),
  REQUEST_TIMEOUT_MS: milliseconds
    .default(300_000)
    .describe('a number from 10: milliseconds in which a whole request, with its body, must have arrived'),
  HEADERS_TIMEOUT_MS: milliseconds
    .default(20_000)
    .describe('a number from 10: milliseconds in which the headers of a request must have arrived'),
  KEEP_ALIVE_MS: milliseconds
    .default(72_000)
    .describe(
      'a number from 10: milliseconds that a connection may stay open without a request; above the idle timeout of any proxy in front',
    ),
  SOCKET_INIT_MS: milliseconds
    .default(5_000)
    .describe('a number from 10: milliseconds that a WebSocket has to introduce itself'),
  SOCKET_PING_MS: milliseconds
    .default(15_000)
    .describe(
      'a number from 10: milliseconds between pings of a WebSocket; below the idle timeout of any proxy in front',
    ),
  EVENT_POLL_MS: milliseconds
    .default(5_000)
    .describe(
      'a number from 10: milliseconds after which a node looks for events although nothing announced any',
    ),
  JOB_LEASE_MS: milliseconds
    .min(300)
    .default(15_000)
    .describe(
      'a number from 300: milliseconds after which a job of a node that died is taken over by another',
    ),
  EVENT_RETENTION_DAYS: count
    .max(36_500)
    .default(90)
    .describe('a number: days that events can be read; 0 keeps them for ever'),
  RUN_JOBS: flag
    .default(true)
    .describe('true or false: whether this node does background work, such as delivering webhooks'),
})

export type Variable = keyof typeof Variables.shape

/** Every setting with its default and its meaning, for `.env.example` and the test that keeps the two together. */
export const variables = Object.fromEntries(
  Object.entries(Variables.shape).map(([name, schema]) => [name, schema.description ?? '']),
) as Record<Variable, string>
