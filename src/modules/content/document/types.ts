export interface DocumentTree {
  object: 'document'
  data: { schemaVersion: number }
  nodes: DocumentNode[]
}

export type MarkType = 'bold' | 'italic' | 'code' | 'strikethrough'

export interface Mark {
  object: 'mark'
  type: MarkType
}

export interface Leaf {
  object: 'leaf'
  text: string
  marks: Mark[]
}

export interface TextNode {
  object: 'text'
  leaves: Leaf[]
}

export interface UrlRef {
  kind: 'url'
  url: string
}

interface Inline<Type extends string, Data> {
  object: 'inline'
  type: Type
  key: string
  data: Data
}

export type LinkInline = Inline<'link', { ref: UrlRef }> & { isVoid: false; nodes: InlineNode[] }
export type InlineImage = Inline<'inline-image', { ref: UrlRef; caption?: string; size: 'line' }> & {
  isVoid: true
}
export type InlineNode = TextNode | LinkInline | InlineImage

interface Block<Type extends string, Data = Record<never, never>> {
  object: 'block'
  type: Type
  key: string
  data: Data
}

interface Open<Child> {
  isVoid: false
  nodes: Child[]
}

interface Void {
  isVoid: true
}

export type HintStyle = 'info' | 'warning' | 'danger' | 'success'

export type ParagraphBlock = Block<'paragraph'> & Open<InlineNode>
export type HeadingBlock = Block<'heading-1' | 'heading-2' | 'heading-3'> &
  Open<InlineNode> & { meta: { id: string } }
export type ListItemBlock = Block<'list-item', { checked?: boolean }> & Open<DocumentNode>
export type OrderedListBlock = Block<'list-ordered', { start: number }> & Open<ListItemBlock>
export type PlainListBlock = Block<'list-unordered' | 'list-tasks'> & Open<ListItemBlock>
export type DividerBlock = Block<'divider'> & Void
export type BlockquoteBlock = Block<'blockquote'> & Open<DocumentNode>
export type HintBlock = Block<'hint', { style: HintStyle }> & Open<DocumentNode>
export type CodeLineBlock = Block<'code-line'> & Open<TextNode>
export type CodeBlock = Block<'code', { syntax?: string }> & Open<CodeLineBlock>
export type ImageBlock = Block<'image', { ref: UrlRef; alt?: string }> & Void & { fragments: Fragment[] }
export type ImagesBlock = Block<'images'> & Open<ImageBlock>

export interface TableColumn {
  id: string
  title: string
  type: 'text'
  textAlignment?: 'left' | 'center' | 'right'
}

export interface TableRecord {
  orderIndex: string
  /** Column id to the name of the fragment that holds the cell. */
  values: Record<string, string>
}

export interface TableData {
  view: { type: 'grid'; columns: string[]; hideHeader: boolean }
  definition: Record<string, TableColumn>
  records: Record<string, TableRecord>
}

export interface Fragment {
  object: 'fragment'
  key: string
  fragment: string
  nodes: DocumentNode[]
}

export type TableBlock = Block<'table', TableData> & Void & { fragments: Fragment[] }

/** A block that may stand at the top of a document or inside a quote, a hint, a list item or a fragment. */
export type DocumentNode =
  | ParagraphBlock
  | HeadingBlock
  | OrderedListBlock
  | PlainListBlock
  | DividerBlock
  | BlockquoteBlock
  | HintBlock
  | CodeBlock
  | ImagesBlock
  | TableBlock

export type AnyBlock = DocumentNode | ListItemBlock | CodeLineBlock | ImageBlock
