import type { z } from 'zod'
import { DomainError, type ErrorDetail } from './errors.ts'

/** The only validation of input, for both APIs. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const details = parsed.success
    ? isUnstorable(parsed.data)
      ? unstorableTexts(parsed.data, [])
      : []
    : parsed.error.issues.map((issue) => ({
        path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message: issue.message,
      }))
  if (parsed.success && details.length === 0) return parsed.data
  const [first] = details
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  throw new DomainError('invalid_input', `${where}${first?.message ?? 'The input is not valid.'}`, details)
}

const UNSTORABLE = /[\0\p{Surrogate}]/u

/** Text that PostgreSQL refuses (NUL) or that would be changed on the way (half a surrogate pair), anywhere in the input. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  for (const key in value) if (isUnstorable((value as Record<string, unknown>)[key])) return true
  return false
}

/** Where such text is. Looked for only once there is some: the way to every value takes longer than the value does. */
function unstorableTexts(value: unknown, path: (string | number)[]): ErrorDetail[] {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value) ? [{ path, message: 'Leave out NUL characters and broken Unicode.' }] : []
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => unstorableTexts(entry, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => unstorableTexts(entry, [...path, key]))
}
