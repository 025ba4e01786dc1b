import type { DocumentTree, LineRange, Ref } from '../documents/index.ts'
import type { Locale } from '../site-texts/index.ts'
import type { ImageProxy } from './image-proxy.ts'
import type { SpecPart } from './openapi/spec-part.ts'
import type { RequestProxy } from './request-proxy.ts'

/** A link whose address is final. */
export interface ShownLink {
  title: string
  href: string
}

/** An image whose address is final. Its size reserves the space before it is loaded. */
export interface ShownImage {
  href: string
  width?: number
  height?: number
}

/** An image for each theme. */
export interface ThemedImage {
  light: ShownImage
  dark?: ShownImage
}

/** The target of a reference for this reader. */
export interface ResolvedRef {
  href: string
  title?: string
  description?: string
  icon?: string
  emoji?: string
  /** `blob` identifies the bytes. */
  file?: { name: string; blob: string; contentType: string; size: number; width?: number; height?: number }
}

export interface DocumentInput {
  tree: DocumentTree
  /** By `refKey`. A reference without a target is broken: its text is shown without a link. */
  refs: Readonly<Record<string, ResolvedRef>>
  /** By the key of `specBlocksOf`. A block without a part says that the specification is not available. */
  specs: Readonly<Record<string, SpecPart>>
  /** The addresses of the frames of integration blocks, by `integration/block`. Others show their caption. */
  frames?: Readonly<Record<string, string>>
  /** Whether readers can try operations of APIs: where the script of sites and its policy are. */
  canTry?: boolean
  /** The server that they are tried at, in place of those of the document: that of the page. */
  ownServer?: string
  /** The address of the frame that draws diagrams. If absent, their source is shown. */
  diagramFrame?: string
  /** What sends the requests. If absent, browsers do. */
  requestProxy?: RequestProxy
  /** What shows images of other hosts. If absent, they are links. */
  imageProxy?: ImageProxy | undefined
  locale: Locale
  /** Where links to other sites open. */
  externalTarget: 'self' | 'blank'
  /** The address of the search of the site. Buttons that ask a question lead to it. */
  searchHref?: string | null
}

/** A heading of level 2 or 3, for the outline of a page. */
export interface OutlineEntry {
  id: string
  title: string
  level: 2 | 3
}

/** An operation of an API on a page. */
export interface OperationEntry {
  id: string
  title: string
  method: string
}

export interface RenderedDocument {
  html: string
  outline: OutlineEntry[]
  /** The operations of APIs that it describes, for the navigation. */
  operations: OperationEntry[]
  /** The origins of the frames that readers can open. */
  frameOrigins: string[]
  /** The origins of the APIs that readers can try. */
  connectOrigins: string[]
}

export interface RenderedBlocks {
  /** In the order of the document. */
  blocks: string[]
  /** The footnotes, which are shown below the text. */
  notes: string
  outline: OutlineEntry[]
  frameOrigins: string[]
  connectOrigins: string[]
  operations: OperationEntry[]
}

/** A parsed text, and what it needs before it can be rendered. */
export interface ParsedText {
  /** Encoded if it was parsed in a worker thread, where it is rendered as well. */
  tree: DocumentTree | Uint8Array
  /** Every reference that has to be resolved, once. */
  refs: Ref[]
  specBlocks: SpecBlock[]
}

/** A block of a text as it is written. */
export interface SourceBlock {
  key: string
  type: string
  lines: LineRange
}

/** A parsed text, and the blocks that it was written in. */
export interface ParsedBlocks extends ParsedText {
  blocks: SourceBlock[]
  /** For each block of the tree, the index of the block that it was written in: an included text has several. */
  owners: number[]
}

/** A block that shows a part of an OpenAPI document. */
export interface SpecBlock {
  key: string
  type: 'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas'
  /** The slug of the specification (`kind: openapi`), or the file or URL of a `swagger` block. */
  ref: Ref
  path?: string
  method?: string
  /** The name of a webhook. */
  name?: string
  schemas?: string[]
}
