import type { Queryable } from '../../platform/database.ts'
import type { PageAnchors } from '../documents/index.ts'
import { folderOf, type Snapshot } from '../revisions/index.ts'
import type { AnchorsIn } from './anchors.ts'
import type { TargetKind } from './link-targets.ts'
import { type ContentName, findNames, type NameChanges } from './names.ts'

/** Something in content. */
export interface Target {
  kind: TargetKind
  id: string
}

/** A page goes before a file of the same name. */
const ranks: Record<TargetKind, number> = { page: 0, file: 1, 'reusable-content': 2 }

/** Finds what links ask for in one revision: every question is a few statements, whatever the number of links. */
export class Lookup {
  readonly #db: Queryable
  readonly #snapshot: Snapshot
  readonly #names: NameChanges
  readonly #anchors: AnchorsIn

  /** The names are those that differ from main content's, which are known by name. */
  constructor(db: Queryable, snapshot: Snapshot, names: NameChanges, anchors: AnchorsIn) {
    this.#db = db
    this.#snapshot = snapshot
    this.#names = names
    this.#anchors = anchors
  }

  /** What links may lead to on pages. */
  anchors(pageIds: readonly string[]): Promise<ReadonlyMap<string, PageAnchors>> {
    return this.#anchors.of(pageIds)
  }

  /** Those of these ids that are there. */
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

  /** The pages at paths of slugs: one statement for each level, whatever the number of paths. */
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
        // The root itself is its first page; pages without a slug have no path.
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

  /** What has these names in the repository that content came from. */
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
