import { DomainError } from '../errors.ts'

const MEBIBYTE = 1024 * 1024
export const DEFAULT_ANSWER_BYTES = 16 * MEBIBYTE
/** Bytes of texts that an answer has for the price of its request, and the bytes that a further point pays for. */
const FREE_BYTES = 256 * 1024
const BYTES_PER_POINT = 16 * 1024
/** What a row of a list without a limit counts, besides its texts. */
const ROW_BYTES = 200
/** Up to here characters are counted instead of bytes: measuring a short text takes longer than writing it. */
const SHORT = 4096

export interface AnswerLimits {
  /** Bytes that one answer may have. */
  bytes: number
  /** Takes points from the budget of the caller, for what is above the free bytes. */
  charge?: (points: number) => unknown
}

/** What a caller knows of its request. */
export interface RequestOptions {
  /** Makes a signal that aborts when the client goes away; few operations need one. */
  signal?: (() => AbortSignal) | undefined
  answer?: AnswerLimits
}

/**
 * Counts the bytes of the texts in one answer while it is made. What a request costs is known before it runs, but not
 * how long the texts are that it prints; a text that is printed many times is counted as often.
 */
export class AnswerMeter {
  readonly limits: AnswerLimits
  #bytes = 0
  #read = 0
  #charged = 0

  constructor(limits: AnswerLimits = { bytes: DEFAULT_ANSWER_BYTES }) {
    this.limits = limits
  }

  /** Bytes that the answer can still have. */
  get left(): number {
    return this.limits.bytes - this.#bytes
  }

  /** Counts bytes that become part of the answer. Throws query_too_complex when they are too many. */
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

  /** Counts a text that is printed, and gives it back. */
  text(text: string): string {
    this.add(text.length <= SHORT ? text.length : Buffer.byteLength(text))
    return text
  }

  /** Counts the rows of a list that has no limit, whose length the price of the request could only assume. */
  rows<Row>(rows: Row[]): Row[] {
    this.add(rows.length * ROW_BYTES)
    return rows
  }

  /** Refuses a complete answer that is too large for reasons other than its texts. */
  requireWithin<Body extends string | Buffer>(body: Body): Body {
    if (body.length > this.limits.bytes) throw this.tooLarge(body.length)
    return body
  }

  tooLarge(bytes: number): DomainError {
    const { bytes: limit } = this.limits
    return new DomainError(
      'query_too_complex',
      `This answer would have at least ${bytes} bytes; ${limit} are allowed. Ask for fewer rows or texts at a time, or for markdown instead of documents.`,
    )
  }
}
