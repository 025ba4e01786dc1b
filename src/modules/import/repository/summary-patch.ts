import type { SummaryNode } from '../tree/summary-nodes.ts'
import type { OutlineItem } from './outline-item.ts'
import type { Segment } from './summary-segments.ts'

/** What an entry is written like. */
interface Form {
  indent: string
  /** With the spaces after it. */
  marker: string
}

interface SummaryPatch {
  segments: readonly Segment[]
  /** The outline that the text is to have. */
  items: readonly OutlineItem[]
  /** The entries of items that the text has already. */
  entries: ReadonlyMap<OutlineItem, SummaryNode>
  /** The lines of an item that the text does not have, without marker and indentation. */
  written: (item: OutlineItem) => string[]
  /** The own lines of an entry, changed where the item differs from it. */
  rewritten: (item: OutlineItem, node: SummaryNode, lines: readonly string[]) => string[]
}

const ENTRY = /^(\s*)((?:[*+-]|\d+[.)])\s+)/
/** Lines that are indented further than the text above them are code. */
const MAX_INDENT = 3
const FIRST: Form = { indent: '', marker: '* ' }

/** A table of contents with another outline, in which every line stays as it is that is about an entry that stays. */
export function patchedSummary(patch: SummaryPatch): string {
  return new Patcher(patch).text()
}

class Patcher {
  readonly #patch: SummaryPatch
  readonly #segments: readonly Segment[]
  readonly #segmentOf: ReadonlyMap<SummaryNode, Segment>
  readonly #parentOf = new Map<SummaryNode, SummaryNode | undefined>()
  readonly #ending: string
  /** Lines about no entry, by the segment that they follow; null for those at the beginning. */
  readonly #following = new Map<Segment | null, Segment[]>()
  readonly #out: Segment[] = []
  /** Breaks that would end a group too early. */
  readonly #breaks: Segment[] = []
  #isInGroup = false

  constructor(patch: SummaryPatch) {
    this.#patch = patch
    this.#segments = patch.segments
    this.#segmentOf = new Map(
      patch.segments.flatMap((segment) => (segment.node ? [[segment.node, segment] as const] : [])),
    )
    this.#ending = patch.segments.some(({ lines }) => lines[0]?.endsWith('\r\n')) ? '\r\n' : '\n'
    for (const node of this.#segmentOf.keys())
      for (const child of node.children) this.#parentOf.set(child, node)
    const stays = new Set(patch.entries.values())
    let last: Segment | null = null
    for (const segment of patch.segments) {
      if (segment.node && stays.has(segment.node)) last = segment
      if (segment.node) continue
      const others = this.#following.get(last) ?? []
      others.push(segment)
      this.#following.set(last, others)
    }
  }

  text(): string {
    this.#follow(null)
    const top: Form[] = []
    for (const item of this.#patch.items) {
      if (item.type !== 'group') this.#entry(item, undefined, top)
      else this.#group(item)
    }
    this.#out.push(...this.#breaks)
    return this.#joined()
  }

  #group(item: OutlineItem): void {
    this.#out.push(...this.#breaks.splice(0))
    const node = this.#patch.entries.get(item)
    const segment = node && this.#segmentOf.get(node)
    const lines =
      node && segment
        ? this.#patch.rewritten(item, node, segment.lines)
        : this.#ended(this.#patch.written(item))
    this.#out.push({ ...(segment ?? { gap: [] }), kind: 'heading', lines })
    this.#isInGroup = true
    this.#follow(segment)
    const siblings: Form[] = []
    for (const page of item.pages) this.#entry(page, undefined, siblings, true)
  }

  /** `siblings` are the forms of the entries before it below the same one. */
  #entry(item: OutlineItem, parent: Placed | undefined, siblings: Form[], isInGroup = false): void {
    if (parent === undefined && !isInGroup) this.#leaveGroup()
    const node = this.#patch.entries.get(item)
    const segment = node && this.#segmentOf.get(node)
    const before = segment && formOf(segment)
    const isSamePlace = before !== undefined && node !== undefined && this.#isBelow(node, parent)
    const form = isSamePlace
      ? before
      : { ...this.#newForm(parent, siblings), ...(before ? { marker: before.marker } : {}) }
    const lines =
      node && segment
        ? indented(this.#patch.rewritten(item, node, segment.lines), before?.indent ?? '', form.indent)
        : this.#ended(this.#patch.written(item)).map(
            (line, at) => form.indent + (at === 0 ? form.marker : ' '.repeat(form.marker.length)) + line,
          )
    this.#out.push({ ...(segment ?? { gap: [] }), kind: 'entry', lines })
    siblings.push(form)
    this.#follow(segment)
    const below: Form[] = []
    const placed: Placed = { node, form, isMoved: before?.indent !== form.indent }
    for (const page of item.pages) this.#entry(page, placed, below, isInGroup)
  }

  /** Whether an entry stays below the one that it was below, which has not moved. */
  #isBelow(node: SummaryNode, parent: Placed | undefined): boolean {
    const was = this.#parentOf.get(node)
    if (parent === undefined) return was === undefined || was.type === 'group'
    return was !== undefined && was === parent.node && !parent.isMoved
  }

  /** The form of an entry that is new in its place: that of the one before it, or of others like it. */
  #newForm(parent: Placed | undefined, siblings: readonly Form[]): Form {
    const before = siblings.at(-1)
    if (before) return before
    const first = this.#segments.find(({ kind }) => kind === 'entry')
    if (!parent) return (first && formOf(first)) ?? FIRST
    const child = parent.node?.children[0]
    const segment = child && this.#segmentOf.get(child)
    const known = segment && !parent.isMoved ? formOf(segment) : undefined
    if (known) return known
    // Below the text of the entry above, and no code.
    const { indent, marker } = parent.form
    const step = Math.min(Math.max(this.#step() ?? 0, marker.length), marker.length + MAX_INDENT)
    return { indent: indent + ' '.repeat(step), marker }
  }

  /** By how much the first entry that is below another is indented. */
  #step(): number | undefined {
    for (const [child, parent] of this.#parentOf) {
      const [own, above] = [child, parent]
        .map((node) => node && this.#segmentOf.get(node))
        .map((each) => each && formOf(each))
      if (own && above && own.indent.length > above.indent.length)
        return own.indent.length - above.indent.length
    }
    return undefined
  }

  /** Ends a group before an entry that is in none. */
  #leaveGroup(): void {
    if (this.#isInGroup && this.#breaks.length === 0)
      this.#out.push({ kind: 'break', lines: this.#ended(['***']), gap: [] })
    this.#out.push(...this.#breaks.splice(0))
    this.#isInGroup = false
  }

  #follow(segment: Segment | null | undefined): void {
    for (const other of (segment !== undefined && this.#following.get(segment)) || []) {
      if (other.kind === 'break') this.#breaks.push(other)
      else this.#out.push(other)
    }
  }

  #ended = (lines: readonly string[]): string[] => lines.map((line) => line + this.#ending)

  #joined(): string {
    const usual = this.#usualGap()
    const parts: string[] = []
    const last = this.#segments.at(-1)
    for (const [at, segment] of this.#out.entries()) {
      const before = this.#out[at - 1]
      if (before) parts.push(...this.#gapBetween(before, segment, usual))
      else parts.push(...segment.gap)
      parts.push(...segment.lines)
    }
    const text = parts.map((line) => (line.endsWith('\n') ? line : line + this.#ending)).join('')
    const wasEnded = last?.lines.at(-1)?.endsWith('\n') ?? last?.gap.at(-1)?.endsWith('\n') ?? true
    return wasEnded ? text : text.slice(0, -this.#ending.length)
  }

  #gapBetween(before: Segment, segment: Segment, usual: readonly string[]): readonly string[] {
    if (before.at !== undefined && segment.at === before.at + 1) return segment.gap
    const after = before.at === undefined ? [] : (this.#segments[before.at + 1]?.gap ?? [])
    const isEntry = before.kind === 'entry' && segment.kind === 'entry'
    const isInOrder = before.at !== undefined && segment.at !== undefined && before.at < segment.at
    if (isEntry) {
      if (!isInOrder) return usual
      return segment.gap.length > after.length ? segment.gap : after
    }
    const known = segment.kind === 'entry' ? after : segment.gap
    return known.length > 0 || (segment.at !== undefined && segment.kind === 'other') ? known : [this.#ending]
  }

  /** The empty lines that most entries have before them. */
  #usualGap(): readonly string[] {
    const gaps = this.#segments
      .filter(({ kind }, at) => kind === 'entry' && this.#segments[at - 1]?.kind === 'entry')
      .map(({ gap }) => gap)
    const apart = gaps.filter(({ length }) => length > 0)
    return apart.length * 2 > gaps.length ? (apart[0] ?? []) : []
  }
}

/** An entry that others are below. */
interface Placed {
  node: SummaryNode | undefined
  form: Form
  isMoved: boolean
}

function formOf({ lines }: Segment): Form | undefined {
  const [, indent, marker] = ENTRY.exec(lines[0] ?? '') ?? []
  return indent === undefined || marker === undefined ? undefined : { indent, marker }
}

const indented = (lines: readonly string[], before: string, after: string): string[] =>
  before === after
    ? [...lines]
    : lines.map((line) => (line.startsWith(before) ? after + line.slice(before.length) : line))
