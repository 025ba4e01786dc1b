import type { Construct } from './syntax.ts'

type State = ReturnType<Construct['tokenize']>
type Code = Parameters<State>[0]

/** The openings of HTML constructs that can end anywhere in the rest of the text. */
const UNBOUNDED = /^<(?:\?|!--|!\[CDATA\[|![a-z])$/i
/** Whether the text can still become one of these openings. */
const PREFIX = /^<(?:!(?:-|\[C?D?A?T?A?)?)?$/i

/** All declarations end with the same character, whatever their name. */
const kindOf = (opening: string) => (/^<![a-z]$/i.test(opening) ? '<!' : opening)

/**
 * Searches for the end of inline HTML at most once per text. If a comment has no end, no later one has. Without
 * this, the parser searches from each of them, which takes quadratic time.
 */
export function searchHtmlEndsOnce(construct: Construct): Construct {
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
