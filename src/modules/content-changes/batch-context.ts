import type { FileRecord, Snapshot } from '../revisions/index.ts'
import type { WrittenDocuments } from './body.ts'
import { refuse } from './refuse.ts'

/** The results of a batch, one per change. */
export type ChangeResult =
  | { kind: 'created_page' | 'updated_page' | 'deleted_page'; id: string; ref?: string; isMerged?: true }
  | { kind: 'created_file' | 'updated_file' | 'deleted_file'; id: string; ref?: string; file?: FileRecord }
  | { kind: 'variable'; name: string }
  | {
      kind: 'created_reusable_content' | 'updated_reusable_content' | 'deleted_reusable_content'
      id: string
      ref?: string
      isMerged?: true
    }

export interface BatchContext {
  /** Whose batch it is, for work in threads. */
  organizationId: string
  now: Date
  /** Files that were fetched and stored, by the index of their change. */
  files: ReadonlyMap<number, FileRecord[]>
  documents: WrittenDocuments
  /** The revision that a page is reverted to. */
  revisionFor(id: string | undefined): Promise<Snapshot | null>
  /** Whether the caller can see an OpenAPI spec in the organization of the space. */
  isSpec(slug: string): Promise<boolean>
}

/** The names that changes of a batch give to what they insert. */
export class Refs {
  readonly #ids = new Map<string, string>()

  name(at: number, ref: string | undefined, id: string): void {
    if (ref === undefined) return
    if (this.#ids.has(ref))
      refuse(at, 'ref', `The ref "${ref}" is already used in this batch. Choose another one.`)
    this.#ids.set(ref, id)
  }

  /** The id of what was given this name, or the id itself. */
  idOf(ref: string): string {
    return this.#ids.get(ref) ?? ref
  }
}
