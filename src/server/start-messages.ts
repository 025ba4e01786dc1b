import { writeSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'
import { isUnavailable } from '../core/errors.ts'
import { PortError } from '../http/ports.ts'
import { DataDirError } from '../platform/data-dir.ts'
import { WrongKeyError } from '../platform/instance-key.ts'

/** Writes a line for people, on standard error: standard output is the log, which programs read. */
export const say = (line: string): void => void writeSync(2, `${line}\n`)

interface Greeting {
  url: string
  /** Where metrics are served, if they have an address of their own. */
  metricsUrl: string | undefined
  /** Where the guide is published, on the first start. */
  guide: string | undefined
  /** The line about the first token, if there is one. */
  token: string | undefined
  /** The link with which the operator sets up their account, on the first start. */
  setupLink: string | undefined
}

export function greet({ url, metricsUrl, guide, token, setupLink }: Greeting): void {
  const lines = [
    '',
    'Quire is ready.',
    `  Console   ${url}/app/`,
    ...(guide === undefined ? [] : [`  Guide     ${guide}  (a published site)`]),
    `  REST      ${url}/v1`,
    `  GraphQL   ${url}/graphql  (WebSocket and server-sent events at the same address)`,
    `  Explorer  ${url}/graphql  (in a browser)`,
    ...(metricsUrl === undefined ? [] : [`  Metrics   ${metricsUrl}`]),
    ...(token === undefined ? [] : [token]),
    ...(setupLink === undefined
      ? []
      : [`  Set up    ${setupLink}  (works once, for 24 hours: choose how you sign in)`]),
  ]
  // In one write: a reader that sees the URL has the token as well.
  say(lines.join('\n'))
}

export const tokenLine = (token: string): string => `  Token     ${token}  (shown only once: store it)`

/** For a start that did not create the first token, as long as it has not been used. */
export const tokenElsewhereLine = ({ place, at }: { place: string; at: Date }): string =>
  `  Token     printed by ${place} at ${at.toISOString()}  (npx quire token creates another)`

/** Errors that an operator can act on are one sentence; all others are shown with their stack. */
export function explain(error: unknown): string {
  const isPlain = [ConfigError, DataDirError, WrongKeyError, PortError].some((kind) => error instanceof kind)
  if (isPlain) return (error as Error).message
  if (isUnavailable(error))
    return `The database cannot be reached (${(error as { code?: string }).code}). Check DATABASE_URL.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
