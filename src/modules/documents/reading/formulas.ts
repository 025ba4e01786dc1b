/** Longer formulas are shown as text. */
const MAX_CHARACTERS = 5_000

export const isReadableFormula = (formula: string): boolean => formula.length <= MAX_CHARACTERS

/** The options of KaTeX, wherever a formula is rendered: a formula has no access to anything, and ends soon. */
export const formulaOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 200,
  maxSize: 20,
} as const
