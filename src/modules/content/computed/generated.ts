import { createHash } from 'node:crypto'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { OPENAPI, OpenAPISource } from '../../content-changes/index.ts'
import {
  type ComputedSpecPage,
  type SpecPages,
  specPages,
  specPagesNamed,
  specPageTexts,
} from '../../openapi-specs/index.ts'
import type { PageRecord, PlacedPage } from '../../revisions/index.ts'
import { reachOf } from '../../spaces/index.ts'
import type { Content } from '../content-scope.ts'

/** A page that is stored as the source of others, and its place among the computed pages of its parent. */
interface Source {
  id: string
  page: PageRecord
  /** The slug of the spec, and whether its models have a page. */
  spec: string
  models: boolean
  /** Its slugs differ from those of the sources before it. */
  prefix: string
}

type Sibling = Pick<PlacedPage, 'id' | 'page'>

/** The key of the page that replaces the pages of a spec that does not exist or has no version. */
const GONE = 'gone'

/** The ids of computed pages: the id of their source and their key. */
const GENERATED = /^([a-z]+_[a-z0-9]+)_([a-z0-9]{1,12})$/

export const isSource = ({ type, computed }: PageRecord): boolean =>
  type === 'computed' && computed?.type === OPENAPI

/** The source of a computed page, and its key; null for the id of a stored page. */
export function generatedId(id: string): { source: string; key: string } | null {
  const [, source, key] = GENERATED.exec(id) ?? []
  return source === undefined || key === undefined ? null : { source, key }
}

/** The computed sources among the pages of one parent, in order. */
function sourcesIn(siblings: readonly Sibling[]): Source[] {
  const counts = new Map<string, number>()
  return siblings.flatMap(({ id, page }, _index) => {
    const parsed = isSource(page) ? OpenAPISource.safeParse(page.computed).data : undefined
    if (!parsed) return []
    const { spec } = parsed.dependencies.spec.ref
    const before = counts.get(spec) ?? 0
    const isFirst = counts.size === 0
    counts.set(spec, before + 1)
    const prefix = isFirst ? '' : before === 0 ? `${spec}-` : `${spec}-${before + 1}-`
    return [{ id, page, spec, models: parsed.props.models, prefix }]
  })
}

/** A slug that follows from the page and the stored pages next to it, not from other computed pages. */
function slugIn(taken: ReadonlySet<string>, { prefix, id }: Source, { slug, key }: ComputedSpecPage): string {
  const wanted = `${prefix}${slug}`
  if (!taken.has(wanted)) return wanted
  return `${wanted}-${createHash('sha256').update(`${id}/${key}`).digest('hex').slice(0, 4)}`
}

const slugsOf = (siblings: readonly Sibling[]): Set<string> =>
  new Set(siblings.flatMap(({ page }) => (page.slug === '' ? [] : [page.slug])))

const shownPages = (source: Source, found: SpecPages | null): ComputedSpecPage[] => {
  const pages = found?.pages.filter(({ doc }) => source.models || doc !== 'models') ?? []
  if (pages.length > 0) return pages
  return [{ key: GONE, doc: 'info', title: source.spec, slug: source.spec, description: null }]
}

/** The record of a computed page, as if it were stored. */
function recordOf(
  taken: ReadonlySet<string>,
  source: Source,
  found: SpecPages | null,
  page: ComputedSpecPage,
): PageRecord {
  const { parent, createdAt, condition } = source.page
  const { doc, title, description } = page
  const value = found
    ? {
        value: {
          object: 'openapi-spec',
          id: found.id,
          slug: found.slug,
          ...(found.lastVersion === null ? {} : { lastVersion: found.lastVersion }),
        },
      }
    : {}
  return {
    type: 'document',
    parent,
    slug: slugIn(taken, source, page),
    title,
    ...(description === null ? {} : { description }),
    computed: {
      type: OPENAPI,
      props: doc === 'models' ? { doc } : { doc, page: page.slug },
      dependencies: { spec: { ref: { kind: 'openapi', spec: source.spec }, ...value } },
    },
    // Computed pages are shown to those who see their source.
    ...(condition === undefined ? {} : { condition }),
    computedSeed: `${found?.lastVersion ?? ''}/${page.key}`,
    createdAt,
  }
}

const keyFor = async (reads: RequestLoaders, { spaceId, seen }: Content, slug: string) => ({
  organizationId: (seen ?? (await reachOf(reads, spaceId))).organizationId,
  slug,
})

/** Reads the pages of a spec with a key or slug. */
export type NamedPages = (spec: string, name: string) => Promise<SpecPages | null>

/** The same for a viewer who can see the content. */
export const namedIn =
  (reads: RequestLoaders, content: Content): NamedPages =>
  async (spec, name) =>
    reads.load(specPagesNamed, { ...(await keyFor(reads, content, spec)), name })

/** The pages of one parent, with the computed ones in place of their sources. */
export async function withGenerated<Page extends PlacedPage>(
  reads: RequestLoaders,
  content: Content,
  siblings: readonly Page[],
  make: (placed: PlacedPage, source: Page) => Page,
): Promise<Page[]> {
  if (!content.isExpanded) return [...siblings]
  const pagesOf = async (slug: string) => reads.load(specPages, await keyFor(reads, content, slug))
  return expandedSiblings(pagesOf, siblings, make)
}

/** The same with any source of the pages of a spec. */
export async function expandedSiblings<Page extends PlacedPage>(
  pagesOf: (spec: string) => Promise<SpecPages | null>,
  siblings: readonly Page[],
  make: (placed: PlacedPage, source: Page) => Page,
): Promise<Page[]> {
  const sources = new Map(sourcesIn(siblings).map((each) => [each.id, each]))
  if (sources.size === 0) return [...siblings]
  const taken = slugsOf(siblings)
  const lists = await Promise.all(
    siblings.map(async (sibling) => {
      const source = sources.get(sibling.id)
      if (!source) return [sibling]
      const found = await pagesOf(source.spec)
      return shownPages(source, found).map((page) =>
        make(
          {
            id: `${source.id}_${page.key}`,
            page: recordOf(taken, source, found, page),
            above: sibling.above,
          },
          sibling,
        ),
      )
    }),
  )
  return lists.flat()
}

/** What the computed pages of one parent depend on. */
export interface ComputedFolder {
  sources: readonly Source[]
  /** The slugs of the stored pages. */
  taken: ReadonlySet<string>
}

export const computedFolder = (siblings: readonly Sibling[]): ComputedFolder => ({
  sources: sourcesIn(siblings),
  taken: slugsOf(siblings),
})

/** The computed page with a key or slug among the pages of one parent: the others are not read. */
export async function findGenerated(
  named: NamedPages,
  { sources, taken }: ComputedFolder,
  wanted: { source: string; key: string } | { slug: string },
): Promise<{ id: string; page: PageRecord } | null> {
  for (const source of sources) {
    if ('source' in wanted && wanted.source !== source.id) continue
    const names = 'key' in wanted ? [wanted.key] : namesIn(source, wanted.slug)
    for (const name of names) {
      const found = await named(source.spec, name)
      const isGone = name === GONE || name === source.spec
      const pages =
        found?.lastVersion && !(name === GONE) ? found.pages : isGone ? shownPages(source, null) : []
      for (const page of pages) {
        if (page.doc === 'models' && !source.models) continue
        const record = recordOf(taken, source, found, page)
        const isWanted = 'key' in wanted ? page.key === wanted.key : record.slug === wanted.slug
        if (isWanted) return { id: `${source.id}_${page.key}`, page: record }
      }
    }
  }
  return null
}

/** The slugs in the spec that a slug in the space can come from. */
function namesIn({ prefix }: Source, slug: string): string[] {
  if (!slug.startsWith(prefix)) return []
  const own = slug.slice(prefix.length)
  const base = /^(.+)-[0-9a-f]{4}$/.exec(own)?.[1]
  return base === undefined ? [own] : [own, base]
}

/** Reads the text of a page of a spec version. */
type ReadSpecText = (key: { versionId: string; key: string; spec: string }) => Promise<string | null>

/** The text of a computed page. */
export async function textOfGenerated(read: ReadSpecText, page: PageRecord): Promise<string> {
  const [versionId = '', key = ''] = (page.computedSeed ?? '').split('/')
  const spec = OpenAPISource.shape.dependencies.shape.spec.safeParse(page.computed?.dependencies.spec).data
    ?.ref.spec
  const found = versionId === '' ? null : await read({ versionId, key, spec: spec ?? '' })
  return (
    found ??
    `The OpenAPI spec \`${spec ?? ''}\` does not exist in this organization, or it has no valid version yet.\n`
  )
}

/** The same for a viewer who can see the content. */
export const generatedText = (reads: RequestLoaders, page: PageRecord): Promise<string> =>
  textOfGenerated((key) => reads.load(specPageTexts, key), page)
