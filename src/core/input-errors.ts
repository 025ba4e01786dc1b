import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue
type LimitIssue = Extract<Issue, { code: 'too_big' | 'too_small' }>

/** The number of characters of an invalid value that a message repeats. */
const MAX_SHOWN = 40
const MAX_URL = 2048
/** Credentials in a URL, which messages do not repeat. */
const CREDENTIALS = /\/\/[^/@\s]*@/

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const text = value.slice(0, MAX_URL).replace(CREDENTIALS, '//…@')
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

const got = (value: unknown): string => (value === undefined ? ' (it is missing)' : ` (got ${shown(value)})`)

/** The message of a schema's own rule: what the value must be, and the value that was sent. */
export const mustBe =
  (what: string) =>
  ({ input }: { input: unknown }): string =>
    `must be ${what}${got(input)}`

const kinds: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
  int: 'an integer',
  null: 'null',
}

const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  file: 'byte',
}

/**
 * Limits of strings and arrays are counted in characters and items; all others are compared with the value
 * itself.
 */
function limitError({ origin, input }: LimitIssue, limit: string, amount: number | bigint): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `must be ${limit} ${amount}${got(input)}`
  const size = (input as { length?: number; size?: number }).length ?? (input as { size?: number }).size
  const units = amount === 1 ? unit : unit === 'entry' ? 'entries' : `${unit}s`
  return `must have ${limit} ${amount} ${units} (got ${size})`
}

/** A union fails in each of its options: the message says what each of them requires. */
function unionError({ errors, discriminator, input }: Extract<Issue, { code: 'invalid_union' }>): string {
  const each = errors.flatMap(([first]) =>
    first ? [first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : first.message] : [],
  )
  if (each.length > 0) return [...new Set(each)].join(', or ')
  const value = discriminator === undefined ? input : (input as Record<string, unknown>)[discriminator]
  return `is not one of the accepted values${got(value)}`
}

/**
 * The message about an invalid value: the limit, and the value that was sent. A rule with a message of its
 * own does not use it.
 */
export function inputError(issue: Issue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      if (input === undefined) return 'is required'
      return `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}${got(input)}`
    case 'invalid_value': {
      const values = issue.values.map((value) => shown(value)).join(', ')
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${values}${got(input)}`
    }
    case 'too_big':
      return limitError(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'too_small':
      return limitError(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'invalid_format':
      return `must be a valid ${issue.format === 'url' ? 'URL' : issue.format}${got(input)}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map((key) => shown(key)).join(', ')}`
    case 'invalid_union':
      return unionError(issue)
    default:
      return undefined
  }
}
