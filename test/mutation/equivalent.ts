/** A mutant that no test can detect, because the program behaves the same. */
export interface Equivalent {
  path: string
  /** The changed line, trimmed. */
  line: string
  before: string
  after: string
  reason: string
}

export const equivalents: readonly Equivalent[] = []
