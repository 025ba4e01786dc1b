import { holdsScope } from '../../core/access/viewer.ts'
import { ByteCache } from '../../core/byte-cache.ts'
import type { BatchDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import { type Content, evaluationIn, type PageRow, textIn, visibleSpec } from '../content/index.ts'
import { readingCost, SHORT_COST } from '../documents/index.ts'
import { partsOfFiles, partsOfSpecs } from '../publishing/index.ts'
import { type Locale, localeOf } from '../site-texts/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { type ParsedSource, parseSource } from './parse-source.ts'
import { type RefTargets, refTargetsOf } from './ref-targets.ts'

/** The text of a page, or one that is not saved. */
export interface TextToRender {
  content: Content
  page: PageRow | null
  /** Null for the text of the page. */
  unsaved: string | null
  /** Where the bytes of files are, unless they are in the database. */
  files: ObjectStore | null
}

/** A parsed text, and what its links, files and specs are for the caller. */
export interface ResolvedText {
  parsed: ParsedSource
  targets: RefTargets
  specs: Awaited<ReturnType<typeof partsOfSpecs>>
  organizationId: string
  /** The language of the labels: that of the space. */
  locale: Locale
}

const SPEC_BYTES = 16 * 1024 * 1024
/** Parts of OpenAPI documents by the hashes of the documents. */
const specCache = new ByteCache(SPEC_BYTES)

/** Texts of any number of pages, in a fixed number of statements per revision. */
export const resolvedTexts: BatchDefinition<TextToRender, ResolvedText> = {
  name: 'resolvedTexts',
  cacheKey: ({ content, page, unsaved }) => JSON.stringify([content.id, page?.id, unsaved]),
  batch: async (reads, texts) => {
    const sources = await Promise.all(texts.map((text) => sourceOf(reads, text)))
    const evaluations = await Promise.all(
      texts.map(({ content, page }, at) => evaluationIn(reads, content, sources[at] ?? '', page?.page)),
    )
    const spaces = await Promise.all(texts.map(({ content }) => getSpaceRow(reads, content.spaceId)))
    const organizations = spaces.map(({ organizationId }) => organizationId)
    const parsed: ParsedSource[] = []
    let short = SHORT_COST
    // One after the other, so that one request does not fill the queue of its organization.
    for (const [at, source] of sources.entries()) {
      const evaluation = evaluations[at] ?? null
      const cost = [source, ...(evaluation?.included.values() ?? [])].reduce(
        (sum, text) => sum + readingCost(text),
        0,
      )
      const isShort = cost <= short
      if (isShort) short -= cost
      parsed.push(await parseSource({ source, evaluation, isShort, organizationId: organizations[at] ?? '' }))
    }
    const targets = await refTargetsOf(
      reads,
      texts.map((text, at) => ({ ...text, refs: parsed[at]?.refs ?? [] })),
    )
    const specs = await specsOf(reads, parsed, organizations)
    const resolved: ResolvedText[] = []
    for (const [at, text] of texts.entries()) {
      const organizationId = organizations[at] ?? ''
      const own = { parsed: parsed[at] as ParsedSource, targets: targets[at] ?? new Map(), organizationId }
      resolved.push({
        ...own,
        specs: { ...specsOfText(own, specs), ...(await specsInFiles(reads, text, own)) },
        locale: localeOf(spaces[at]?.language ?? null),
      })
    }
    return resolved
  },
}

const sourceOf = async (reads: RequestLoaders, { content, page, unsaved }: TextToRender): Promise<string> =>
  unsaved ??
  (page
    ? textIn.read(reads, { content, document: page.page.document, page: page.page, evaluated: false })
    : '')

/** The parts of specs that the texts show, by organization. Those that the caller cannot read are left out. */
async function specsOf(
  reads: RequestLoaders,
  parsed: readonly ParsedSource[],
  organizations: readonly string[],
): Promise<Map<string, ResolvedText['specs']>> {
  const found = new Map<string, ResolvedText['specs']>()
  for (const organizationId of new Set(organizations)) {
    const blocks = parsed.flatMap((each, at) => (organizations[at] === organizationId ? each.specBlocks : []))
    const visibleAmong = async (slugs: readonly string[]) => {
      if (!holdsScope(reads.viewer, 'openapi:read')) return new Set<string>()
      const seen = await Promise.all(
        slugs.map((specSlug) => visibleSpec.read(reads, { organizationId, specSlug })),
      )
      return new Set(slugs.filter((_slug, at) => seen[at]))
    }
    found.set(
      organizationId,
      await partsOfSpecs({ db: reads.db, organizationId, visibleAmong }, specCache, blocks),
    )
  }
  return found
}

/** Those of one text, so that it is the same whatever is read together with it. */
const specsOfText = (
  { parsed, organizationId }: Pick<ResolvedText, 'parsed' | 'organizationId'>,
  found: ReadonlyMap<string, ResolvedText['specs']>,
): ResolvedText['specs'] =>
  Object.fromEntries(
    parsed.specBlocks.flatMap(({ key }) => {
      const part = found.get(organizationId)?.[key]
      return part ? [[key, part]] : []
    }),
  )

/** The parts of OpenAPI documents in files that a text shows. Another text can mean another file by the same path. */
async function specsInFiles(
  { db }: RequestLoaders,
  { content: { spaceId }, files }: TextToRender,
  { parsed, targets, organizationId }: Pick<ResolvedText, 'parsed' | 'targets' | 'organizationId'>,
): Promise<ResolvedText['specs']> {
  if (parsed.specBlocks.length === 0) return {}
  const refs = Object.fromEntries(
    [...targets].flatMap(([key, target]) =>
      target.kind === 'file' ? [[key, { file: target.file.file }]] : [],
    ),
  )
  return partsOfFiles({ db, files }, organizationId, specCache, { spaceId, refs }, parsed.specBlocks)
}
