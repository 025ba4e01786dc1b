import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { DomainError } from '../errors.ts'
import type { Answered, Present, WriteHooks } from './conditions.ts'
import { findAnswer, type KeyedRequest, KeyInUse, keepAnswer, takeKey } from './idempotency.ts'
import { openAnswer, sealAnswer } from './kept-answer.ts'

/** How long a request waits for another one with the same idempotency key on another node. */
const WAIT_MS = 10_000
const POLL_MS = 100

export const stillRunning = (): DomainError =>
  new DomainError(
    'conflict',
    'A request with this idempotency key is still running. Send the same request again later.',
  )

interface OnceParts<Result, Answer> {
  store: Queryable
  secrets: Secrets
  now: () => Date
  write: (hooks: Required<Pick<WriteHooks<Result>, 'before' | 'after'>>) => Promise<unknown>
  present: Present<Result, Queryable, Answer>
}

/**
 * Returns the stored response of a request, or runs it and stores its response in the same transaction: an
 * acknowledged write is not repeated, and an interrupted one leaves nothing. While another node runs it,
 * this one waits.
 */
export async function once<Result, Answer>(
  keyed: KeyedRequest,
  { store, secrets, now, write, present }: OnceParts<Result, Answer>,
): Promise<Answered<Answer>> {
  const giveUpAt = performance.now() + WAIT_MS
  for (;;) {
    const kept = await findAnswer(store, keyed, now())
    if (kept !== null) return { answer: (await openAnswer(secrets, kept)) as Answer, isReplayed: true }
    const answers: Answer[] = []
    try {
      await write({
        before: (tx) => takeKey(tx, keyed, now()),
        after: async (tx, db, result) => {
          const answer = await present(result, db)
          await keepAnswer(tx, keyed, await sealAnswer(secrets, answer))
          answers.push(answer)
        },
      })
      // A repeated transaction built several responses; the last one was committed.
      return { answer: answers.at(-1) as Answer, isReplayed: false }
    } catch (error) {
      if (!(error instanceof KeyInUse)) throw error
    }
    if (performance.now() > giveUpAt) throw stillRunning()
    await sleep(POLL_MS)
  }
}
