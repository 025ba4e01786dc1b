import { z } from 'zod'
import type { Caller } from '../core/operations/caller.ts'
import type { Operation } from '../core/operations/operation.ts'

const idempotencyKeyDescription =
  'A unique key for this mutation, 1 to 255 printable ASCII characters. If the same key and input are sent again ' +
  'within 24 hours, the mutation is not repeated and returns the first result.'

/** The arguments of every mutation, besides the input of its operation. */
const ConditionFields = z.object({
  idempotencyKey: z.string().optional().meta({ description: idempotencyKeyDescription }),
})

export const versionDescription =
  'The version, incremented by every change. Send it as `expectedVersion` to detect concurrent changes.'

const VersionField = z.object({
  expectedVersion: z
    .int()
    .optional()
    .meta({
      description:
        'The version that you read. If it is no longer the current version, the mutation fails with ' +
        '`PRECONDITION_FAILED` and changes nothing.',
    }),
})

/** The conditions that a mutation of this operation accepts. */
export const conditionFieldsOf = (operation: { changes?: unknown }) =>
  operation.changes ? ConditionFields.extend(VersionField.shape) : ConditionFields

type Given = {
  idempotencyKey?: string | null | undefined
  expectedVersion?: number | null | undefined
} & Record<string, unknown>

/** Calls the operation of a mutation with the conditions in its input. */
export async function callWith<Input extends z.ZodType, Subject, Result>(
  caller: Caller,
  operation: Operation<Input, Subject, Result>,
  { idempotencyKey, expectedVersion, ...given }: Given,
  inputFrom: (given: Record<string, unknown>) => unknown,
): Promise<Result> {
  const conditions = {
    idempotencyKey: idempotencyKey ?? undefined,
    expectedVersion: expectedVersion == null ? undefined : [expectedVersion],
  }
  const { answer } = await caller.answer(
    operation,
    inputFrom(given),
    conditions,
    'graphql',
    (result) => result,
  )
  return answer
}
