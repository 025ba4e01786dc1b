/** A change that no test can catch, because the program does the same with it. */
export interface Equivalent {
  path: string
  /** The line that is changed, trimmed. */
  line: string
  before: string
  after: string
  reason: string
}

export const equivalents: readonly Equivalent[] = []
