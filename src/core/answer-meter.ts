import type { WorkOrigin } from '../platform/observing/origin.ts'
import { DomainError } from './errors.ts'

const MEBIBYTE = 1024 * 1024
export const DEFAULT_ANSWER_BYTES = 16 * MEBIBYTE
/** The bytes of text that are included in the cost of a request, and the bytes per further point. */
const FREE_BYTES = 256 * 1024
const BYTES_PER_POINT = 16 * 1024
/** Encoding this much takes a few milliseconds. */
const LONG_BYTES = MEBIBYTE
/** The size of a row in a list without a limit, besides its texts. */
const ROW_BYTES = 200
/**
 * Up to this length characters are counted instead of bytes: measuring a short text takes longer than
 * writing it.
 */
const SHORT = 4096

interface AnswerLimits {
  /** The maximum size of a response in bytes. */
  bytes: number
  /** Charges points to the caller's budget, for bytes above the free ones. */
  charge?: (points: number) => unknown
}

/** The request of a caller. */
export interface RequestOptions {
  /** Creates a signal that aborts when the client disconnects; few operations need one. */
  signal?: (() => AbortSignal) | undefined
  answer?: AnswerLimits
  /** The token of a visitor, for operations that are open to visitors. */
  visitorToken?: string | null
  /** What the statements of this caller are sent for, in metrics and logs. */
  origin?: WorkOrigin
}

/**
 * Counts the bytes of the texts in one response while it is built. The cost of a request is known before it
 * runs, but not the length of the texts that it returns; a text that is returned several times counts each
 * time.
 */
export class AnswerMeter {
  readonly limits: AnswerLimits
  #bytes = 0
  #read = 0
  #charged = 0

  constructor(limits: AnswerLimits = { bytes: DEFAULT_ANSWER_BYTES }) {
    this.limits = limits
  }

  /** The bytes that the response can still have. */
  get left(): number {
    return this.limits.bytes - this.#bytes
  }

  /** Whether encoding the response takes long enough to be divided. */
  get isLong(): boolean {
    return this.#bytes > LONG_BYTES
  }

  /** Counts bytes of the response. Throws query_too_complex when there are too many. */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.limits.bytes) throw this.tooLarge(this.#bytes)
    const due = Math.floor((this.#bytes - FREE_BYTES) / BYTES_PER_POINT)
    if (due <= this.#charged) return
    this.limits.charge?.(due - this.#charged)
    this.#charged = due
  }

  /**
   * Counts bytes of texts that are about to be read for the answer, each text once. Throws query_too_complex when they
   * are more than an answer can hold, so that nothing is read only to be refused.
   */
  admit(bytes: number): void {
    this.#read += bytes
    if (this.#read > this.limits.bytes) throw this.tooLarge(this.#read)
  }

  /** Charges points for something other than bytes, such as a wrong key. */
  charge(points: number): void {
    this.limits.charge?.(points)
  }

  /** Counts a text, and returns it. */
  text(text: string): string {
    // It has at least as many bytes as characters, so one that is too long is not read.
    const isEnough = text.length <= SHORT || text.length > this.left
    this.add(isEnough ? text.length : Buffer.byteLength(text))
    return text
  }

  /**
   * Counts the rows of a list without a limit, whose length was only estimated in the cost of the request.
   */
  rows<Row>(rows: Row[]): Row[] {
    this.add(rows.length * ROW_BYTES)
    return rows
  }

  /** Rejects a complete response that is too large for reasons other than its texts. */
  requireWithin<Body extends string | Buffer>(body: Body): Body {
    if (body.length > this.limits.bytes) throw this.tooLarge(body.length)
    return body
  }

  tooLarge(bytes: number): DomainError {
    const { bytes: limit } = this.limits
    return new DomainError(
      'query_too_complex',
      `The response would have at least ${bytes} bytes; at most ${limit} are allowed. Request fewer rows or texts at a time, or markdown instead of documents.`,
    )
  }
}
