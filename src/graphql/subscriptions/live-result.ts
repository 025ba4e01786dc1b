import type { ExecutionResult } from 'graphql'
import { encodeJson } from '../../http/bodies/raw-json.ts'

/** The result of one event for a group, encoded once for all recipients. */
export class LiveResult {
  readonly result: ExecutionResult
  /** The root field is null: access was lost, which ends the subscription. */
  readonly isLast: boolean
  #ending: Buffer | undefined
  #latest: { head: string; bytes: Buffer } | undefined

  constructor(result: ExecutionResult) {
    this.result = result
    this.isLast = result.data === undefined || result.data === null
  }

  /** The bytes of a JSON object that starts with `head` and ends with the result. */
  endOf(head: string): Buffer {
    // Many peers number their subscriptions: those with the same id share the whole message.
    if (this.#latest?.head === head) return this.#latest.bytes
    this.#ending ??= Buffer.concat([Buffer.from(encodeJson(this.result) as Buffer), Buffer.from('}')])
    const opening = Buffer.byteLength(head)
    const bytes = Buffer.allocUnsafe(opening + this.#ending.length)
    bytes.write(head)
    bytes.set(this.#ending, opening)
    this.#latest = { head, bytes }
    return bytes
  }
}
