import type { ByteCache } from '../../../core/byte-cache.ts'
import type { ObjectStore } from '../../../platform/files/object-store.ts'
import { findSpecBundles, findSpecSlugs, type SpecBundle } from '../../openapi-specs/index.ts'
import { hashOf } from '../../revisions/index.ts'
import type { Reader } from '../reading/visits.ts'
import type { SpecPart } from '../rendering/openapi/spec-part.ts'
import { specPartsOf } from '../rendering/threads/rendering-threads.ts'
import type { ResolvedRef, SpecBlock } from '../rendering/views.ts'
import { keyOfRef } from './resolved-refs.ts'
import { type SpecFile, specInFile } from './spec-files.ts'

/** What the blocks of a page refer to. */
interface SpecContext {
  spaceId: string
  refs: Readonly<Record<string, ResolvedRef>>
}

/** More different files are not shown in one page. */
const MAX_FILES = 5

/** Where documents are read from. */
interface Sources {
  cache: ByteCache
  files: ObjectStore | null
}

/**
 * The parts of OpenAPI documents that the blocks of a page show, by the key of the block. A block names a spec of the
 * organization by its slug or by the URL that the spec was read from, or a file of the space.
 */
export async function specPartsFor(
  reader: Reader,
  sources: Sources,
  context: SpecContext,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> {
  if (blocks.length === 0) return {}
  const { cache } = sources
  const [specs, files] = await Promise.all([
    blocksOfSpecs(reader, blocks),
    blocksOfFiles(reader, sources, context, blocks),
  ])
  const parts = await Promise.all(
    [...specs, ...files].map(async ({ bundle, own }) => {
      const key = `spec ${bundle.hash} ${hashOf(JSON.stringify(own))}`
      const before = cache.get<Record<string, SpecPart>>(key)
      if (before) return before
      const made = await specPartsOf(bundle.bytes, own, reader.known.site.organizationId)
      cache.set(key, made, 2 * JSON.stringify(made).length)
      return made
    }),
  )
  return Object.assign({}, ...parts)
}

/** A document, and the blocks that show parts of it. */
interface Shown {
  bundle: SpecBundle
  own: SpecBlock[]
}

const grouped = (pairs: readonly (readonly [string, SpecBlock])[]): Map<string, SpecBlock[]> => {
  const groups = new Map<string, SpecBlock[]>()
  for (const [key, block] of pairs) groups.set(key, [...(groups.get(key) ?? []), block])
  return groups
}

async function blocksOfSpecs({ ctx, known }: Reader, blocks: readonly SpecBlock[]): Promise<Shown[]> {
  const { organizationId } = known.site
  const urls = blocks.flatMap(({ ref }) => (ref.kind === 'url' ? [ref.url] : []))
  const byUrl = urls.length === 0 ? null : await findSpecSlugs(ctx.db, organizationId, urls)
  const bySlug = grouped(
    blocks.flatMap((block) => {
      const { ref } = block
      const spec = ref.kind === 'openapi' ? ref.spec : ref.kind === 'url' ? byUrl?.get(ref.url) : undefined
      return spec === undefined ? [] : [[spec, block] as const]
    }),
  )
  const slugs = [...bySlug.keys()]
  const bundles = await findSpecBundles(
    ctx.db,
    slugs.map((slug) => ({ organizationId, slug })),
  )
  return slugs.flatMap((slug, at) => {
    const bundle = bundles[at]
    return bundle ? [{ bundle, own: bySlug.get(slug) ?? [] }] : []
  })
}

async function blocksOfFiles(
  { ctx, known }: Reader,
  { cache, files: store }: Sources,
  { spaceId, refs }: SpecContext,
  blocks: readonly SpecBlock[],
): Promise<Shown[]> {
  const { organizationId } = known.site
  const files = new Map<string, SpecFile>()
  const byBlob = grouped(
    blocks.flatMap((block) => {
      const { file } = refs[keyOfRef(block.ref)] ?? {}
      if (!file || (!files.has(file.blob) && files.size >= MAX_FILES)) return []
      files.set(file.blob, { organizationId, spaceId, ...file })
      return [[file.blob, block] as const]
    }),
  )
  const shown: Shown[] = []
  // One after the other: each can be as large as a spec.
  for (const file of files.values()) {
    const bundle = await specInFile({ db: ctx.db, files: store }, cache, file)
    if (bundle) shown.push({ bundle, own: byBlob.get(file.blob) ?? [] })
  }
  return shown
}
