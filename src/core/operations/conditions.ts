import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ExpectedVersion } from './versions.ts'

/** What a write is sent with besides its input. */
export interface Conditions {
  /** Makes sure that it is done once, however often it is sent. */
  idempotencyKey?: string | undefined
  /** Makes sure that nobody else has changed what it changes. */
  expectedVersion?: ExpectedVersion | undefined
}

/** Makes the answer of an operation's result; `reader` reads what the result does not contain. */
export type Present<Result, Reader, Answer> = (result: Result, reader: Reader) => Answer | Promise<Answer>

export interface Answered<Answer> {
  answer: Answer
  /** True when it is the kept answer to an earlier request with the same key. */
  isReplayed: boolean
}

/** What surrounds an operation in its transaction. */
export interface Around<Result> {
  before?(tx: Prisma.TransactionClient): Promise<void>
  after?(tx: Prisma.TransactionClient, db: Queryable, result: Result): Promise<void>
  expectedVersion?: ExpectedVersion | undefined
}
