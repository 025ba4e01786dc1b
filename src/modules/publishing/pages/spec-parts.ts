import type { ByteCache } from '../../../core/byte-cache.ts'
import { findSpecBundles } from '../../openapi-specs/index.ts'
import { hashOf } from '../../revisions/index.ts'
import type { Reader } from '../reading/visits.ts'
import type { SpecPart } from '../rendering/openapi/spec-part.ts'
import { specPartsOf } from '../rendering/rendering.ts'
import type { SpecBlock } from '../rendering/views.ts'

/** The parts of OpenAPI documents that the blocks of a page show, by the key of the block. */
export async function specPartsFor(
  { ctx, known }: Reader,
  cache: ByteCache,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> {
  const bySlug = new Map<string, SpecBlock[]>()
  for (const block of blocks) {
    if (block.ref.kind !== 'openapi') continue
    const { spec } = block.ref
    bySlug.set(spec, [...(bySlug.get(spec) ?? []), block])
  }
  if (bySlug.size === 0) return {}
  const { organizationId } = known.site
  const slugs = [...bySlug.keys()]
  const bundles = await findSpecBundles(
    ctx.db,
    slugs.map((slug) => ({ organizationId, slug })),
  )
  const parts = await Promise.all(
    slugs.map(async (slug, at) => {
      const bundle = bundles[at]
      const own = bySlug.get(slug) ?? []
      if (!bundle) return {}
      const key = `spec ${bundle.hash} ${hashOf(JSON.stringify(own))}`
      const before = cache.get<Record<string, SpecPart>>(key)
      if (before) return before
      const made = await specPartsOf(bundle.bytes, own)
      cache.set(key, made, 2 * JSON.stringify(made).length)
      return made
    }),
  )
  return Object.assign({}, ...parts)
}
