import type { Section } from '../../documents/index.ts'
import type { PlacedPage } from '../../revisions/index.ts'
import { type Excerpt, excerptOf, type FoundPage, type Piece } from '../../search/index.ts'

const MAX_PASSAGES = 3

/** A part of a page that matches a query. */
export interface Passage {
  anchor: string | null
  title: string | null
  parts: Piece[]
}

const isFound = (pieces: readonly Piece[]) => pieces.some(({ isMatch }) => isMatch)

/** The passages of a page that everyone sees as it is written. */
export const storedPassages = (kept: readonly Excerpt[]): Passage[] =>
  kept
    .slice(0, MAX_PASSAGES)
    .map(({ anchor, heading, excerpt }) => ({ anchor, title: heading, parts: excerpt }))

/**
 * The sections of an evaluated text that match. Null if neither the text nor the title does. Those that the index has found
 * are looked at first, because finding the words of a long text takes a while.
 */
export function passagesIn(
  sections: readonly Section[],
  { page }: PlacedPage,
  { query, meant }: FoundPage,
  kept: readonly Excerpt[],
): Passage[] | null {
  const passagesOf = (among: readonly Section[]) =>
    among.flatMap(({ heading, text }) => {
      const parts = excerptOf(text, query, meant ?? [])
      return isFound(parts) ? [{ anchor: heading?.anchor ?? null, title: heading?.title ?? null, parts }] : []
    })
  const likely = new Set(kept.map(({ anchor }) => anchor))
  const passages = passagesOf(sections.filter(({ heading }) => likely.has(heading?.anchor ?? null)))
  const found = passages.length > 0 ? passages : passagesOf(sections)
  if (found.length > 0) return found.slice(0, MAX_PASSAGES)
  const names = [
    page.title,
    page.description ?? '',
    ...sections.flatMap(({ heading }) => heading?.title ?? []),
  ]
  return isFound(excerptOf(names.join(' '), query, meant ?? [])) ? [] : null
}
