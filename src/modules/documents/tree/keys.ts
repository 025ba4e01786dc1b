import { createHash } from 'node:crypto'
import type { AnyBlock, Fragment, InlineNode } from './types.ts'

type Keyed = AnyBlock | Fragment | Exclude<InlineNode, { object: 'text' }>
type Child = AnyBlock | Fragment | InlineNode

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20)

/**
 * The keys of one document. A key is derived from the type of a node, its text and its number among equal nodes, so
 * edits elsewhere do not change it.
 */
export class Keys {
  #occurrences = new Map<string, number>()
  #content = new WeakMap<Keyed, string>()

  /** Assigns the key. `own` is the content of the node apart from its children. */
  assign<Node extends Keyed>(node: Node, own: string, children: readonly Child[] = []): Node {
    const parts = children.map((child) =>
      child.object === 'text' ? child.leaves.map((leaf) => leaf.text).join('') : this.#content.get(child),
    )
    const kind = node.object === 'fragment' ? node.object : node.type
    const content = digest(JSON.stringify([kind, own, parts]))
    this.#content.set(node, content)
    node.key = this.#next(content)
    return node
  }

  /** A key for a column or a record of a table, which are not nodes. */
  take(kind: string, text: string): string {
    return this.#next(digest(JSON.stringify([kind, text])))
  }

  #next(content: string): string {
    const occurrence = this.#occurrences.get(content) ?? 0
    this.#occurrences.set(content, occurrence + 1)
    return occurrence === 0 ? content : digest(`${content}#${occurrence}`)
  }
}
