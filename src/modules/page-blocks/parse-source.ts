import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { Turns } from '../../platform/turns/turns.ts'
import type { Evaluation } from '../documents/index.ts'
import { hashOf } from '../revisions/index.ts'
import { type ParsedBlocks, parseTextBlocks } from '../site-rendering/index.ts'

/** What a text consists of, without its tree: that is as large as the HTML, and needed only to render it. */
type Outline = Omit<ParsedBlocks, 'tree'>

export interface ParsedSource extends Outline {
  /** The hash of the text, and of what it is evaluated with. */
  hash: string
  /** Parses the text again if it is known from an earlier request. */
  parsed: () => Promise<ParsedBlocks>
}

const CACHE_BYTES = 16 * 1024 * 1024
/** The sizes of a block and of a reference in the cache. */
const BLOCK_BYTES = 250
const REF_BYTES = 500

/** Recently parsed texts, by their hash. */
const recent = new MeteredCache<string, Outline>('outlines', {
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ blocks, owners, refs, specBlocks }) =>
    1 + BLOCK_BYTES * blocks.length + 8 * owners.length + REF_BYTES * (refs.length + specBlocks.length),
})

/** A text with what it is evaluated with, and whose work it is. */
interface TextToParse {
  source: string
  evaluation: Evaluation | null
  isShort: boolean
  organizationId: string
}

/** Parses a text, unless it was parsed recently. */
export async function parseSource(text: TextToParse): Promise<ParsedSource> {
  const { isShort, organizationId, ...blockText } = text
  const hash = hashOfText(blockText)
  const parse = () => parseTextBlocks(blockText, isShort, organizationId)
  const known = recent.get(hash)
  if (known) return { ...known, hash, parsed: parse }
  const parsed = await parse()
  const { tree: _, ...outline } = parsed
  recent.set(hash, outline)
  // Receiving a long one has taken a turn.
  if (!isShort) await new Turns().next()
  return { ...outline, hash, parsed: async () => parsed }
}

function hashOfText({ source, evaluation }: Pick<TextToParse, 'source' | 'evaluation'>): string {
  const included = [...(evaluation?.included ?? [])].map(([target, text]) => [target, hashOf(text)])
  return hashOf(JSON.stringify([hashOf(source), evaluation?.scope ?? null, included]))
}
