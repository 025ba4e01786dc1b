/** A mutant that no test can detect, because the program behaves the same. */
export interface Equivalent {
  path: string
  /** The changed line, trimmed. */
  line: string
  before: string
  after: string
  reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    path: 'src/modules/documents/reading/blocks.ts',
    line: "{ ...base, nodes, type: 'list-ordered', data: { start: list.start ?? 1 } },",
    before: '1',
    after: '0',
    reason: 'The parser sets the start of every ordered list; the default is for the type only.',
  },
  {
    path: 'src/platform/observing/series.ts',
    line: "const key = labels.length === 1 ? (labels[0] ?? '') : labels.join(' ')",
    before: '1',
    after: '0',
    reason:
      'Joining one label gives the label, and joining none the empty text; the condition saves time only.',
  },
  {
    path: 'src/modules/pdf/fonts/fonts.ts',
    line: "if (this.#bytes.has(formulaKey('Main-Regular'))) return",
    before: 'return',
    after: ';',
    reason: 'The same bytes are read and stored again; the condition saves time only.',
  },
]
