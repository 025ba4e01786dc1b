import { boundedStops } from './github-syntax.ts'
import type { Construct, SyntaxExtension, TokenizeContext } from './syntax.ts'

/**
 * Quotes, lists and footnotes that are nested deeper are parsed as text. Deep nesting makes every traversal slower.
 */
export const maxNesting = 32
/** The number of lines that the parser may go back for lazy lines, in total for a document. */
const maxLazySteps = 50_000
const maxEmphasisRun = 4
const code = { bang: 33, star: 42, plus: 43, dash: 45, zero: 48, less: 60, greater: 62 } as const
const bracket = { open: 91, close: 93, underscore: 95, tilde: 126 } as const

// After this many marks of a kind, a text is taken literally. The parser looks ahead from each mark or pairs it with
// all earlier ones, so that without a limit a long paragraph would take quadratic time.
const maxPerText: Readonly<Record<number, number>> = {
  [code.bang]: 256,
  [code.less]: 256,
  [bracket.open]: 256,
  [bracket.close]: 256,
  [code.star]: 512,
  [bracket.underscore]: 512,
  [bracket.tilde]: 512,
}

/**
 * Syntax extensions that keep parsing linear in the length of the text. They contain the state of one parse, so
 * create them for each parse.
 */
export function parsingLimits(): SyntaxExtension {
  return {
    document: boundedContainers(),
    flow: boundedStops(),
    text: boundedMarks(),
  }
}

function boundedContainers(): NonNullable<SyntaxExtension['document']> {
  const digits = Array.from({ length: 10 }, (_, digit) => code.zero + digit)
  const openers = [code.star, code.plus, code.dash, ...digits, code.greater, bracket.open]
  const originals = new Map<number, Construct>()
  const place = { line: 0, offset: -1, base: 0, depth: 0 }
  const lazy = new LazyLines()

  const startLine = (context: TokenizeContext): void => {
    const { line } = context.now()
    if (line !== place.line) Object.assign(place, { line, depth: 0 })
  }

  // Extensions can only be added before the built-in constructs. Therefore the originals are removed from the table
  // when the first container is parsed and are called by the limited ones from then on.
  const takeOver = (context: TokenizeContext): void => {
    if (originals.size > 0) return
    const table = context.parser.constructs.document
    for (const opener of openers) {
      const original = [table[opener] ?? []].flat().find((construct) => construct !== bounded[opener])
      if (original === undefined) continue
      originals.set(opener, original)
      table[opener] = bounded[opener]
    }
    context.parser.lazy = lazy.record()
  }

  const boundedConstruct = (opener: number): Construct => ({
    tokenize(effects, ok, nok) {
      takeOver(this)
      startLine(this)
      const { offset } = this.now()
      // A container is checked first and then parsed at the same offset; both have the same depth.
      if (offset !== place.offset) Object.assign(place, { offset, base: place.depth })
      const original = originals.get(opener)
      if (original === undefined || place.base >= maxNesting) return nok
      const opened: typeof ok = (next) => {
        place.depth = place.base + 1
        lazy.open(place.line)
        return ok(next)
      }
      return original.tokenize.call(this, effects, opened, nok)
    },
    continuation: {
      tokenize(effects, ok, nok) {
        startLine(this)
        const continuation = originals.get(opener)?.continuation
        if (continuation === undefined) return nok
        const continued: typeof ok = (next) => {
          place.depth += 1
          return ok(next)
        }
        return continuation.tokenize.call(this, effects, continued, nok)
      },
    },
    exit(effects) {
      originals.get(opener)?.exit?.call(this, effects)
    },
  })

  const bounded: Record<number, Construct> = Object.fromEntries(
    openers.map((opener) => [opener, boundedConstruct(opener)]),
  )
  return bounded
}

// For each lazy line the parser goes back to the start of its paragraph or of the last container. When the limit is
// reached, a line counts as not lazy. This only affects a block that would end the paragraph: it stays in the same
// container.
class LazyLines {
  #opened = 0
  #steps = 0

  /** A container opens in this line, and new blocks with it. */
  open(line: number): void {
    this.#opened = line
  }

  record(): Record<number, boolean> {
    const set = (lines: Record<number, boolean>, property: string | symbol, isLazy: boolean): boolean => {
      const line = Number(property)
      if (isLazy) this.#steps += line - this.#opened
      lines[line] = isLazy && this.#steps <= maxLazySteps
      return true
    }
    return new Proxy({}, { set })
  }
}

function boundedMarks(): NonNullable<SyntaxExtension['text']> {
  const seen = new WeakMap<object, Map<number, number>>()

  const spend = (context: TokenizeContext, mark: number): boolean => {
    const counts = seen.get(context) ?? new Map<number, number>()
    seen.set(context, counts)
    const count = (counts.get(mark) ?? 0) + 1
    counts.set(mark, count)
    return count > (maxPerText[mark] ?? 0)
  }

  const literal: Construct = {
    tokenize(effects, ok, nok) {
      let isSpent = false
      let marker: Parameters<typeof ok>[0] = null
      let run = 0
      const more: typeof ok = (next) => {
        const isEmphasis = marker === code.star || marker === bracket.underscore
        if (next === marker && isEmphasis) {
          run += 1
          effects.consume(next)
          return more
        }
        // A long sequence of marks is nested as deeply as it is long.
        if (!isSpent && run <= maxEmphasisRun) return nok(next)
        effects.exit('data')
        return ok(next)
      }
      return (first) => {
        marker = first
        isSpent = first !== null && spend(this, first)
        run = 1
        effects.enter('data')
        effects.consume(first)
        return more
      }
    },
  }
  return Object.fromEntries(Object.keys(maxPerText).map((mark) => [mark, literal]))
}
