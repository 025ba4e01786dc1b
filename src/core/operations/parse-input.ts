import type { z } from 'zod'
import { invalidInput, MAX_DETAILS } from '../errors.ts'
import { inputError } from '../input-errors.ts'
import { isUnstorable, unstorableTexts } from '../storable.ts'

const OPTIONS = { error: inputError }

/** The only validation of input, for both APIs. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, OPTIONS)
  if (!parsed.success) {
    throw invalidInput(
      ...parsed.error.issues.slice(0, MAX_DETAILS).map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
    )
  }
  if (isUnstorable(parsed.data)) throw invalidInput(...unstorableTexts(parsed.data, []).slice(0, MAX_DETAILS))
  return parsed.data
}
