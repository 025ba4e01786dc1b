import type { FileChange } from '../../../platform/git/commits.ts'
import { blobs, type LocalRepository, type TreeEntry } from '../../../platform/git/objects.ts'
import type { GitReport } from '../git.model.ts'
import { ReportBuilder } from '../git.report.ts'

const MAX_TEXT = 4 * 1024 * 1024

/** The files that a commit writes and deletes. */
export class FilePlan {
  /** The files of the commit to add to. */
  readonly entries: ReadonlyMap<string, TreeEntry>
  /** Files that could not be imported. They are not touched. */
  readonly refused: ReadonlySet<string>
  /** Files that the space has. */
  readonly kept = new Set<string>()
  readonly deleted = new Set<string>()
  readonly #written = new Map<string, FileChange>()
  readonly #report = new ReportBuilder()
  readonly #repository: LocalRepository | undefined

  constructor(
    repository: LocalRepository | undefined,
    entries: readonly TreeEntry[],
    refused: readonly string[],
  ) {
    this.#repository = repository
    this.entries = new Map(entries.map((entry) => [entry.path, entry]))
    this.refused = new Set(refused)
  }

  /** Writes a file unless it has these bytes. False if it must not be touched. */
  write(path: string, oid: string | undefined, bytes: () => Promise<Buffer>, former?: string): boolean {
    if (this.refused.has(path)) {
      const reason = 'It could not be imported, so the export does not change it.'
      this.#report.add('refused', { path, reason })
      return false
    }
    this.kept.add(path)
    const entry = this.entries.get(path)
    if (oid !== undefined && entry?.oid === oid) return true
    if (former !== undefined && former !== path && this.entries.has(former)) {
      this.#report.add('moved', { path, from: former })
      this.deleted.add(former)
    } else this.#report.add(entry ? 'changed' : 'created', { path })
    this.#written.set(path, { path, bytes })
    return true
  }

  /** Deletes a file that the space no longer has. */
  remove(path: string): void {
    if (!this.kept.has(path) && !this.refused.has(path) && this.entries.has(path)) this.deleted.add(path)
  }

  /** The text of a file of the commit to add to. */
  async textAt(path: string): Promise<string | undefined> {
    const entry = this.entries.get(path)
    if (entry === undefined || entry.size > MAX_TEXT || !this.#repository) return undefined
    for await (const { bytes } of blobs(this.#repository, [entry.oid])) {
      return bytes.toString().replace(/^\ufeff/, '')
    }
    return undefined
  }

  build(): { hasChanges: boolean; deleted: string[]; written: FileChange[]; report: GitReport } {
    for (const path of this.#written.keys()) this.deleted.delete(path)
    for (const path of this.deleted) this.#report.add('deleted', { path })
    const deleted = [...this.deleted]
    const written = [...this.#written.values()]
    return { hasChanges: deleted.length + written.length > 0, deleted, written, report: this.#report.build() }
  }
}
