import type { ByteCache } from '../../../core/byte-cache.ts'
import { ParsedPages, type Section } from '../../documents/index.ts'
import { canonicalJson, hashOf, type PlacedPage } from '../../revisions/index.ts'
import type { SpacePages } from '../pages/space-pages.ts'
import { textsOf } from '../pages/texts.ts'
import type { Reader } from '../reading/visits.ts'

/**
 * The sections of pages as a reader sees them, by the ids of the pages. Evaluating and parsing is most of what a search takes,
 * so they are kept for readers with the same claims.
 */
export async function evaluatedSections(
  visit: Reader,
  pages: SpacePages,
  wanted: readonly PlacedPage[],
  cache: ByteCache | undefined,
): Promise<ReadonlyMap<string, readonly Section[]>> {
  const found = new Map<string, readonly Section[]>()
  if (wanted.length === 0) return found
  const { reusablesRoot, variables } = pages.snapshot.roots
  const context = hashOf(canonicalJson([visit.claims, reusablesRoot, variables]))
  const cacheKey = ({ page }: PlacedPage) =>
    `sections ${hashOf(canonicalJson([page.document ?? '', page.variables ?? {}, page.computedSeed ?? null]))} ${context}`
  const unknown: PlacedPage[] = []
  for (const each of wanted) {
    const kept = cache?.get<readonly Section[]>(cacheKey(each))
    if (kept) found.set(each.id, kept)
    else unknown.push(each)
  }
  const texts = await textsOf(visit, pages, unknown)
  const parsed = ParsedPages.for(visit.known.site.organizationId)
  await parsed.readAhead(texts)
  for (const [at, each] of unknown.entries()) {
    const text = texts[at] ?? ''
    const { sections } = parsed.of(text)
    found.set(each.id, sections)
    cache?.set(cacheKey(each), sections, 2 * text.length + 200 * sections.length)
  }
  return found
}
