export interface DocumentTree {
  object: 'document'
  data: { schemaVersion: number }
  nodes: DocumentNode[]
}

export type PlainMark =
  | 'bold'
  | 'italic'
  | 'code'
  | 'strikethrough'
  | 'keyboard'
  | 'superscript'
  | 'subscript'
export type MarkType = PlainMark | 'color'

export type Mark =
  | { object: 'mark'; type: PlainMark }
  | { object: 'mark'; type: 'color'; data: { text?: string; background?: string } }

export interface Leaf {
  object: 'leaf'
  text: string
  marks: Mark[]
}

export interface TextNode {
  object: 'text'
  leaves: Leaf[]
}

/** The target of a node, as far as Markdown can express it. */
export type Ref =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string }
  | { kind: 'anchor'; anchor: string; page?: string }
  | { kind: 'user'; user: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'openapi'; spec: string }

interface Inline<Type extends string, Data> {
  object: 'inline'
  type: Type
  key: string
  data: Data
}

type ImageSize = 'line' | 'original'
export type LinkInline = Inline<'link', { ref: Ref }> & Open<InlineNode>
export type InlineImage = Inline<
  'inline-image',
  { ref: Ref; refDark?: Ref; caption?: string; size: ImageSize }
> &
  Void
type MentionInline = Inline<'mention', { ref: Ref; label?: string }> & Void
/** What a button does that is not a link. */
export interface ButtonAction {
  action: 'ask' | 'search'
  query?: string
}
type ButtonInline = Inline<
  'button',
  { label: string; kind: string; icon?: string; ref?: Ref; action?: ButtonAction }
> &
  Void
type IconInline = Inline<'icon', { icon: string }> & Void
type ExpressionInline = Inline<'expression', { expression: string }> & Void
type InlineMath = Inline<'inline-math', { formula: string }> & Void
/** Text with a footnote. Only the first text with a label contains the footnote itself. */
export type AnnotationInline = Inline<'annotation', { label: string }> &
  Open<InlineNode> & { fragments: Fragment[] }

export type VoidInline =
  | InlineImage
  | MentionInline
  | ButtonInline
  | IconInline
  | ExpressionInline
  | InlineMath
export type InlineNode = TextNode | LinkInline | AnnotationInline | VoidInline

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

interface Fragments {
  fragments: Fragment[]
}

/** The attributes of a tag. */
export type Attributes = Record<string, string | boolean | string[] | Ref>

export type HintStyle = 'info' | 'warning' | 'danger' | 'success'

export type ParagraphBlock = Block<'paragraph'> & Open<InlineNode>
export type HeadingBlock = Block<'heading-1' | 'heading-2' | 'heading-3'> &
  Open<InlineNode> & { meta: { id: string } }
export type ListItemBlock = Block<'list-item', { checked?: boolean }> & Open<DocumentNode>
export type OrderedListBlock = Block<'list-ordered', { start: number }> & Open<ListItemBlock>
export type PlainListBlock = Block<'list-unordered' | 'list-tasks'> & Open<ListItemBlock>
type DividerBlock = Block<'divider'> & Void
export type BlockquoteBlock = Block<'blockquote'> & Open<DocumentNode>
export type HintBlock = Block<'hint', Attributes & { style: HintStyle }> & Open<DocumentNode>
export type CodeLineBlock = Block<'code-line', { highlighted?: true }> & Open<TextNode>
/** `raw` is HTML of the text itself, as opposed to a code example. */
export type CodeBlock = Block<'code', Attributes & { syntax?: string; title?: string; raw?: true }> &
  Open<CodeLineBlock>
type MathBlock = Block<'math', { formula: string }> & Void
/** `link` is the target of the link around the image. */
export type ImageBlock = Block<
  'image',
  { ref: Ref; refDark?: Ref; link?: Ref; alt?: string; width?: string; height?: string }
> &
  Void &
  Fragments
export type ImagesBlock = Block<'images', { align?: string; fullWidth?: boolean }> & Open<ImageBlock>

export type ItemType = 'tabs-item' | 'stepper-step' | 'column' | 'update'
export type ItemBlock = Block<ItemType, Attributes> & Open<DocumentNode>
export type ItemsBlock = Block<'tabs' | 'stepper' | 'columns' | 'updates', Attributes> & Open<ItemBlock>
export type HolderBlock = Block<'if' | 'prompt', Attributes> & Open<DocumentNode>
export type CardType =
  | 'embed'
  | 'file'
  | 'content-ref'
  | 'reusable-content'
  | 'swagger'
  | 'openapi-operation'
  | 'openapi-schemas'
  | 'openapi-webhook'
/** Content from elsewhere that is shown here. Its fragment is the caption. */
export type CardBlock = Block<CardType, Attributes> & Void & Fragments
export type IntegrationBlock = Block<
  'integration',
  { integration: string; block: string; props: Record<string, string> }
> &
  Void &
  Fragments
export type ExpandableBlock = Block<'expandable', { open?: boolean }> & Void & Fragments

export const columnTypes = [
  'text',
  'number',
  'checkbox',
  'files',
  'users',
  'rating',
  'select',
  'content-ref',
  'image',
] as const

export interface TableColumn {
  id: string
  title: string
  type: (typeof columnTypes)[number]
  textAlignment?: 'left' | 'center' | 'right'
}

/** For a text, the name of the fragment that contains it. For other types, the value itself. */
export type CellValue = string | number | boolean | string[] | Ref

export interface TableRecord {
  orderIndex: string
  values: Record<string, CellValue>
}

export type TableView =
  | { type: 'grid'; columns: string[]; columnWidths?: Record<string, number>; hideHeader: boolean }
  | {
      type: 'cards'
      columns: string[]
      cardSize: 'medium' | 'large'
      targetDefinition?: string
      coverDefinition?: string
      coverDefinitionDark?: string
    }

export interface TableData {
  view: TableView
  definition: Record<string, TableColumn>
  records: Record<string, TableRecord>
}

export interface Fragment {
  object: 'fragment'
  key: string
  fragment: string
  nodes: DocumentNode[]
}

export type TableBlock = Block<'table', TableData> & Void & Fragments

/** A block at the top level of a document or inside a quote, a hint, a list item or a fragment. */
export type DocumentNode =
  | ParagraphBlock
  | HeadingBlock
  | OrderedListBlock
  | PlainListBlock
  | DividerBlock
  | BlockquoteBlock
  | HintBlock
  | CodeBlock
  | MathBlock
  | ImagesBlock
  | ItemsBlock
  | HolderBlock
  | CardBlock
  | IntegrationBlock
  | ExpandableBlock
  | TableBlock

export type AnyBlock = DocumentNode | ListItemBlock | CodeLineBlock | ImageBlock | ItemBlock
