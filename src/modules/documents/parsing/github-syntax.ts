import { gfm } from 'micromark-extension-gfm'
import { searchHtmlEndsOnce } from './html-ends.ts'
import type { Construct, SyntaxExtension, TokenizeContext } from './syntax.ts'

/** Bare URLs are also linked in the finished tree. Detecting them during parsing goes back to any open bracket. */
const bareAddresses = new Set(['wwwAutolink', 'protocolAutolink', 'emailAutolink'])

function withoutBareAddresses(extension: SyntaxExtension): SyntaxExtension {
  const text = Object.entries(extension.text ?? {}).flatMap(([mark, constructs]) => {
    const kept = [constructs ?? []].flat().filter(({ name = '' }) => !bareAddresses.has(name))
    return kept.length > 0 ? [[mark, kept] as const] : []
  })
  return { ...extension, text: Object.fromEntries(text) }
}

/**
 * GitHub Flavored Markdown without bare URLs. The construct is removed and not only disabled: the parser would stop
 * at every word that could begin a URL and merge the parts of the text again at its end.
 */
export const githubSyntax = withoutBareAddresses(gfm())

/**
 * The number of marks in a text at which the parser tries constructs. Later marks are taken literally. Where no
 * construct matches, the parser merges the parts of the text again and moves everything after them.
 */
const maxStops = 4_000

/** Limits the attempts in each text, whatever the construct. It contains the state of one parse. */
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
      ...(construct.name === 'htmlText' ? searchHtmlEndsOnce(construct) : construct),
      previous(code) {
        return (previous === undefined || previous.call(this, code)) && spend(this)
      },
    }
    bounded.set(construct, made)
    return made
  }

  // The table of text constructs is complete only when the parser runs. A block is tried before any text.
  const takeOver: Construct = {
    tokenize(_effects, _ok, nok) {
      const table = this.parser.constructs.text
      if (isTakenOver) return nok
      isTakenOver = true
      for (const [mark, constructs] of Object.entries(table)) {
        // Line endings do not count as marks.
        if (Number(mark) >= 0) table[Number(mark)] = [constructs ?? []].flat().map(boundedBy)
      }
      return nok
    },
  }
  return { null: takeOver }
}
