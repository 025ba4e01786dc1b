import type { Secrets } from '../../platform/secrets.ts'
import { DomainError } from '../errors.ts'

/** Marks a value that JSON has no form for: `{ "$": "date", "value": … }`. */
const MARK = '$'

/** What was answered as a sealed text. Rows keep their times, large numbers and bytes. */
export function sealAnswer(secrets: Secrets, answer: unknown): Promise<string> {
  return secrets.seal(JSON.stringify({ answer: marked(answer) }))
}

/** What was answered before; refused when the key that sealed it is gone, rather than done again. */
export async function openAnswer(secrets: Secrets, sealed: string): Promise<unknown> {
  const text = await secrets.open(sealed).catch(() => {
    throw new DomainError(
      'conflict',
      'This request was already done, and its answer cannot be read any more. Read what it changed instead.',
    )
  })
  return unmarked((JSON.parse(text) as { answer?: unknown }).answer)
}

function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return { [MARK]: 'bigint', value: value.toString() }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(marked)
  if (value instanceof Date) return { [MARK]: 'date', value: value.getTime() }
  if (value instanceof Uint8Array) return { [MARK]: 'bytes', value: Buffer.from(value).toString('base64') }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new Error(`A ${prototype.constructor?.name} cannot be kept as the answer to a request with a key.`)
  }
  const fields = Object.entries(value).map(([key, entry]) => [key, marked(entry)])
  return MARK in value ? { [MARK]: 'object', value: fields } : Object.fromEntries(fields)
}

function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unmarked)
  const { [MARK]: mark, value: held } = value as { [MARK]?: string; value?: unknown }
  if (mark === 'bigint') return BigInt(held as string)
  if (mark === 'date') return new Date(held as number)
  if (mark === 'bytes') return Buffer.from(held as string, 'base64')
  const fields = mark === 'object' ? (held as [string, unknown][]) : Object.entries(value)
  return Object.fromEntries(fields.map(([key, entry]) => [key, unmarked(entry)]))
}
