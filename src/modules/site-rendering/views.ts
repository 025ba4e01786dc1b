import type { PageLayout } from '../revisions/index.ts'
import type { Locale } from '../site-texts/index.ts'
import type { OperationEntry, OutlineEntry, ShownLink, ThemedImage } from './document-views.ts'

export type * from './document-views.ts'

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
  /** The method of an operation of an API, shown beside its title. */
  method?: string
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
  assets: {
    stylesheet: string
    script: string
    themeScript: string
    icon: string
    tryScript?: string
    /** Of pages with a diagram. */
    diagramScript?: string
    font?: string
  }
}

export interface PageHead {
  canonical?: string
  robots?: string
  alternates: { lang: string; href: string }[]
  /** Feeds of what is new, with their media types. */
  feeds?: { title: string; href: string; type: string }[]
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
  /** The operations of APIs that it describes, for the navigation. */
  operations: OperationEntry[]
  /** The origins of the frames that readers can open, and of the APIs that they can try. */
  frameOrigins: string[]
  connectOrigins: string[]
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
  /** The title, with the words of the query marked. */
  titleParts: { text: string; marked: boolean }[]
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
