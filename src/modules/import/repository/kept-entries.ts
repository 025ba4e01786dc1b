import { slugOf } from '../../../core/slugs.ts'
import type { SummaryNode } from '../tree/summary-nodes.ts'
import { candidates } from '../tree/summary-pages.ts'
import type { OutlineItem } from './outline-item.ts'

/** What is known about the files that a table of contents lists. */
interface ListedFiles {
  /** Files of pages that the space no longer has. Their entries are removed. */
  gone: ReadonlySet<string>
  /** Files that could not be imported and have no page. */
  refused: ReadonlySet<string>
  /** Whether computed pages were left out. */
  isPartial: boolean
}

/** Entries of a table of contents that the import of its commit made no page of. They stay where they are. */
export class KeptEntries {
  readonly #text: string
  readonly #files: ListedFiles
  readonly #paths: ReadonlySet<string>
  /** New paths of files that move, by their former ones. */
  readonly #moves: ReadonlyMap<string, string>
  readonly #seen = new Set<string>()
  readonly #kept = new Set<SummaryNode>()
  /** The entries that items were made of. */
  readonly #entries = new Map<OutlineItem, SummaryNode>()
  readonly #outline: readonly OutlineItem[]
  readonly #nodes: readonly SummaryNode[]

  constructor(
    text: string,
    nodes: readonly SummaryNode[],
    outline: readonly OutlineItem[],
    files: ListedFiles,
  ) {
    const items = [...itemsIn(outline)]
    this.#text = text
    this.#files = files
    this.#nodes = nodes
    this.#outline = outline
    this.#paths = new Set(items.flatMap(({ path }) => path ?? []))
    this.#moves = new Map(
      items.flatMap(({ path, former }) =>
        path !== undefined && former !== undefined ? [[former, path]] : [],
      ),
    )
    this.#collect(nodes)
  }

  /** Whether the table of contents lists files that the space no longer has. */
  get hasGone(): boolean {
    return [...nodesIn(this.#nodes)].some((node) => node.type === 'page' && this.#isGone(node))
  }

  #isGone(node: PageNode): boolean {
    return (
      !this.#paths.has(this.pathOf(node)) && candidates(node.path).some((each) => this.#files.gone.has(each))
    )
  }

  #collect(nodes: readonly SummaryNode[]): void {
    for (const node of nodes) {
      if (this.#isKept(node)) this.#kept.add(node)
      this.#collect(node.children)
    }
  }

  #isKept(node: SummaryNode): boolean {
    if (node.type === 'computed') return this.#files.isPartial
    if (node.type !== 'page' || node.range === undefined) return false
    const path = this.pathOf(node)
    const isRepeated = this.#seen.has(path)
    this.#seen.add(path)
    if (this.#paths.has(path)) return isRepeated
    // A missing file with entries below it became a page without text.
    return !this.#isGone(node) && (node.children.length === 0 || this.#files.refused.has(path))
  }

  /** The file that an entry means. */
  pathOf({ path }: PageNode): string {
    const known = candidates(path).find(
      (each) => this.#moves.has(each) || this.#paths.has(each) || this.#files.refused.has(each),
    )
    return this.#moves.get(known ?? path) ?? known ?? path
  }

  /** The entries that the import made pages of. What is below a refused file moved up. */
  imported(nodes: readonly SummaryNode[]): SummaryNode[] {
    return nodes.flatMap((node) => {
      const children = this.imported(node.children)
      return this.#kept.has(node) && this.#keyOf(node) === undefined ? children : [{ ...node, children }]
    })
  }

  /** The outline with the kept entries after the items that they followed. */
  placed(): OutlineItem[] {
    return this.#among(this.#outline, this.#nodes)
  }

  /** The entries of the items of such an outline. Each item means the next entry with its name. */
  entriesOf(items: readonly OutlineItem[]): Map<OutlineItem, SummaryNode> {
    const byKey = new Map<string, SummaryNode[]>()
    for (const node of nodesIn(this.#nodes)) {
      const key = this.#kept.has(node) ? undefined : this.#keyOf(node)
      if (key !== undefined) pushTo(byKey, key, node)
    }
    const found = new Map<OutlineItem, SummaryNode>()
    for (const item of itemsIn(items)) {
      const node = this.#entries.get(item) ?? byKey.get(keyOfItem(item))?.shift()
      if (node) found.set(item, node)
    }
    return found
  }

  #among(outline: readonly OutlineItem[], nodes: readonly SummaryNode[]): OutlineItem[] {
    const items = outline.map((item) => ({ ...item }))
    const byKey = new Map<string, OutlineItem[]>()
    for (const item of items) pushTo(byKey, keyOfItem(item), item)
    const after = new Map<OutlineItem | undefined, SummaryNode[]>()
    let last: OutlineItem | undefined
    for (const node of nodes) {
      if (this.#kept.has(node)) pushTo(after, last, node)
      // Entries can have the same name: each means the next item with it.
      const item = this.#kept.has(node) ? undefined : byKey.get(this.#keyOf(node) ?? '')?.shift()
      if (!item) continue
      item.pages = this.#among(item.pages, node.children)
      last = item
    }
    const placed: OutlineItem[] = []
    let at = 0
    const place = (item?: OutlineItem) => {
      for (const node of after.get(item) ?? []) {
        // What was below an entry without a page follows it in the outline.
        const below = new Set(node.children.map((child) => this.#keyOf(child)))
        const start = at
        while (at < items.length && below.has(keyOfItem(items[at] as OutlineItem))) at += 1
        const item = this.#itemOf(node, this.#among(items.slice(start, at), node.children))
        this.#entries.set(item, node)
        placed.push(item)
      }
    }
    place()
    while (at < items.length) {
      const item = items[at] as OutlineItem
      at += 1
      placed.push(item)
      place(item)
    }
    return placed
  }

  #itemOf(node: SummaryNode, pages: OutlineItem[]): OutlineItem {
    if (node.type === 'computed') {
      const { type, props, dependencies } = node.source
      const computed = { type, props, dependencies } as NonNullable<OutlineItem['computed']>
      return { type: 'computed', title: '', computed, pages }
    }
    const raw = 'range' in node && node.range ? this.#text.slice(...node.range) : node.title
    return { type: 'document', title: node.title, raw, pages }
  }

  /** Undefined for an entry that is not one of the outline. */
  #keyOf(node: SummaryNode): string | undefined {
    switch (node.type) {
      case 'page':
        return this.#kept.has(node) && !this.#paths.has(this.pathOf(node))
          ? undefined
          : `page ${this.pathOf(node)}`
      case 'link':
        return `link ${node.url}`
      case 'group':
        return `group ${slugOf(node.slug ?? node.title)}`
      case 'label':
        return `label ${node.title}`
      case 'computed':
        return this.#kept.has(node) ? undefined : `computed ${JSON.stringify(node.source)}`
    }
  }
}

type PageNode = Extract<SummaryNode, { type: 'page' }>

function pushTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** All items of an outline, each before those below it. */
export function* itemsIn(items: readonly OutlineItem[]): Generator<OutlineItem> {
  for (const item of items) {
    yield item
    yield* itemsIn(item.pages)
  }
}

/** The same for entries. */
export function* nodesIn(nodes: readonly SummaryNode[]): Generator<SummaryNode> {
  for (const node of nodes) {
    yield node
    yield* nodesIn(node.children)
  }
}

function keyOfItem({ type, path, url, slug, title, raw, computed }: OutlineItem): string {
  if (raw !== undefined) return `raw ${raw}`
  if (type === 'link') return `link ${url}`
  if (type === 'group') return `group ${slug}`
  if (type === 'computed') return `computed ${JSON.stringify(computed)}`
  return path === undefined ? `label ${title}` : `page ${path}`
}
