import type { DocumentTree, LineRange, Ref } from '../../documents/index.ts'
import type { PageLayout } from '../../revisions/index.ts'
import type { Locale } from '../../site-texts/index.ts'
import type { SpecPart } from './openapi/spec-part.ts'

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

export interface RenderedDocument {
  html: string
  outline: OutlineEntry[]
  /** The origins of the frames that readers can open. */
  frameOrigins: string[]
}

export interface RenderedBlocks {
  /** In the order of the document. */
  blocks: string[]
  /** The footnotes, which are shown below the text. */
  notes: string
  outline: OutlineEntry[]
  frameOrigins: string[]
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

export interface NavItem {
  id: string
  title: string
  /** Null for a group, and for a page without an address. */
  href: string | null
  icon?: string
  emoji?: string
  kind: 'page' | 'group' | 'link'
  isCurrent: boolean
  isOpen: boolean
  /** Null if it has children that are loaded from `branchHref` when it is opened. Empty if it has none. */
  children: NavItem[] | null
  branchHref?: string
}

export interface HeaderLink {
  title: string
  /** Null for a title without a link. */
  href: string | null
  style: 'link' | 'button-primary' | 'button-secondary'
  /** The entries of a menu. */
  links: ShownLink[]
}

export interface SectionTab {
  title: string
  href: string
  isCurrent: boolean
  icon?: string
  /** The sections of a group, which are a menu. */
  items?: (ShownLink & { isCurrent?: boolean; icon?: string; description?: string })[]
}

export interface Variant {
  title: string
  href: string
  /** The language of the variant; null if it has none. */
  lang: string | null
  isCurrent: boolean
}

/** What surrounds every page of a site. */
export interface SiteFrame {
  title: string
  /** The address of the start of the site, for this reader. */
  home: string
  logo?: ThemedImage
  /** The address of an icon. If absent, the emoji or the default icon is shown. */
  favicon?: ThemedImage
  emoji?: string
  /** The language of the content. */
  lang: string
  dir: 'ltr' | 'rtl'
  locale: Locale
  /** The classes of the look (`lookOf`). */
  classes: string
  headerLinks: HeaderLink[]
  sections: SectionTab[]
  /** The same content in other languages, and other versions of it in this one. Empty if there are none. */
  languages: Variant[]
  versions: Variant[]
  announcement?: {
    message: string
    link?: { title: string; href: string | null }
    style: 'info' | 'warning' | 'danger' | 'success'
  }
  footer?: {
    logo?: ThemedImage
    groups: { title: string; links: { title: string; href: string | null }[] }[]
    copyright?: string
  }
  themes: { default: 'light' | 'dark'; toggeable: boolean }
  /** The address of `~search`. The script adds `?q=` and requests JSON. Null if the site has no search. */
  searchHref: string | null
  privacyPolicy?: string
  trademark: boolean
  /** The window that links to other sites open in. */
  externalTarget: 'self' | 'blank'
  /** The addresses of assets; `stylesheet` is that of `lookOf`. */
  assets: { stylesheet: string; script: string; themeScript: string; icon: string; font?: string }
}

export interface PageHead {
  canonical?: string
  robots?: string
  alternates: { lang: string; href: string }[]
  openGraph?: { url?: string; image?: string; siteName?: string; type?: 'website' | 'article' }
  /** JSON-LD objects. */
  structuredData?: object[]
}

export interface PageView {
  frame: SiteFrame
  nav: NavItem[]
  breadcrumbs: ShownLink[]
  title: string
  description?: string
  icon?: string
  emoji?: string
  cover?: ThemedImage & { yPos?: number; height?: number }
  layout: PageLayout
  /** The rendered document. */
  html: string
  outline: OutlineEntry[]
  /** The origins of the frames that readers can open. */
  frameOrigins: string[]
  previous?: ShownLink
  next?: ShownLink
  updatedAt?: Date
  actions: {
    markdownHref?: string
    pdfHref?: string
    editHref?: string
    /** Services that are asked to read the page. */
    assistants?: ShownLink[]
  }
  /** Where the page sends what its reader says about it. Absent if it does not ask. */
  feedbackHref?: string
  /** Where the page reports that it is viewed. Absent if it is not counted. */
  insightsHref?: string
  head: PageHead
  /** Scripts of integrations. */
  scripts: { src: string }[]
}

export interface SearchResult {
  title: string
  href: string
  /** The titles above the page, from the section down. */
  path: string[]
  passages: {
    /** The address of the heading above the passage, and its title. */
    href?: string
    title?: string
    parts: { text: string; marked: boolean }[]
  }[]
}

/** The answer of `~search` as JSON, for the search dialog. */
export interface SearchAnswer {
  results: SearchResult[]
  /** Words near those that were not found. */
  suggestions: string[]
}

export interface SearchView extends SearchAnswer {
  frame: SiteFrame
  /** Without a query, the form alone. */
  query: string
  head: PageHead
}

/** Why a reader sees no page. Each is the name of its title in the texts of the interface. */
export type ProblemState =
  | 'keyNeeded'
  | 'keyEnded'
  | 'signIn'
  | 'noRight'
  | 'previewEnded'
  | 'noSite'
  | 'noAddress'
  | 'notFound'
  | 'gone'
  | 'empty'
  | 'tooMany'
  | 'failed'
  | 'unavailable'
  | 'problem'

export interface ProblemView {
  frame: SiteFrame
  status: number
  state: ProblemState
  /** The path that was requested, to request it again. */
  path: string
}

/** A file that pages load from the origin of the site. Its path contains its hash, so it never changes. */
export interface Asset {
  /** Below the address of the site: `~assets/<hash>.<ext>`. */
  path: string
  body: Uint8Array
  contentType: string
}
