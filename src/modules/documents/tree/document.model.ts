import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import type { FieldMeta } from '../../../core/fields.ts'
import { blocks, type Form, type Inside, inlines, Leaf, parts } from './document.forms.ts'
import type { DocumentTree, TableData } from './types.ts'

const MAX_NODES = 50_000
const MAX_DEPTH = 80
const MAX_CHARACTERS = 1_000_000

type Path = (string | number)[]
type Loose = Record<string, unknown>

const refused = (path: Path, message: string) =>
  new DomainError('invalid_input', message, [{ path, message }])

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a document from a caller. Unknown nodes are rejected with their path. */
class TreeReader {
  #nodes = 0
  #characters = 0

  tree(value: unknown): DocumentTree {
    if (!isLoose(value)) throw refused([], 'must be a document')
    const nodes = this.#list(value.nodes, ['nodes'], 0, (node, path) => this.#node(node, blocks, path, 1))
    return {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: nodes as unknown as DocumentTree['nodes'],
    }
  }

  #list(value: unknown, path: Path, depth: number, read: (node: Loose, path: Path) => Loose): Loose[] {
    if (!Array.isArray(value)) throw refused(path, 'must be an array of nodes')
    this.#take(value.length, path)
    if (depth > MAX_DEPTH) throw refused(path, `Nodes can be nested at most ${MAX_DEPTH} levels deep.`)
    return value.map((node, at) => {
      if (!isLoose(node)) throw refused([...path, at], 'must be a node')
      return read(node, [...path, at])
    })
  }

  #node(node: Loose, forms: Readonly<Record<string, Form>>, path: Path, depth: number): Loose {
    const type = typeof node.type === 'string' ? node.type : ''
    const form = Object.hasOwn(forms, type) ? forms[type] : undefined
    if (form === undefined)
      throw refused([...path, 'type'], `There is no node type "${type.slice(0, 50)}" here.`)
    const data = form.data.safeParse(node.data)
    if (!data.success) {
      const [issue] = data.error.issues
      throw refused([...path, 'data', ...((issue?.path ?? []) as Path)], issue?.message ?? 'is not valid')
    }
    this.#count(JSON.stringify(data.data).length, path)
    if (type === 'table') this.#cells(data.data as TableData, path)
    const read: Loose = {
      object: forms === inlines ? 'inline' : 'block',
      type,
      key: '',
      isVoid: form.inside === null,
      data: data.data,
    }
    if (isLoose(node.meta) && typeof node.meta.id === 'string') read.meta = { id: node.meta.id.slice(0, 200) }
    if (form.inside !== null)
      read.nodes = this.#inside(node.nodes ?? [], form.inside, [...path, 'nodes'], depth + 1)
    if (form.hasFragments) {
      read.fragments = this.#list(
        node.fragments ?? [],
        [...path, 'fragments'],
        depth + 1,
        (fragment, at) => ({
          object: 'fragment',
          key: '',
          fragment: typeof fragment.fragment === 'string' ? fragment.fragment.slice(0, 100) : '',
          nodes: this.#inside(fragment.nodes ?? [], 'blocks', [...at, 'nodes'], depth + 2),
        }),
      )
    }
    return read
  }

  #inside(value: unknown, inside: Exclude<Inside, null>, path: Path, depth: number): Loose[] {
    return this.#list(value, path, depth, (node, at) => {
      if (inside === 'texts' || (inside === 'inlines' && node.object === 'text')) return this.#text(node, at)
      if (inside === 'inlines') return this.#node(node, inlines, at, depth)
      if (inside === 'blocks') return this.#node(node, blocks, at, depth)
      if (typeof node.type !== 'string' || !inside.includes(node.type)) {
        throw refused([...at, 'type'], `Only nodes of type "${inside.join('", "')}" are allowed here.`)
      }
      return this.#node(node, parts, at, depth)
    })
  }

  #text(node: Loose, path: Path): Loose {
    const leaves = z.array(Leaf).safeParse(node.leaves)
    if (node.object !== 'text' || !leaves.success)
      throw refused([...path, 'leaves'], 'must be a text node with leaves')
    this.#count(
      leaves.data.reduce((sum, { text }) => sum + text.length, 0),
      path,
    )
    return { object: 'text', leaves: leaves.data }
  }

  /** Cells that no record contains are added, so that every row is complete. */
  #cells({ definition, records }: TableData, path: Path): void {
    this.#take(Object.keys(definition).length * Object.keys(records).length, path)
  }

  #take(nodes: number, path: Path): void {
    this.#nodes += nodes
    if (this.#nodes > MAX_NODES) throw refused(path, `A document can have at most ${MAX_NODES} nodes.`)
  }

  #count(characters: number, path: Path): void {
    this.#characters += characters
    if (this.#characters > MAX_CHARACTERS) {
      throw refused(path, `A document can have at most ${MAX_CHARACTERS} characters.`)
    }
  }
}

/** Validates a document from a caller. Throws invalid_input with the path in the document. */
export const readDocument = (value: unknown): DocumentTree => new TreeReader().tree(value)

/** A document from a caller that is not validated yet. */
export interface GivenDocument {
  readonly object: 'document'
}

/**
 * A text as a document, in the format of responses. Only its type is checked here: validating a large document
 * would block the main thread, so `markdownOfDocument` does it, in a worker thread if it is long.
 */
export const DocumentField = z
  .unknown()
  .transform((value, ctx): GivenDocument => {
    if (isLoose(value) && value.object === 'document') return value as unknown as GivenDocument
    ctx.addIssue({ code: 'custom', message: 'must be a document: {"object": "document", "nodes": [...]}' })
    return z.NEVER
  })
  .meta({
    scalar: 'JSON',
    description: 'The text as a document: a tree of nodes, as returned in the format `document`.',
  } satisfies FieldMeta)
