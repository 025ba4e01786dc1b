import {
  type AttributeValue,
  attributes,
  type Html,
  type HtmlValue,
  html,
  nothing,
} from '../../../core/html.ts'
import {
  type DocumentNode,
  type Fragment,
  formerAnchors,
  type InlineNode,
  type Ref,
} from '../../documents/index.ts'
import { type Texts, textsOf } from '../../site-texts/index.ts'
import { isForeign, safeHref } from '../addresses.ts'
import { proxiedImage } from '../image-proxy.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import type { RequestProxy } from '../request-proxy.ts'
import type { DocumentInput, OperationEntry, OutlineEntry, ResolvedRef } from '../views.ts'
import { isComplete, refKey } from './refs.ts'

/** A footnote, which is shown at the end of the document. */
interface Note {
  id: string
  number: number
  body: readonly Fragment[]
}

/** What blocks are rendered with. The functions of the renderer are passed in, because blocks contain blocks. */
export class Context {
  readonly texts: Texts
  readonly outline: OutlineEntry[] = []
  /** The services whose frames readers can open on the page. */
  readonly frameOrigins = new Set<string>()
  readonly connectOrigins = new Set<string>()
  readonly operations: OperationEntry[] = []
  readonly #input: DocumentInput
  readonly #render: Renderer
  readonly #notes = new Map<string, Note>()
  readonly #formerAnchors: ReadonlyMap<string, string>
  #ids = 0
  #depth = 0
  #images = 0
  #openLinks = 0

  constructor(input: DocumentInput, render: Renderer) {
    this.#input = input
    this.#render = render
    this.texts = textsOf(input.locale)
    this.#formerAnchors = formerAnchors(input.tree)
  }

  get canTry(): boolean {
    return this.#input.canTry ?? false
  }

  get ownServer(): string | undefined {
    return this.#input.ownServer
  }

  get diagramFrame(): string | undefined {
    return this.#input.diagramFrame
  }

  get requestProxy(): RequestProxy | undefined {
    return this.#input.requestProxy
  }

  get locale() {
    return this.#input.locale
  }

  blocks(nodes: readonly DocumentNode[]): Html {
    // The parser limits nesting, but a stored document might not come from it.
    if (this.#depth >= MAX_LEVELS) return nothing
    this.#depth += 1
    const rendered = this.#render.blocks(nodes, this)
    this.#depth -= 1
    return rendered
  }

  inlines(nodes: readonly InlineNode[]): Html {
    return this.#render.inlines(nodes, this)
  }

  fragment(fragments: readonly Fragment[], name: string): Html {
    const found = fragments.find(({ fragment }) => fragment === name)
    return found ? this.blocks(found.nodes) : nothing
  }

  /** Unique in the page. The colon keeps it apart from the anchors of headings. */
  nextId(kind: string): string {
    this.#ids += 1
    return `${kind}:${this.#ids}`
  }

  /** Whether the image that is rendered now is the first: readers see it at once, so it is not loaded lazily. */
  isFirstImage(): boolean {
    this.#images += 1
    return this.#images === 1
  }

  /** The target of links to the anchor that a heading had by a former rule. */
  formerAnchor(anchor: string): Html {
    const former = this.#formerAnchors.get(anchor)
    return former === undefined ? nothing : html`<span id="${former}"></span>`
  }

  /** The target of a reference. Null if it is broken. */
  resolve(ref: Ref | undefined): ResolvedRef | null {
    if (ref === undefined) return null
    const key = refKey(ref)
    const known = Object.hasOwn(this.#input.refs, key) ? this.#input.refs[key] : undefined
    const target = known ?? (isComplete(ref) ? { href: addressOf(ref) } : undefined)
    const href = target === undefined ? null : safeHref(target.href)
    return target === undefined || href === null ? null : { ...target, href }
  }

  /** The target of a reference to an image: one of another host is shown through the site, if it can be. */
  image(ref: Ref | undefined): ResolvedRef | null {
    const target = this.resolve(ref)
    const { imageProxy } = this.#input
    if (target === null || imageProxy === undefined || !isElsewhere(target)) return target
    return { ...target, href: proxiedImage(imageProxy, target.href) ?? target.href }
  }

  spec(key: string): SpecPart | undefined {
    return Object.hasOwn(this.#input.specs, key) ? this.#input.specs[key] : undefined
  }

  /** The address of the frame of an integration's block. Undefined if it is not shown here. */
  frame(block: string): string | undefined {
    const { frames = {} } = this.#input
    return Object.hasOwn(frames, block) ? frames[block] : undefined
  }

  /** The address of the search for some words. Undefined if the site has no search. */
  searchFor(query: string): string | undefined {
    const { searchHref } = this.#input
    if (!searchHref) return undefined
    return `${searchHref}${searchHref.includes('?') ? '&' : '?'}q=${encodeURIComponent(query)}`
  }

  /** A link around content. The content alone if the reference is broken or the content is already in a link. */
  link(ref: Ref | undefined, content: () => HtmlValue, values: Record<string, AttributeValue> = {}): Html {
    const target = this.#openLinks > 0 ? null : this.resolve(ref)
    if (target === null) return html`${content()}`
    this.#openLinks += 1
    const inside = content()
    this.#openLinks -= 1
    return html`<a${attributes({ href: target.href, ...this.windowOf(target.href), ...values })}>${inside}</a>`
  }

  /** Attributes of a link that leads to another site. */
  windowOf(href: string): Record<string, AttributeValue> {
    if (!isForeign(href)) return {}
    return this.#input.externalTarget === 'blank'
      ? { target: '_blank', rel: 'noopener noreferrer' }
      : { rel: 'noopener' }
  }

  /** The footnote with a label. `body` is set where it is first referred to. */
  note(label: string, body: readonly Fragment[]): Note {
    const known = this.#notes.get(label)
    if (known) {
      if (known.body.length === 0) known.body = body
      return known
    }
    const number = this.#notes.size + 1
    const note = { id: `note:${number}`, number, body }
    this.#notes.set(label, note)
    return note
  }

  get notes(): Iterable<Note> {
    return this.#notes.values()
  }
}

/** The functions that render blocks and inline content. */
export interface Renderer {
  blocks(nodes: readonly DocumentNode[], context: Context): Html
  inlines(nodes: readonly InlineNode[], context: Context): Html
}

const MAX_LEVELS = 100

/** Whether an image is on another host, from which pages load nothing. Files of the content never are, whatever their URL. */
export const isElsewhere = ({ href, file }: ResolvedRef): boolean => file === undefined && isForeign(href)

const addressOf = (ref: Ref): string =>
  ref.kind === 'url' ? ref.url : ref.kind === 'anchor' ? `#${ref.anchor}` : ''
