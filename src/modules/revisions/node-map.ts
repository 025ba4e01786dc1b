import { hash as digest } from 'node:crypto'
import { Turns } from '../../platform/turns/turns.ts'
import { canonicalJson, hashOf } from './hash.ts'

/**
 * A map from ids to records, as a tree of immutable nodes that are identified by the hash of their content.
 * Ids are distributed by their digest, sixteen ways at each level, and a node with few entries below it is
 * a leaf. The shape depends only on the entries, not on the order of insertion: equal maps have equal
 * roots, and a comparison of two maps only reads nodes whose hashes differ. An edit writes the nodes from
 * its leaf up to the root.
 */
export interface MapNode {
  hash: string
  /** Sixteen hashes, empty where there is no child; a leaf has no children. */
  children: readonly string[]
  entries: Readonly<Record<string, unknown>>
  /** The number of entries in the node and below it. */
  size: number
}

/** The hash of a node, or null for the empty map. */
export type MapRoot = string | null

/** Reads nodes by hash, all in one call. */
export type LoadNodes = (hashes: readonly string[]) => Promise<Map<string, MapNode>>

export type MapEdits = ReadonlyMap<string, unknown | null>

const WAYS = 16
/** Small enough to be rewritten with every edit, large enough that a whole map takes few rows. */
const LEAF_ENTRIES = 64

/** PostgreSQL uses the same digits, with md5(): see nodes.ts. */
const digestOf = (id: string): string => digest('md5', id, 'hex')
const isLeaf = (node: MapNode): boolean => node.children.length === 0

/**
 * An object for entries by id. Without a prototype, V8 stores it as a hash table from the beginning: otherwise it creates a
 * hidden class for each id.
 */
const noEntries = (): Record<string, unknown> => Object.create(null)

function leafOf(entries: Readonly<Record<string, unknown>>): MapNode {
  const ids = Object.keys(entries)
  return { hash: hashOf(`leaf ${canonicalJson(entries)}`), children: [], entries, size: ids.length }
}

const innerOf = (children: string[], size: number): MapNode => ({
  hash: hashOf(`inner ${children.join(',')}`),
  children,
  entries: {},
  size,
})

const noWays = (): string[][] => Array.from({ length: WAYS }, () => [])
const wayOf = (digest: string, depth: number): number => Number.parseInt(digest.charAt(depth), WAYS)

function spread(ids: Iterable<string>, depth: number): string[][] {
  const ways = noWays()
  for (const id of ids) ways[wayOf(digestOf(id), depth)]?.push(id)
  return ways
}

/** A new map, with every node that it consists of. */
export class MapWriter {
  /** Nodes that may not be stored yet. */
  readonly made = new Map<string, MapNode>()
  readonly #load: LoadNodes
  readonly #known = new Map<string, MapNode>()
  /** Each level has another digit of the same digest. */
  readonly #digests = new Map<string, string>()
  /** The map of an import has thousands of entries: other requests are served in between. */
  readonly #turns = new Turns()

  constructor(load: LoadNodes) {
    this.#load = load
  }

  /** The root of the map after the edits; a null value removes an entry. */
  async apply(root: MapRoot, edits: MapEdits): Promise<MapRoot> {
    if (edits.size === 0) return root
    await this.#loadPaths(root, edits)
    const node = await this.#edit(root, edits, [...edits.keys()], 0)
    return node?.hash ?? null
  }

  /** Loads the nodes between the root and every edited entry, level by level. */
  async #loadPaths(root: MapRoot, edits: MapEdits): Promise<void> {
    let level = new Map<string, string[]>(root === null ? [] : [[root, [...edits.keys()]]])
    for (let depth = 0; level.size > 0; depth++) {
      await this.#need([...level.keys()])
      const next = new Map<string, string[]>()
      for (const [hash, ids] of level) {
        if (this.#turns.isOver()) await this.#turns.next()
        const node = this.#node(hash)
        if (isLeaf(node)) continue
        for (const [way, below] of (await this.#spread(ids, depth)).entries()) {
          const child = node.children[way]
          if (child && below.length > 0) next.set(child, below)
        }
      }
      level = next
    }
  }

  async #edit(
    hash: string | null,
    edits: MapEdits,
    ids: readonly string[],
    depth: number,
  ): Promise<MapNode | null> {
    const node = hash ? this.#node(hash) : null
    if (!node || isLeaf(node)) {
      const entries = Object.assign(noEntries(), node?.entries)
      for (const id of ids) {
        if (this.#turns.isOver()) await this.#turns.next()
        const value = edits.get(id)
        if (value === null || value === undefined) delete entries[id]
        else entries[id] = value
      }
      return this.#build(entries, Object.keys(entries), depth)
    }
    const children = [...node.children]
    let size = node.size
    for (const [way, below] of (await this.#spread(ids, depth)).entries()) {
      if (below.length === 0) continue
      const before = children[way] || null
      const after = await this.#edit(before, edits, below, depth + 1)
      size += (after?.size ?? 0) - (before ? this.#node(before).size : 0)
      children[way] = after?.hash ?? ''
    }
    // A node that has become small is a leaf again: otherwise the shape would depend on removed entries.
    if (size <= LEAF_ENTRIES) {
      const entries = await this.#entriesBelow(children)
      return this.#build(entries, Object.keys(entries), depth)
    }
    return this.#keep(innerOf(children, size))
  }

  async #build(
    entries: Readonly<Record<string, unknown>>,
    ids: readonly string[],
    depth: number,
  ): Promise<MapNode | null> {
    if (ids.length === 0) return null
    if (ids.length <= LEAF_ENTRIES) {
      if (this.#turns.isOver()) await this.#turns.next()
      const own = noEntries()
      for (const id of ids) own[id] = entries[id]
      return this.#keep(leafOf(own))
    }
    const children: string[] = []
    for (const below of await this.#spread(ids, depth)) {
      children.push((await this.#build(entries, below, depth + 1))?.hash ?? '')
    }
    return this.#keep(innerOf(children, ids.length))
  }

  async #spread(ids: readonly string[], depth: number): Promise<string[][]> {
    const ways = noWays()
    for (const id of ids) {
      if (this.#turns.isOver()) await this.#turns.next()
      let known = this.#digests.get(id)
      if (known === undefined) {
        known = digestOf(id)
        this.#digests.set(id, known)
      }
      ways[wayOf(known, depth)]?.push(id)
    }
    return ways
  }

  async #entriesBelow(children: readonly string[]): Promise<Record<string, unknown>> {
    const hashes = children.filter((hash) => hash !== '')
    if (hashes.length === 0) return {}
    await this.#need(hashes)
    const nodes = hashes.map((hash) => this.#node(hash))
    const deeper = await this.#entriesBelow(nodes.flatMap((node) => [...node.children]))
    return Object.assign(deeper, ...nodes.map((node) => node.entries))
  }

  #keep(node: MapNode): MapNode {
    if (!this.#known.has(node.hash)) this.made.set(node.hash, node)
    this.#known.set(node.hash, node)
    return node
  }

  async #need(hashes: readonly string[]): Promise<void> {
    const missing = hashes.filter((hash) => !this.#known.has(hash))
    if (missing.length === 0) return
    for (const [hash, node] of await this.#load(missing)) this.#known.set(hash, node)
  }

  #node(hash: string): MapNode {
    const node = this.#known.get(hash)
    if (!node) throw new Error(`Content node ${hash} is missing.`)
    return node
  }
}

interface MapChange<Value> {
  before: Value | null
  after: Value | null
}

/** One side of a comparison: a stored node, or the entries of a leaf that is compared with an inner node. */
type Side = string | Readonly<Record<string, unknown>> | null

/**
 * The differences between two maps. Equal nodes are not read, so the cost depends on the size of the
 * difference.
 */
export async function diffMaps<Value>(
  load: LoadNodes,
  before: MapRoot,
  after: MapRoot,
): Promise<Map<string, MapChange<Value>>> {
  const changes = new Map<string, MapChange<Value>>()
  const turns = new Turns()
  let pairs: [Side, Side][] = before === after ? [] : [[before, after]]
  for (let depth = 0; pairs.length > 0; depth++) {
    const hashes = new Set(pairs.flat().filter((side) => typeof side === 'string'))
    const nodes = hashes.size > 0 ? await load([...hashes]) : new Map<string, MapNode>()
    const next: [Side, Side][] = []
    for (const [one, other] of pairs) {
      if (turns.isOver()) await turns.next()
      const [left, right] = [sideNode(nodes, one), sideNode(nodes, other)]
      if (!left.children && !right.children) {
        noteChanges(changes, left.entries, right.entries)
        continue
      }
      const [lefts, rights] = [below(left, depth), below(right, depth)]
      for (let way = 0; way < WAYS; way++) {
        const pair: [Side, Side] = [lefts[way] ?? null, rights[way] ?? null]
        if (pair[0] !== pair[1]) next.push(pair)
      }
    }
    pairs = next
  }
  return changes
}

interface SideNode {
  children: readonly string[] | null
  entries: Readonly<Record<string, unknown>>
}

function sideNode(nodes: Map<string, MapNode>, side: Side): SideNode {
  if (side === null) return { children: null, entries: {} }
  if (typeof side !== 'string') return { children: null, entries: side }
  const node = nodes.get(side)
  if (!node) throw new Error(`Content node ${side} is missing.`)
  return { children: isLeaf(node) ? null : node.children, entries: node.entries }
}

function below(node: SideNode, depth: number): Side[] {
  if (node.children) return node.children.map((hash) => hash || null)
  return spread(Object.keys(node.entries), depth).map((ids) =>
    ids.length === 0 ? null : Object.fromEntries(ids.map((id) => [id, node.entries[id]])),
  )
}

/** Whether two entries have the same JSON, in any order of keys. Most entries of a leaf are compared and equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  for (const key in left) if (!isSame(left[key], right[key])) return false
  for (const key in right) if (right[key] !== undefined && left[key] === undefined) return false
  return true
}

function noteChanges<Value>(
  changes: Map<string, MapChange<Value>>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[id] ?? null, after[id] ?? null]
    if (was === null || is === null || !isSame(was, is)) {
      // The values were written with this map's type.
      changes.set(id, { before: was as Value | null, after: is as Value | null })
    }
  }
}
