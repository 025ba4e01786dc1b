import { attention } from 'micromark-core-commonmark'
import type { Construct, SyntaxExtension } from './syntax.ts'

type Resolve = NonNullable<Construct['resolveAll']>
type Events = Parameters<Resolve>[0]
type Token = Events[number][1]

const star = 42

/** Characters in front of which `**` does not begin bold text: paths such as `src/**` are not bold. */
const notBold = /[\s/.,;:!?)\]}*]/

/** The characters around a mark. Line endings and the ends of the text are spaces. */
interface Sides {
  before: string
  after: string
}

const sidesOf = new WeakMap<Token, Sides>()

const character = (code: number | null): string =>
  code === null || code < 0 ? ' ' : String.fromCharCode(code)

/** Behind a bracket or a sign, it is part of a program: `f(**options, **more)`. */
const opens = ({ before, after }: Sides): boolean => !notBold.test(after) && !/[([{,=]/.test(before)

/** With a space on both sides it is a sign, and in front of a slash a path. */
const closes = ({ before, after }: Sides): boolean =>
  after !== '/' && (before.trim() !== '' || after.trim() !== '')

/**
 * Makes bold text of pairs of `**` that the rules of CommonMark leave as text: `**a: **b` and `**「x」**後`. By these rules,
 * no mark can close behind a space, or between punctuation and a letter, but editors of other services write such marks.
 */
const withLeftMarks: Resolve = (events, context) => {
  const strong = new Map<number, Token>()
  // The index of the mark that is open at each level of the text.
  const open: (number | undefined)[] = [undefined]
  for (const [at, [kind, token]] of events.entries()) {
    const sides = token.type === 'data' ? sidesOf.get(token) : undefined
    if (sides && kind === 'enter' && token.end.offset - token.start.offset === 2) {
      const start = open.at(-1)
      const from = start === undefined ? undefined : events[start]?.[1]
      if (start !== undefined && from && start + 2 < at && closes(sides)) {
        const made: Token = { type: 'strong', start: from.start, end: token.end }
        strong.set(start, made).set(at, made)
        open[open.length - 1] = undefined
      } else if (opens(sides)) open[open.length - 1] = at
    } else if (token.type !== 'data') {
      if (kind === 'enter') open.push(undefined)
      else open.pop()
    }
  }
  if (strong.size === 0) return events
  const entered = new Set<Token>()
  let kept = 0
  // In place, because the parser keeps the array.
  for (const [at, event] of [...events].entries()) {
    const made = strong.get(at)
    // A mark has two events, of which the first becomes the event of the bold text.
    if (made === undefined && strong.has(at - 1)) continue
    events[kept] = made === undefined ? event : [entered.has(made) ? 'exit' : 'enter', made, context]
    kept += 1
    if (made) entered.add(made)
  }
  events.length = kept
  return events
}

const resolveAll: Resolve = (events, context) =>
  withLeftMarks(attention.resolveAll?.(events, context) ?? events, context)

const emphasis: Construct = {
  name: 'attentionOrBold',
  resolveAll,
  tokenize(effects, ok, nok) {
    const before = character(this.previous)
    const ended: typeof ok = (code) => {
      const token = this.events.at(-1)?.[1]
      if (token && token.end.offset - token.start.offset === 2) {
        sidesOf.set(token, { before, after: character(code) })
      }
      return ok(code)
    }
    return attention.tokenize.call(this, effects, ended, nok)
  },
}

export const emphasisSyntax: SyntaxExtension = { text: { [star]: emphasis } }
