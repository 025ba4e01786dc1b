import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ExpectedVersion } from './versions.ts'

/** Conditions of a write, besides its input. */
export interface Conditions {
  /** The write is done once, however often it is sent. */
  idempotencyKey?: string | undefined
  /** The write fails if the resource was changed since this version. */
  expectedVersion?: ExpectedVersion | undefined
}

/** Builds the response from an operation's result; `reader` reads what the result does not contain. */
export type Present<Result, Reader, Answer> = (result: Result, reader: Reader) => Answer | Promise<Answer>

export interface Answered<Answer> {
  answer: Answer
  /** True when it is the stored response to an earlier request with the same key. */
  isReplayed: boolean
}

/** Hooks around an operation in its transaction. */
export interface WriteHooks<Result> {
  before?(tx: Prisma.TransactionClient): Promise<void>
  after?(tx: Prisma.TransactionClient, db: Queryable, result: Result): Promise<void>
  expectedVersion?: ExpectedVersion | undefined
}
