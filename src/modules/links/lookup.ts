import type { Queryable } from '../../platform/database.ts'
import { eachInTurns } from '../../platform/turns/turns.ts'
import { ComputedLookup } from '../content/index.ts'
import type { PageAnchors } from '../documents/index.ts'
import { folderOf, type Snapshot } from '../revisions/index.ts'
import type { AnchorsIn } from './anchors.ts'
import type { TargetKind } from './link-targets.ts'
import { type ContentName, findNames, type NameChanges } from './names.ts'
import { findRepositoryPlace, mayLeadOutside, outsideUrl } from './repository-places.ts'
import type { LinkRow } from './rows.ts'

/** A resource in content. */
export interface Target {
  kind: TargetKind
  id: string
}

/** A page has precedence over a file with the same name. */
const ranks: Record<TargetKind, number> = { page: 0, file: 1, 'reusable-content': 2 }

/** Looks up the targets of links in one revision: a few statements per query, for any number of links. */
export class Lookup {
  readonly #db: Queryable
  readonly #snapshot: Snapshot
  readonly #names: NameChanges
  /** The same names, arranged when they are first needed. */
  #arranged: Promise<ArrangedNames> | undefined
  /** The pages of folders by their slugs. */
  readonly #slugs = new Map<string, ReadonlyMap<string, string>>()
  readonly #anchors: Pick<AnchorsIn, 'of'>
  readonly #computed: ComputedLookup

  /** `names` are the names that differ from those of main content, which are stored. */
  constructor(db: Queryable, snapshot: Snapshot, names: NameChanges, anchors: Pick<AnchorsIn, 'of'>) {
    this.#db = db
    this.#snapshot = snapshot
    this.#names = names
    this.#anchors = anchors
    this.#computed = new ComputedLookup(db, snapshot)
  }

  /** The anchors of pages. */
  anchors(pageIds: readonly string[]): Promise<ReadonlyMap<string, PageAnchors>> {
    return this.#anchors.of(pageIds)
  }

  /** The ids that exist. */
  async existing(kind: TargetKind, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const snapshot = this.#snapshot
    const found =
      kind === 'page'
        ? await snapshot.pages(ids)
        : kind === 'file'
          ? await snapshot.files(ids)
          : await snapshot.reusables(ids)
    if (kind !== 'page') return new Set(found.keys())
    const others = ids.filter((id) => !found.has(id))
    return new Set([...found.keys(), ...(await this.#computed.existing(others))])
  }

  /** The pages at paths of slugs: one statement per level, for any number of paths. */
  async pagesAt(paths: Iterable<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const missing: { path: string; parent: string | null; slug: string }[] = []
    let walks = [...paths].map((path) => ({ path, slugs: path.split('/'), at: null as string | null }))
    for (let depth = 0; walks.length > 0; depth++) {
      const folders = await this.#snapshot.folders([...new Set(walks.map(({ at }) => folderOf(at)))])
      for (const [id, { pages }] of folders) {
        if (this.#slugs.has(id)) continue
        const slugs = new Map<string, string>()
        await eachInTurns(pages, ([page, slug]) => slugs.set(slug, page))
        this.#slugs.set(id, slugs)
      }
      const next: typeof walks = []
      await eachInTurns(walks, (walk) => {
        // The path of the root is its first page. Pages without a slug have no path.
        const slug =
          walk.path === ''
            ? folders.get(folderOf(null))?.pages.find(([, each]) => each !== '')?.[1]
            : walk.slugs[depth]
        const page = slug ? this.#slugs.get(folderOf(walk.at))?.get(slug) : undefined
        const isLast = depth === walk.slugs.length - 1
        if (page === undefined) {
          // Computed pages are not stored, and have no pages below them.
          if (isLast && slug) missing.push({ path: walk.path, parent: walk.at, slug })
        } else if (isLast) found.set(walk.path, page)
        else next.push({ ...walk, at: page })
      })
      walks = next
    }
    const computed = await this.#computed.at(missing)
    for (const [index, { path }] of missing.entries()) {
      const page = computed[index]
      if (page) found.set(path, page.id)
    }
    return found
  }

  /** Of links without a target, those that lead to files of the repository that are no content. */
  async outside(rows: readonly LinkRow[]): Promise<Set<LinkRow>> {
    const candidates = rows.filter(mayLeadOutside)
    if (candidates.length === 0) return new Set()
    const place = await findRepositoryPlace(this.#db, this.#snapshot.roots.spaceId)
    if (!place) return new Set()
    const pages = await this.#snapshot.pages([...new Set(candidates.map(({ pageId }) => pageId))])
    return new Set(
      candidates.filter(({ pageId, href }) => outsideUrl(place, pages.get(pageId)?.git?.path, href) !== null),
    )
  }

  /** The resources with these names in the repository that the content was imported from. */
  async named(names: readonly string[]): Promise<Map<string, Target>> {
    if (names.length === 0) return new Map()
    this.#arranged ??= arranged(this.#names)
    const { gone, added } = await this.#arranged
    const stored = await findNames(this.#db, this.#snapshot.roots.spaceId, names)
    const found = new Map<string, Target>()
    const add = ({ name, kind, id }: ContentName) => {
      const known = found.get(name)
      if (known === undefined || isPreferred({ kind, id }, known)) found.set(name, { kind, id })
    }
    await eachInTurns(stored, (each) => gone.has(contentKeyOf(each)) || add(each))
    await eachInTurns(names, (name) => {
      for (const each of added.get(name) ?? []) add(each)
    })
    return found
  }
}

interface ArrangedNames {
  gone: ReadonlySet<string>
  /** By name. */
  added: ReadonlyMap<string, readonly ContentName[]>
}

async function arranged(names: NameChanges): Promise<ArrangedNames> {
  const gone = new Set<string>()
  await eachInTurns(names.gone, (each) => gone.add(contentKeyOf(each)))
  const added = new Map<string, ContentName[]>()
  await eachInTurns(names.added, (each) => {
    const same = added.get(each.name)
    if (same) same.push(each)
    else added.set(each.name, [each])
  })
  return { gone, added }
}

/** Of several resources with a name, the one that a link means: by kind, then the oldest. */
const isPreferred = (one: Target, other: Target): boolean =>
  one.kind === other.kind ? one.id < other.id : ranks[one.kind] < ranks[other.kind]

const contentKeyOf = ({ kind, id }: Omit<ContentName, 'name'>): string => `${kind}/${id}`
