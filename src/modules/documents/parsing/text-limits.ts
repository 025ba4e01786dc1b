import { gfm } from 'micromark-extension-gfm'
import { searchedOnce } from './html-ends.ts'
import type { Construct, SyntaxExtension, TokenizeContext } from './syntax.ts'

/** Bare addresses are linked in the finished tree as well; finding them here walks back to any open bracket. */
const bareAddresses = new Set(['wwwAutolink', 'protocolAutolink', 'emailAutolink'])

function withoutBareAddresses(extension: SyntaxExtension): SyntaxExtension {
  const text = Object.entries(extension.text ?? {}).flatMap(([mark, constructs]) => {
    const kept = [constructs ?? []].flat().filter(({ name = '' }) => !bareAddresses.has(name))
    return kept.length > 0 ? [[mark, kept] as const] : []
  })
  return { ...extension, text: Object.fromEntries(text) }
}

/**
 * GitHub's syntax, without bare addresses. They are taken out, not switched off: the parser stops at every word that may
 * begin one, and puts the pieces together again when the text ends.
 */
export const githubSyntax = withoutBareAddresses(gfm())

/**
 * Marks of one text at which the parser looks for something; those after them are read as they stand. Where there is
 * nothing it puts the pieces together again, and moves all that follows.
 */
const maxStops = 4_000

/** Bounds the stops of each text, whatever they are for. It holds the state of one parse. */
export function boundedStops(): NonNullable<SyntaxExtension['flow']> {
  const stops = new WeakMap<object, number>()
  let isTakenOver = false

  const spend = (context: TokenizeContext): boolean => {
    const count = (stops.get(context) ?? 0) + 1
    stops.set(context, count)
    return count <= maxStops
  }

  const bounded = new Map<Construct, Construct>()
  const boundedBy = (construct: Construct): Construct => {
    const known = bounded.get(construct)
    if (known) return known
    const { previous } = construct
    const made: Construct = {
      ...(construct.name === 'htmlText' ? searchedOnce(construct) : construct),
      previous(code) {
        return (previous === undefined || previous.call(this, code)) && spend(this)
      },
    }
    bounded.set(construct, made)
    return made
  }

  // The table of texts is complete only when the parser runs. A block is tried before any text is read.
  const takeOver: Construct = {
    tokenize(_effects, _ok, nok) {
      const table = this.parser.constructs.text
      if (isTakenOver) return nok
      isTakenOver = true
      for (const [mark, constructs] of Object.entries(table)) {
        // Ends of lines are no marks.
        if (Number(mark) >= 0) table[Number(mark)] = [constructs ?? []].flat().map(boundedBy)
      }
      return nok
    },
  }
  return { null: takeOver }
}
