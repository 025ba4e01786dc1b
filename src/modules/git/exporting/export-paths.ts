import { posix } from 'node:path'
import { slugOf } from '../../../core/slugs.ts'

import { isFolderPage, slugOfPath } from '../../import/index.ts'
import {
  type FileRecord,
  type PageRecord,
  type PlacedPage,
  pathOf,
  type ReusableRecord,
} from '../../revisions/index.ts'

export interface Layout {
  /** The project directory of the export. */
  directory: string
  /** The project directory that stored paths are in. */
  formerDirectory: string
  /** The folder with the content, below the project directory. */
  root: string
}

/** Chooses the paths of files. Existing ones stay where they are. */
export class ExportPaths {
  readonly #layout: Layout
  readonly #taken: Set<string>
  readonly #oids: ReadonlyMap<string, string>
  readonly #chosen = new Set<string>()

  /** `oids` has all paths that are in use, with the object ids of their files. */
  constructor(layout: Layout, oids: ReadonlyMap<string, string>) {
    this.#layout = layout
    this.#oids = oids
    this.#taken = new Set([...oids.keys()].map((path) => path.toLowerCase()))
  }

  /** The folder with the content. */
  get top(): string {
    return posix.join(this.#layout.directory, this.#layout.root)
  }

  /** Makes the path of a page available that will not stay where it is stored. */
  release({ page }: Pick<PlacedPage, 'page'>): void {
    const stored = this.#stored(page.git?.path)
    if (stored !== undefined && !this.#hasSlug(stored, page)) this.#taken.delete(stored.toLowerCase())
  }

  /** With an object id, a file with this id can be the one that was written for the page before. */
  ofPage(
    { page, above }: Pick<PlacedPage, 'page' | 'above'>,
    hasChildren: boolean,
    oid?: string | undefined,
  ): string {
    const stored = this.#stored(page.git?.path)
    if (stored !== undefined && this.#hasSlug(stored, page)) return stored
    const slugs = pathOf({ page, above })
    const inFolder = stored === undefined ? hasChildren : isFolderPage(stored)
    return this.#free(posix.join(this.top, slugs), inFolder ? '/README.md' : '.md', oid)
  }

  ofFile({ name, git }: FileRecord, oid?: string | undefined): string {
    const stored = this.#stored(git?.path)
    if (stored !== undefined) return stored
    const { name: bare, ext } = posix.parse(name.replaceAll('/', '-'))
    return this.#free(posix.join(this.top, '.gitbook/assets', bare), ext, oid)
  }

  ofReusable({ title, git }: ReusableRecord, oid?: string | undefined): string {
    const folder = posix.join(this.top, '.gitbook/includes')
    return this.#stored(git?.path) ?? this.#free(posix.join(folder, slugOf(title)), '.md', oid)
  }

  /** A stored path in the project directory of this export. */
  #stored(path: string | undefined): string | undefined {
    const { directory, formerDirectory } = this.#layout
    if (path === undefined || directory === formerDirectory) return path
    return formerDirectory === '' || path.startsWith(`${formerDirectory}/`)
      ? posix.join(directory, path.slice(formerDirectory === '' ? 0 : formerDirectory.length + 1))
      : undefined
  }

  /** Whether the page would get its slug from this path again, or that slug with a number. */
  #hasSlug(path: string, { slug }: PageRecord): boolean {
    const own = slugOfPath(path, this.top)
    return (
      own === undefined || own === slug || (/^-\d+$/.test(slug.slice(own.length)) && slug.startsWith(own))
    )
  }

  #free(path: string, ending: string, oid: string | undefined): string {
    for (let n = 0; ; n++) {
      const candidate = `${path}${n === 0 ? '' : `-${n}`}${ending}`
      const isOwn = oid !== undefined && this.#oids.get(candidate) === oid && !this.#chosen.has(candidate)
      if (this.#taken.has(candidate.toLowerCase()) && !isOwn) continue
      this.#taken.add(candidate.toLowerCase())
      this.#chosen.add(candidate)
      return candidate
    }
  }
}
