import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import type { CountingMatcher } from './steps.ts'

type CharacterTest = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

/** A text for which the number of steps grows faster than its length. */
export interface Growth {
  attack: Attack
  /** The factor by which the steps grow when the text doubles in length: 2 if they are linear. */
  factor: number
}

interface Attack {
  prefix: string
  pump: string
  suffix: string
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const universe = [
  ...ascii.slice(97, 123),
  ...ascii.slice(32),
  ...ascii,
  '\u00a0',
  '\u2028',
  'é',
  '\u0301',
  '中',
  'ไ',
  '😀',
  '\ufe0f',
]

/** Lengths of texts, in characters. */
const SHORT = 60
const LONG = 300
/** Steps per character up to which a text is not examined further: linear patterns take fewer. */
const USUAL_STEPS = 14
const SUPERLINEAR = 2.6
/** More steps than a quadratic pattern takes for a text of LONG characters. The search stops there. */
const MAX_STEPS = 2_000_000
const MAX_FACTOR = 16

/** The worst growth that attack texts generated from the pattern cause; undefined if all are linear. */
export function superlinearGrowth(matcher: CountingMatcher): Growth | undefined {
  for (const attack of attacksOn(matcher)) {
    const short = textOf(attack, SHORT)
    if (matcher.steps(short, USUAL_STEPS * short.length) <= USUAL_STEPS * short.length) continue
    const steps = matcher.steps(textOf(attack, LONG), MAX_STEPS)
    if (steps > MAX_STEPS) return { attack, factor: Number.POSITIVE_INFINITY }
    const factor = matcher.steps(textOf(attack, 2 * LONG), MAX_FACTOR * steps) / steps
    if (factor > SUPERLINEAR) return { attack, factor }
  }
  return undefined
}

const textOf = ({ prefix, pump, suffix }: Attack, length: number) =>
  prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix

/** Texts that repeat parts of the pattern, after a prefix that reaches the part and before a suffix that fails. */
function* attacksOn(matcher: CountingMatcher): Generator<Attack> {
  const characters = representatives(matcher)
  const quantifiers = unboundedQuantifiers(matcher.pattern)
  if (quantifiers.length === 0) return
  const examples = new Examples(matcher, characters)
  const pumps = new Set(characters)
  const prefixes = new Set(['', '\0'])
  for (const quantifier of quantifiers) {
    for (let variant = 0; variant < 3; variant += 1) {
      const before = examples.before(quantifier, variant)
      const once = examples.of(quantifier.element, variant)
      prefixes.add(before)
      pumps
        .add(once)
        .add(before + once)
        .add(once + examples.of(quantifier.element, variant + 1))
      pumps.add(before)
    }
  }
  for (const run of runsOfElements(matcher.pattern)) {
    for (let variant = 0; variant < 2; variant += 1) pumps.add(examples.all(run, variant))
  }
  for (const one of characters) for (const other of characters.slice(0, 4)) pumps.add(one + other)
  const suffixes = ['', '\0', '\n', `${characters[0]}\0`]
  pumps.delete('')
  for (const prefix of prefixes) {
    for (const pump of pumps) for (const suffix of suffixes) yield { prefix, pump, suffix }
  }
}

/** One character of each class that the sets of the pattern distinguish. */
function representatives(matcher: CountingMatcher): string[] {
  const tests: CharacterTest[] = []
  visitRegExpAST(matcher.pattern, {
    onCharacterEnter: (node) => void tests.push(node),
    onCharacterSetEnter: (node) => void tests.push(node),
    onCharacterClassEnter: (node) => void tests.push(node),
  })
  const outer = tests.filter(({ parent }) => !/Class/.test(parent.type))
  const byClass = new Map<string, string>()
  for (const character of universe) {
    const key = outer.map((test) => (matcher.isIn(test, character) ? 1 : 0)).join('')
    if (!byClass.has(key)) byClass.set(key, character)
  }
  return [...byClass.values()].slice(0, 14)
}

function unboundedQuantifiers(pattern: AST.Pattern): AST.Quantifier[] {
  const found: AST.Quantifier[] = []
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => void (node.max === Number.POSITIVE_INFINITY && found.push(node)),
  })
  return found
}

/** Two to four neighboring elements of a pattern: a character that one gives up, another can match. */
function runsOfElements(pattern: AST.Pattern): AST.Element[][] {
  const runs: AST.Element[][] = []
  visitRegExpAST(pattern, {
    onAlternativeEnter: ({ elements }) => {
      for (let from = 0; from < elements.length; from += 1) {
        for (const length of [2, 3, 4]) runs.push(elements.slice(from, from + length))
      }
    },
  })
  // Letters in a pattern are elements too, but never give up a character.
  return runs.filter((run) => run.some(({ type }) => type === 'Quantifier'))
}

/** Short texts that parts of a pattern match; variants choose other characters and alternatives. */
class Examples {
  readonly #matcher: CountingMatcher
  readonly #characters: readonly string[]

  constructor(matcher: CountingMatcher, characters: readonly string[]) {
    this.#matcher = matcher
    this.#characters = characters
  }

  of(element: AST.Element, variant: number): string {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const fitting = this.#characters.filter((character) => this.#matcher.isIn(element, character))
        const [any = ''] =
          fitting.length > 0
            ? fitting
            : universe.filter((character) => this.#matcher.isIn(element, character))
        return fitting[variant % fitting.length] ?? any
      }
      case 'Group':
      case 'CapturingGroup': {
        const alternative = element.alternatives[variant % element.alternatives.length]
        return alternative ? this.all(alternative.elements, variant) : ''
      }
      case 'Quantifier':
        return this.of(element.element, variant).repeat(Math.max(element.min, Math.min(1, element.max)))
      default:
        return ''
    }
  }

  /** A text that matches everything before a node, from the start of the pattern. */
  before(node: AST.Node, variant: number): string {
    const { parent } = node
    if (!parent) return ''
    const here =
      parent.type === 'Alternative'
        ? this.all(parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)), variant)
        : ''
    return this.before(parent, variant) + here
  }

  all(elements: readonly AST.Element[], variant: number): string {
    return elements.map((element) => this.of(element, variant)).join('')
  }
}
