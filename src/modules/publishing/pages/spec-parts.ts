import type { ByteCache } from '../../../core/byte-cache.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/files/object-store.ts'
import { findSpecBundles, findSpecSlugs, type SpecBundle } from '../../openapi-specs/index.ts'
import { type BlobStorage, hashOf } from '../../revisions/index.ts'
import { type ResolvedRef, type SpecBlock, type SpecPart, specPartsOf } from '../../site-rendering/index.ts'
import type { Reader } from '../reading/visits.ts'
import { keyOfRef } from './resolved-refs.ts'
import { type SpecFile, specInFile } from './spec-files.ts'

/** What the blocks of a page refer to. */
interface SpecContext {
  spaceId: string
  refs: Readonly<Record<string, Pick<ResolvedRef, 'file'>>>
}

/** More different files are not shown in one page. */
const MAX_FILES = 5

/** Where documents are read from. */
interface Sources {
  cache: ByteCache
  files: ObjectStore | null
}

/** Whose specs are shown, and to whom: null for all of them. */
interface SpecReader {
  db: Queryable
  organizationId: string
  visibleAmong: ((slugs: readonly string[]) => Promise<ReadonlySet<string>>) | null
}

/**
 * The parts of OpenAPI documents that the blocks of a page show, by the key of the block. A block names a spec of the
 * organization by its slug or by the URL that the spec was read from, or a file of the space.
 */
export async function specPartsFor(
  { ctx: { db }, known }: Reader,
  { cache, files: store }: Sources,
  context: SpecContext,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> {
  if (blocks.length === 0) return {}
  const { organizationId } = known.site
  const [ofSpecs, ofFiles] = await Promise.all([
    partsOfSpecs({ db, organizationId, visibleAmong: null }, cache, blocks),
    partsOfFiles({ db, files: store }, organizationId, cache, context, blocks),
  ])
  return { ...ofSpecs, ...ofFiles }
}

/** The same for blocks of any number of pages, and only for blocks that name a spec. */
export async function partsOfSpecs(
  reader: SpecReader,
  cache: ByteCache,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> {
  if (blocks.length === 0) return {}
  return partsOf(reader.organizationId, cache, await blocksOfSpecs(reader, blocks))
}

/** The same for blocks of one page, and only for blocks that name a file of its space. */
export const partsOfFiles = async (
  storage: BlobStorage,
  organizationId: string,
  cache: ByteCache,
  context: SpecContext,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> =>
  partsOf(organizationId, cache, await blocksOfFiles(storage, organizationId, cache, context, blocks))

async function partsOf(
  organizationId: string,
  cache: ByteCache,
  documents: readonly Shown[],
): Promise<Record<string, SpecPart>> {
  const parts = await Promise.all(
    documents.map(async ({ bundle, own }) => {
      const key = `spec ${bundle.hash} ${hashOf(JSON.stringify(own))}`
      const before = cache.get<Record<string, SpecPart>>(key)
      if (before) return before
      const made = await specPartsOf(bundle.bytes, own, organizationId)
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

async function blocksOfSpecs(
  { db, organizationId, visibleAmong }: SpecReader,
  blocks: readonly SpecBlock[],
): Promise<Shown[]> {
  const urls = blocks.flatMap(({ ref }) => (ref.kind === 'url' ? [ref.url] : []))
  const byUrl = urls.length === 0 ? null : await findSpecSlugs(db, organizationId, urls)
  const bySlug = grouped(
    blocks.flatMap((block) => {
      const { ref } = block
      const spec = ref.kind === 'openapi' ? ref.spec : ref.kind === 'url' ? byUrl?.get(ref.url) : undefined
      return spec === undefined ? [] : [[spec, block] as const]
    }),
  )
  const named = [...bySlug.keys()]
  const visible = visibleAmong ? await visibleAmong(named) : null
  const slugs = named.filter((slug) => !visible || visible.has(slug))
  const bundles = await findSpecBundles(
    db,
    slugs.map((slug) => ({ organizationId, slug })),
  )
  return slugs.flatMap((slug, at) => {
    const bundle = bundles[at]
    return bundle ? [{ bundle, own: bySlug.get(slug) ?? [] }] : []
  })
}

async function blocksOfFiles(
  storage: BlobStorage,
  organizationId: string,
  cache: ByteCache,
  { spaceId, refs }: SpecContext,
  blocks: readonly SpecBlock[],
): Promise<Shown[]> {
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
    const bundle = await specInFile(storage, cache, file)
    if (bundle) shown.push({ bundle, own: byBlob.get(file.blob) ?? [] })
  }
  return shown
}
