import type { z } from 'zod'
import { DomainError } from '../errors.ts'
import { isUnstorable, unstorableTexts } from '../storable.ts'

/** An error names at most this many problems: an answer must not grow with how wrong its request is. */
const MAX_DETAILS = 50

/** The only validation of input, for both APIs. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const details = parsed.success
    ? isUnstorable(parsed.data)
      ? unstorableTexts(parsed.data, [])
      : []
    : parsed.error.issues.slice(0, MAX_DETAILS).map((issue) => ({
        path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message: issue.message,
      }))
  if (parsed.success && details.length === 0) return parsed.data
  const [first] = details
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  throw new DomainError('invalid_input', `${where}${first?.message ?? 'The input is not valid.'}`, details)
}
