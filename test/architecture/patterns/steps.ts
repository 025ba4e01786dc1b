import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Matches the rest of the pattern from a position; true if all of it matches. */
type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/** Thrown when a pattern takes more steps than the limit. */
class OverLimit extends Error {}

/**
 * A backtracking matcher that counts its steps, like V8 without its optimizations. Unlike times, steps do not depend
 * on the machine.
 */
export class CountingMatcher {
  readonly pattern: AST.Pattern
  readonly #flags: AST.Flags
  readonly #sets = new Map<string, (character: string) => boolean>()
  readonly #start: Matcher
  #text: readonly string[] = []
  #groups = new Map<AST.CapturingGroup, readonly [number, number]>()
  #steps = 0
  #limit = 0

  constructor({ source, flags }: RegExp) {
    const parser = new RegExpParser()
    const unicode = /u/.test(flags)
    this.pattern = parser.parsePattern(source, 0, source.length, { unicode })
    this.#flags = parser.parseFlags(flags)
    this.#start = this.#alternatives(this.pattern.alternatives, false)
  }

  /** The number of steps to search a text, repeatedly if the pattern is global. `limit` stops early. */
  steps(text: string, limit: number = Number.POSITIVE_INFINITY): number {
    this.#text = this.#flags.unicode ? [...text] : text.split('')
    this.#steps = 0
    this.#limit = limit
    try {
      for (let from = 0; from <= this.#text.length; ) {
        const end = this.#search(from)
        if (end === undefined || !this.#flags.global) break
        from = end > from ? end : from + 1
      }
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error
    }
    return this.#steps
  }

  /** Whether a character belongs to a set of the pattern. */
  isIn(
    set: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
    character: string,
  ) {
    return this.#setOf(set.raw)(character)
  }

  #search(from: number): number | undefined {
    for (let at = from; at <= this.#text.length; at += 1) {
      this.#groups = new Map()
      let end: number | undefined
      this.#step()
      const isFound = this.#start(at, (place) => {
        end = place
        return true
      })
      if (isFound) return end
      if (this.#flags.sticky) return undefined
    }
    return undefined
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > this.#limit) throw new OverLimit()
  }

  #setOf(raw: string): (character: string) => boolean {
    return this.#sets.get(raw) ?? this.#compileSet(raw)
  }

  #character(isIn: (character: string) => boolean, isBackwards: boolean): Matcher {
    return (at, next) => {
      this.#step()
      const character = this.#text[isBackwards ? at - 1 : at]
      return character !== undefined && isIn(character) && next(isBackwards ? at - 1 : at + 1)
    }
  }

  #compileSet(raw: string): (character: string) => boolean {
    const { unicode, ignoreCase, dotAll } = this.#flags
    const flags = `${unicode ? 'u' : ''}${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}`
    const compiled = new RegExp(`^(?:${raw})$`, flags)
    const known = new Map<string, boolean>()
    const test = (character: string) => {
      const before = known.get(character)
      if (before !== undefined) return before
      const isMatch = compiled.test(character)
      known.set(character, isMatch)
      return isMatch
    }
    this.#sets.set(raw, test)
    return test
  }

  #alternatives(alternatives: readonly AST.Alternative[], isBackwards: boolean): Matcher {
    const matchers = alternatives.map(({ elements }) => {
      const ordered = isBackwards ? [...elements].reverse() : elements
      const parts = ordered.map((element) => this.#element(element, isBackwards))
      const last = parts.pop() ?? ((at, next) => next(at))
      return parts.reduceRight<Matcher>(
        (rest, part) => (at, next) => part(at, (place) => rest(place, next)),
        last,
      )
    })
    const [only] = matchers
    if (only && matchers.length === 1) return only
    return (at, next) => {
      for (const match of matchers) if (match(at, next)) return true
      return false
    }
  }

  #element(element: AST.Element, isBackwards: boolean): Matcher {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#character(this.#setOf(element.raw), isBackwards)
      case 'Group':
        return this.#alternatives(element.alternatives, isBackwards)
      case 'CapturingGroup':
        return this.#capture(element, isBackwards)
      case 'Backreference':
        return this.#backreference(element)
      case 'Quantifier':
        return this.#quantifier(element, isBackwards)
      case 'Assertion':
        return this.#assertion(element)
    }
  }

  #capture(group: AST.CapturingGroup, isBackwards: boolean): Matcher {
    const inner = this.#alternatives(group.alternatives, isBackwards)
    return (at, next) =>
      inner(at, (end) => {
        const before = this.#groups.get(group)
        this.#groups.set(group, [Math.min(at, end), Math.max(at, end)])
        if (next(end)) return true
        if (before) this.#groups.set(group, before)
        else this.#groups.delete(group)
        return false
      })
  }

  #backreference({ resolved }: AST.Backreference): Matcher {
    const [group] = Array.isArray(resolved) ? resolved : [resolved]
    return (at, next) => {
      const [start, end] = (group && this.#groups.get(group)) ?? [0, 0]
      for (let offset = 0; offset < end - start; offset += 1) {
        this.#step()
        if (this.#text[at + offset] !== this.#text[start + offset]) return false
      }
      return next(at + end - start)
    }
  }

  #quantifier({ element, min, max, greedy }: AST.Quantifier, isBackwards: boolean): Matcher {
    const one = this.#element(element, isBackwards)
    const repeat = (at: number, next: Next, count: number): boolean => {
      const more = () =>
        count < max &&
        one(at, (place) => (place === at && count >= min ? false : repeat(place, next, count + 1)))
      if (count < min) return more()
      this.#step()
      return greedy ? more() || next(at) : next(at) || more()
    }
    return (at, next) => repeat(at, next, 0)
  }

  #assertion(assertion: AST.Assertion): Matcher {
    const { multiline } = this.#flags
    const isLineEnd = (character: string | undefined) =>
      character === undefined || (multiline && /[\n\r\u2028\u2029]/.test(character))
    const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
    const holds = (check: (at: number) => boolean): Matcher => {
      return (at, next) => {
        this.#step()
        return check(at) && next(at)
      }
    }
    if ('alternatives' in assertion) {
      const inner = this.#alternatives(assertion.alternatives, assertion.kind === 'lookbehind')
      return holds((at) => inner(at, () => true) !== assertion.negate)
    }
    if (assertion.kind === 'start') return holds((at) => isLineEnd(this.#text[at - 1]))
    if (assertion.kind === 'end') return holds((at) => isLineEnd(this.#text[at]))
    const isNegated = 'negate' in assertion && assertion.negate
    return holds((at) => (isWord(this.#text[at - 1]) !== isWord(this.#text[at])) !== isNegated)
  }
}
