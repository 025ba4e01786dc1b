import { type DocumentTree, type Ref, readMarkdown } from '../../documents/index.ts'
import { renderBlocks, renderDocument } from '../document/render-document.ts'
import { DocumentReferences } from '../document/walk.ts'
import { extractSpecPart } from '../openapi/extract-spec-part.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import type {
  DocumentInput,
  ParsedBlocks,
  ParsedText,
  RenderedBlocks,
  RenderedDocument,
  SpecBlock,
} from '../views.ts'
import { type BlockText, parseBlocks } from './parse-blocks.ts'

/** A parsed text and what it refers to. */
export function parseNow(markdown: string): { tree: DocumentTree; refs: Ref[]; specBlocks: SpecBlock[] } {
  const { document: tree, extras } = readMarkdown(markdown)
  const { refs, specBlocks } = new DocumentReferences(tree, (leaf) => extras.htmlIn(leaf) !== '')
  return { tree, refs, specBlocks }
}

export type RenderInput = Omit<DocumentInput, 'tree'>

interface EncodedDocument {
  tree: Uint8Array
  input: RenderInput
}

const decoded = ({ tree, input }: EncodedDocument): DocumentInput => ({
  ...input,
  tree: JSON.parse(Buffer.from(tree).toString()) as DocumentTree,
})

const encoded = <Parsed extends { tree: DocumentTree }>(parsed: Parsed) => ({
  ...parsed,
  tree: Buffer.from(JSON.stringify(parsed.tree)),
})

/** The tasks that run in a worker thread. Trees are passed encoded, because copying them is slower. */
export const renderingTasks = {
  parse: (markdown: string): ParsedText => encoded(parseNow(markdown)),
  parseBlocks: (text: BlockText): ParsedBlocks => encoded(parseBlocks(text)),
  render: (document: EncodedDocument): RenderedDocument => renderDocument(decoded(document)),
  renderBlocks: (document: EncodedDocument): RenderedBlocks => renderBlocks(decoded(document)),
  specParts: ({ bundle, blocks }: { bundle: Uint8Array; blocks: readonly SpecBlock[] }) => {
    const document: unknown = JSON.parse(Buffer.from(bundle).toString())
    const parts: Record<string, SpecPart> = {}
    for (const block of blocks) {
      const part = extractSpecPart(document, block)
      if (part) parts[block.key] = part
    }
    return parts
  },
}
