import type { z } from 'zod'
import { type DomainError, type ErrorDetail, invalidInput, MAX_DETAILS, UNSTORABLE_TEXT } from '../errors.ts'
import { inputError } from '../input-errors.ts'

/** The only validation of input, for both APIs. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // Without options: with our messages, zod takes ten times as long, so they are made only for errors.
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw inputErrorOf(schema, input)
  if (isUnstorable(parsed.data)) throw invalidInput(...unstorableTexts(parsed.data, []).slice(0, MAX_DETAILS))
  return parsed.data
}

function inputErrorOf(schema: z.ZodType, input: unknown): DomainError {
  const { error } = schema.safeParse(input, { error: inputError })
  return invalidInput(
    ...(error?.issues ?? []).slice(0, MAX_DETAILS).map(({ path, message }) => ({
      path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
      message,
    })),
  )
}

const ALL_UNSTORABLE = /[\0\p{Surrogate}]/gu

const isUnstorableText = (text: string): boolean => !text.isWellFormed() || text.includes('\0')

/**
 * Whether a value contains text that PostgreSQL rejects (NUL) or that would not be stored unchanged (an
 * unpaired surrogate).
 */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorableText(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  for (const key in value) {
    if (isUnstorableText(key) || isUnstorable((value as Record<string, unknown>)[key])) return true
  }
  return false
}

/**
 * The paths of such text. Computed only when there is some, because building paths takes longer than the
 * check.
 */
function unstorableTexts(value: unknown, path: (string | number)[]): ErrorDetail[] {
  if (typeof value === 'string') {
    return isUnstorableText(value) ? [{ path, message: UNSTORABLE_TEXT }] : []
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => unstorableTexts(entry, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    isUnstorableText(key) ? [{ path, message: UNSTORABLE_TEXT }] : unstorableTexts(entry, [...path, key]),
  )
}

/** A value whose text PostgreSQL can store: what it would reject is replaced by U+FFFD. For text that users did not send. */
export function withStorableText<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(ALL_UNSTORABLE, '\ufffd') as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withStorableText) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [withStorableText(key), withStorableText(entry)]),
  ) as Value
}
