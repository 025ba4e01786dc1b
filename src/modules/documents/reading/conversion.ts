import type { Definition, FootnoteDefinition } from 'mdast'
import type { Anchors } from '../tree/anchors.ts'
import type { Keys } from '../tree/keys.ts'
import type { Fragment } from '../tree/types.ts'
import type { SourceExtras } from './source-extras.ts'
import type { TextRanges } from './text-ranges.ts'

/** The state that the blocks of one document share during the conversion. */
export interface Conversion {
  keys: Keys
  anchors: Anchors
  extras: SourceExtras
  places: TextRanges
  definitions: ReadonlyMap<string, Definition>
  /** All footnotes of the document. */
  labels: ReadonlySet<string>
  /** Whether a footnote gets the position of the words that refer to it instead of its own. */
  isTaken(note: FootnoteDefinition): boolean
  /** The footnote with a label, for the first words that refer to it. */
  readNote(identifier: string): Fragment | undefined
  /** The text that positions refer to. Null if positions are not recorded. */
  source: string | null
}
