import type { FileChange } from '../../../platform/git/commits.ts'
import { blobs, type LocalRepository, type TreeEntry } from '../../../platform/git/objects.ts'
import type { KeptFile } from '../../import/index.ts'
import type { GitOrigin } from '../../revisions/index.ts'
import type { GitReport } from '../git.model.ts'
import { ReportBuilder } from '../git.report.ts'
import { bytesOf, oidOf } from './exported-text.ts'

const MAX_TEXT = 4 * 1024 * 1024
const MARK = '\ufeff'

/** A file as the space has it. */
interface WrittenFile {
  /** Undefined if it is not known. */
  oid?: string
  bytes: () => Promise<Buffer>
  /** Where it was, and how it was stored there. */
  from?: Partial<GitOrigin> | undefined
}

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
  write(path: string, { oid, bytes, from }: WrittenFile): boolean {
    if (this.refused.has(path)) {
      const reason = 'It could not be imported, so the export does not change it.'
      this.#report.add('refused', { path, reason })
      return false
    }
    this.kept.add(path)
    const entry = this.entries.get(path)
    if (oid !== undefined && entry?.oid === oid) return true
    const former = from?.path === undefined || from.path === path ? undefined : this.entries.get(from.path)
    if (former) {
      this.#report.add('moved', { path, from: former.path })
      this.deleted.add(former.path)
    } else this.#report.add(entry ? 'changed' : 'created', { path })
    const mode = (entry ?? former ?? from)?.mode === '100755' ? '100755' : '100644'
    this.#written.set(path, { path, mode, bytes })
    return true
  }

  /** The same for a text that is no content. */
  writeText(path: string, text: string, from?: Pick<KeptFile, 'bom' | 'mode'>): void {
    const bytes = bytesOf(text, from?.bom === true)
    this.write(path, { oid: oidOf(bytes), bytes: async () => bytes, from: { path, ...from } })
  }

  /** Deletes a file that the space no longer has. */
  remove(path: string): void {
    if (!this.kept.has(path) && !this.refused.has(path) && this.entries.has(path)) this.deleted.add(path)
  }

  /** The text of a file of the commit to add to. */
  async textAt(path: string): Promise<Omit<KeptFile, 'path'> | undefined> {
    const entry = this.entries.get(path)
    if (entry === undefined || entry.size > MAX_TEXT || !this.#repository) return undefined
    for await (const { bytes } of blobs(this.#repository, [entry.oid])) {
      const text = bytes.toString()
      return text.startsWith(MARK) ? { text: text.slice(1), bom: true } : { text }
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
