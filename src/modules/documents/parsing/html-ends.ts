import type { Construct } from './syntax.ts'

type State = ReturnType<Construct['tokenize']>
type Code = Parameters<State>[0]

/** What begins HTML whose end may be anywhere in the rest of the text. */
const UNBOUNDED = /^<(?:\?|!--|!\[CDATA\[|![a-z])$/i
/** As long as it may still become one of these. */
const PREFIX = /^<(?:!(?:-|\[C?D?A?T?A?)?)?$/i

/** Declarations differ in their names, and all end at the same mark. */
const kindOf = (opening: string) => (/^<![a-z]$/i.test(opening) ? '<!' : opening)

/**
 * Inline HTML that is looked for to the end of a text once. A comment that does not end there is followed by none that
 * does, so that the parser need not look from each of them: many would take the square of their number.
 */
export function searchedOnce(construct: Construct): Construct {
  const endless = new WeakMap<object, Set<string>>()
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const kinds = endless.get(this) ?? new Set<string>()
      endless.set(this, kinds)
      let opening = ''
      const refuse = (code: Code) => {
        if (code === null && UNBOUNDED.test(opening)) kinds.add(kindOf(opening))
        return nok(code)
      }
      const follow =
        (state: State): State =>
        (code) => {
          opening += code === null || code < 0 ? '\n' : String.fromCharCode(code)
          const isUnbounded = UNBOUNDED.test(opening)
          if (isUnbounded && kinds.has(kindOf(opening))) return nok(code)
          const next = state(code)
          return next && !isUnbounded && PREFIX.test(opening) ? follow(next) : next
        }
      return follow(construct.tokenize.call(this, effects, ok, refuse))
    },
  }
}
