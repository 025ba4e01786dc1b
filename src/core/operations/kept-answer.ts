import type { Secrets } from '../../platform/secrets.ts'
import { DomainError } from '../errors.ts'

/** Marks a value that JSON cannot represent: `{ "$": "date", "value": … }`. */
const MARK = '$'

/** A result as sealed text. Dates, bigints and bytes of rows are kept. */
export function sealAnswer(secrets: Secrets, answer: unknown): Promise<string> {
  return secrets.seal(JSON.stringify({ answer: marked(answer) }))
}

/** An earlier result. Throws if the key that encrypted it is missing, instead of repeating the write. */
export async function openAnswer(secrets: Secrets, sealed: string): Promise<unknown> {
  const text = await secrets.open(sealed).catch(() => {
    throw new DomainError(
      'conflict',
      'This request was already processed, but its response can no longer be decrypted. Read the changed resource instead.',
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
    throw new Error(
      `A ${prototype.constructor?.name} cannot be stored as the response to a request with an idempotency key.`,
    )
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
