import DataLoader from 'dataloader'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { findSpecPagesNamed } from '../../openapi-specs/index.ts'
import { folderOf, type PageRecord, type Snapshot } from '../../revisions/index.ts'
import { type ComputedFolder, computedFolder, findGenerated, generatedId } from './generated.ts'

/** The folder and slug of a page. */
interface PlaceInFolder {
  parent: string | null
  slug: string
}

interface ComputedPage {
  id: string
  page: PageRecord
}

const ORGANIZATION = statement<{ organizationId: string }>({
  name: 'organizationOfSpace',
  text: `SELECT "organizationId" FROM "Space" WHERE "id" = $1`,
})

/** Finds the computed pages of one revision. The number of statements does not depend on the number of pages. */
export class ComputedLookup {
  readonly #db: Queryable
  readonly #snapshot: Snapshot
  readonly #named: DataLoader<
    { spec: string; name: string },
    Awaited<ReturnType<typeof findSpecPagesNamed>>[0],
    string
  >
  #organizationId: string | undefined

  constructor(db: Queryable, snapshot: Snapshot, organizationId?: string) {
    this.#db = db
    this.#snapshot = snapshot
    this.#organizationId = organizationId
    this.#named = new DataLoader(
      async (keys) => {
        const organizationId = await this.#organization()
        return findSpecPagesNamed(
          db,
          keys.map(({ spec, name }) => ({ organizationId, slug: spec, name })),
        )
      },
      { cacheKeyFn: ({ spec, name }) => `${spec}/${name}`, maxBatchSize: 1_000 },
    )
  }

  /** Of these ids, those of computed pages that exist. */
  async existing(ids: readonly string[]): Promise<Set<string>> {
    const wanted = ids.flatMap((id) => generatedId(id) ?? [])
    if (wanted.length === 0 || !this.#snapshot.roots.hasComputed) return new Set()
    const sources = await this.#snapshot.pages(wanted.map(({ source }) => source))
    const folders = await this.#foldersOf([...sources.values()].map(({ parent }) => parent))
    const found = await Promise.all(
      wanted.map(async (each) => {
        const source = sources.get(each.source)
        const folder = source && folders.get(source.parent)
        return folder ? findGenerated(this.#find, folder, each) : null
      }),
    )
    return new Set(found.flatMap((page) => page?.id ?? []))
  }

  /** The computed pages at these places; null where there is none. */
  async at(places: readonly PlaceInFolder[]): Promise<(ComputedPage | null)[]> {
    if (places.length === 0 || !this.#snapshot.roots.hasComputed) return places.map(() => null)
    const folders = await this.#foldersOf(places.map(({ parent }) => parent))
    return Promise.all(
      places.map(({ parent, slug }) => {
        const folder = folders.get(parent)
        return folder ? findGenerated(this.#find, folder, { slug }) : null
      }),
    )
  }

  readonly #find = (spec: string, name: string) => this.#named.load({ spec, name })

  /** The folders that have sources of computed pages. */
  async #foldersOf(parents: readonly (string | null)[]): Promise<Map<string | null, ComputedFolder>> {
    const unique = [...new Set(parents)]
    const folders = await this.#snapshot.folders(unique.map(folderOf))
    const entriesOf = (parent: string | null) => folders.get(folderOf(parent))?.pages ?? []
    const unnamed = unique.flatMap((parent) =>
      entriesOf(parent).flatMap(([id, slug]) => (slug === '' ? [id] : [])),
    )
    const records = unnamed.length === 0 ? new Map() : await this.#snapshot.pages(unnamed)
    const found = new Map<string | null, ComputedFolder>()
    for (const parent of unique) {
      const folder = computedFolder(
        entriesOf(parent).map(([id, slug]) => ({ id, page: records.get(id) ?? ({ slug } as PageRecord) })),
      )
      if (folder.sources.length > 0) found.set(parent, folder)
    }
    return found
  }

  async #organization(): Promise<string> {
    if (this.#organizationId === undefined) {
      const [row] = await this.#db.query(ORGANIZATION, [this.#snapshot.roots.spaceId])
      this.#organizationId = row?.organizationId ?? ''
    }
    return this.#organizationId
  }
}
