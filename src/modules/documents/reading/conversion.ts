import type { Definition, FootnoteDefinition } from 'mdast'
import type { Anchors } from '../tree/anchors.ts'
import type { Keys } from '../tree/keys.ts'
import type { Fragment } from '../tree/types.ts'
import type { SourceExtras } from './source-extras.ts'
import type { Places } from './text-ranges.ts'

/** What the blocks of one document share while they are made. */
export interface Conversion {
  keys: Keys
  anchors: Anchors
  extras: SourceExtras
  places: Places
  definitions: ReadonlyMap<string, Definition>
  /** Every note that the document has. */
  labels: ReadonlySet<string>
  /** Whether a note is told where its words are, and not where it stands. */
  isTaken(note: FootnoteDefinition): boolean
  /** The note of a label, for the first words that refer to it. */
  readNote(identifier: string): Fragment | undefined
  /** The text that positions count in; null where they do not. */
  source: string | null
}
