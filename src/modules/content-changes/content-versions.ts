import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import {
  diffRevisions,
  type FileRecord,
  isSameContent,
  type PageRecord,
  type ReusableRecord,
  Snapshot,
  type Variables,
} from '../revisions/index.ts'
import type { ContentChange } from './changes.model.ts'
import { sourcesOf, type WithDocument } from './sources.ts'

/** Something in the revision that a batch is based on, and in the current one; undefined where it does not exist. */
export interface Versions<T> {
  base: T | undefined
  current: T | undefined
}

/** The parts of two revisions that a batch changes, read in as many statements for one change as for many. */
export class ContentVersions {
  readonly pages = new Map<string, Versions<PageRecord>>()
  readonly reusables = new Map<string, Versions<ReusableRecord>>()
  readonly files = new Map<string, Versions<FileRecord>>()
  readonly variables = new Map<string, Versions<string>>()
  /** The source text of a record that was read. */
  sourceOf: (record: WithDocument | undefined) => string = () => ''
  readonly #db: Queryable
  readonly #expected: Revision
  readonly #current: Revision
  #changed: Promise<ReadonlyMap<string, string>> | undefined

  constructor(db: Queryable, { expected, current }: { expected: Revision; current: Revision }) {
    this.#db = db
    this.#expected = expected
    this.#current = current
    // Not by the names as keys of an object: a variable can be called `constructor`.
    const [base, now] = [expected, current].map(
      ({ variables }) => new Map(Object.entries(variables as Variables)),
    )
    for (const name of [...(base?.keys() ?? []), ...(now?.keys() ?? [])]) {
      this.variables.set(name, { base: base?.get(name), current: now?.get(name) })
    }
  }

  async read(changes: readonly ContentChange[]): Promise<void> {
    const snapshots = {
      base: new Snapshot(this.#db, this.#expected),
      current: new Snapshot(this.#db, this.#current),
    }
    const read = async <T>(
      all: Map<string, Versions<T>>,
      ids: ReadonlySet<string>,
      find: (snapshot: Snapshot) => Promise<Map<string, T>>,
    ) => {
      if (ids.size === 0) return
      const [base, current] = await Promise.all([find(snapshots.base), find(snapshots.current)])
      for (const id of ids) all.set(id, { base: base.get(id), current: current.get(id) })
    }
    const named = (idsOf: (change: ContentChange) => string | null | undefined) =>
      new Set(changes.flatMap((change) => idsOf(change) ?? []))
    const changed = named((change) => ('page' in change ? change.page : null))
    const pages = new Set([...changed, ...named((change) => ('into' in change ? change.into : null))])
    const reusables = named((change) => ('reusableContent' in change ? change.reusableContent : null))
    const files = named((change) => ('file' in change ? change.file : null))
    await Promise.all([
      read(this.pages, pages, (snapshot) => snapshot.pages([...pages])),
      read(this.reusables, reusables, (snapshot) => snapshot.reusables([...reusables])),
      read(this.files, files, (snapshot) => snapshot.files([...files])),
    ])
    const withTexts = [...[...changed].map((id) => this.pages.get(id)), ...this.reusables.values()]
    // Both revisions are of one space, whose texts are stored once.
    this.sourceOf = await sourcesOf(
      snapshots.current,
      withTexts.flatMap((versions) => [versions?.base, versions?.current]),
    )
  }

  /** A page below this one that was added or changed since; undefined if there is none. */
  async changedBelow(pageId: string): Promise<string | undefined> {
    this.#changed ??= this.#changedPages()
    return (await this.#changed).get(pageId)
  }

  /** Pages with changes below them, and one of these each. */
  async #changedPages(): Promise<ReadonlyMap<string, string>> {
    const { pages } = await diffRevisions(this.#db, this.#expected, this.#current)
    const ids = [...pages].flatMap(([id, { before, after }]) =>
      after && !isSameContent(before ?? undefined, after) ? id : [],
    )
    const placed = await new Snapshot(this.#db, this.#current).placed(ids)
    return new Map(
      [...placed.values()].flatMap(({ id, above }) => above.map((page) => [page.id, id] as const)),
    )
  }
}
