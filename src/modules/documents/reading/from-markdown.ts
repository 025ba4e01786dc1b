import type { Definition, FootnoteDefinition } from 'mdast'
import type { Content } from '../parsing/pairs.ts'
import { parseMarkdown } from '../parsing/parse.ts'
import { Anchors } from '../tree/anchors.ts'
import { Keys } from '../tree/keys.ts'
import type { DocumentTree } from '../tree/types.ts'
import { blocksFrom, labelled } from './blocks.ts'
import type { Conversion } from './conversion.ts'
import { fragmentOf } from './paragraphs.ts'
import { SourceExtras } from './source-extras.ts'
import { TextRanges } from './text-ranges.ts'

const schemaVersion = 1
/** Footnotes that are nested deeper are appended at the end, with their label. */
const maxNotes = 8

/** Parsed Markdown: its document, and data that is not part of the document. */
export interface ReadMarkdown {
  document: DocumentTree
  extras: SourceExtras
  /** The positions of the blocks in the Markdown. */
  places: TextRanges
}

/** Converts stored Markdown to a document. Every string is valid, and the result is deterministic. */
export const documentFromMarkdown = (markdown: string): DocumentTree => readMarkdown(markdown).document

export function readMarkdown(markdown: string): ReadMarkdown {
  // The parser returns only blocks and definitions at the top level; its types are wider.
  const content = parseMarkdown(markdown).children as Content[]
  const { definitions, notes } = definitionsIn(content)
  const waiting = new Map(notes)
  let openNotes = 0
  const conversion: Conversion = {
    keys: new Keys(),
    anchors: new Anchors(),
    extras: new SourceExtras(),
    places: new TextRanges(markdown),
    definitions,
    labels: new Set(notes.keys()),
    isTaken: (note) => notes.get(note.identifier) === note,
    readNote: (identifier) => {
      const note = waiting.get(identifier)
      if (note === undefined || openNotes >= maxNotes) return undefined
      // Removed before it is converted: a footnote can refer to itself.
      waiting.delete(identifier)
      openNotes += 1
      const fragment = fragmentOf('annotation-body', blocksFrom(note.children, conversion, 1), conversion)
      openNotes -= 1
      return fragment
    },
    source: markdown,
  }
  const nodes = blocksFrom(content, conversion)
  for (const [identifier, note] of notes) {
    if (!waiting.delete(identifier)) continue
    const left = blocksFrom(labelled(note.label ?? identifier, note.children), conversion, 1)
    for (const block of left) {
      conversion.places.mark(block, markdown, note, note)
      nodes.push(block)
    }
  }
  const { extras, places } = conversion
  return { document: { object: 'document', data: { schemaVersion }, nodes }, extras, places }
}

function definitionsIn(content: readonly Content[]) {
  const definitions = new Map<string, Definition>()
  const notes = new Map<string, FootnoteDefinition>()
  const visit = (node: Content): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node)
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) notes.set(node.identifier, node)
    if (node.type === 'blockquote' || node.type === 'footnoteDefinition') node.children.forEach(visit)
    if (node.type === 'list') for (const item of node.children) item.children.forEach(visit)
  }
  content.forEach(visit)
  return { definitions, notes }
}
