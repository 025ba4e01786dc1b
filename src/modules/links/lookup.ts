import type { Queryable } from '../../platform/database.ts'
import type { PageAnchors } from '../documents/index.ts'
import { folderOf, type Snapshot } from '../revisions/index.ts'
import type { AnchorsIn } from './anchors.ts'
import type { TargetKind } from './link-targets.ts'
import { type ContentName, findNames, type NameChanges } from './names.ts'

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
  readonly #anchors: AnchorsIn

  /** `names` are the names that differ from those of main content, which are stored. */
  constructor(db: Queryable, snapshot: Snapshot, names: NameChanges, anchors: AnchorsIn) {
    this.#db = db
    this.#snapshot = snapshot
    this.#names = names
    this.#anchors = anchors
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
    return new Set(found.keys())
  }

  /** The pages at paths of slugs: one statement per level, for any number of paths. */
  async pagesAt(paths: Iterable<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    let walks = [...paths].map((path) => ({ path, slugs: path.split('/'), at: null as string | null }))
    for (let depth = 0; walks.length > 0; depth++) {
      const folders = await this.#snapshot.folders([...new Set(walks.map(({ at }) => folderOf(at)))])
      const slugsOf = new Map(
        [...folders].map(([id, { pages }]) => [
          id,
          new Map(pages.map(([page, slug]): [string, string] => [slug, page])),
        ]),
      )
      const next: typeof walks = []
      for (const walk of walks) {
        // The path of the root is its first page. Pages without a slug have no path.
        const slug =
          walk.path === ''
            ? folders.get(folderOf(null))?.pages.find(([, each]) => each !== '')?.[1]
            : walk.slugs[depth]
        const page = slug ? slugsOf.get(folderOf(walk.at))?.get(slug) : undefined
        if (page === undefined) continue
        if (depth === walk.slugs.length - 1) found.set(walk.path, page)
        else next.push({ ...walk, at: page })
      }
      walks = next
    }
    return found
  }

  /** The resources with these names in the repository that the content was imported from. */
  async named(names: readonly string[]): Promise<Map<string, Target>> {
    if (names.length === 0) return new Map()
    const [wanted, gone] = [new Set(names), new Set(this.#names.gone.map(keyOf))]
    const stored = await findNames(this.#db, this.#snapshot.roots.spaceId, names)
    const all = [
      ...stored.filter((each) => !gone.has(keyOf(each))),
      ...this.#names.added.filter(({ name }) => wanted.has(name)),
    ]
    all.sort((one, other) => ranks[one.kind] - ranks[other.kind] || (one.id < other.id ? -1 : 1))
    const found = new Map<string, Target>()
    for (const { name, kind, id } of all) if (!found.has(name)) found.set(name, { kind, id })
    return found
  }
}

const keyOf = ({ kind, id }: Omit<ContentName, 'name'>): string => `${kind}/${id}`
