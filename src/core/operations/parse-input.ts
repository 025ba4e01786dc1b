import type { z } from 'zod'
import { type DomainError, invalidInput, MAX_DETAILS } from '../errors.ts'
import { inputError } from '../input-errors.ts'
import { isUnstorable, unstorableTexts } from '../storable.ts'

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
