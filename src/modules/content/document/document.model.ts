import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'
import { columnTypes, type DocumentTree } from './types.ts'

const MAX_NODES = 50_000
const MAX_DEPTH = 80
const MAX_CHARACTERS = 1_000_000

const word = z.string().max(4000)
const name = z.string().regex(/^[\w@-]{1,100}$/)
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)

const Ref = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: word }),
  z.object({ kind: z.literal('file'), file: id }),
  z.object({ kind: z.literal('page'), page: id }),
  z.object({ kind: z.literal('anchor'), anchor: z.string().max(300), page: id.optional() }),
  z.object({ kind: z.literal('reusable-content'), reusableContent: id }),
  z.object({ kind: z.literal('openapi'), spec: z.string().max(100) }),
])

const colour = z.string().regex(/^[\w$#-]{1,40}$/)
const plainMarks = [
  'bold',
  'italic',
  'code',
  'strikethrough',
  'keyboard',
  'superscript',
  'subscript',
] as const
const MarkSchema = z.discriminatedUnion('type', [
  z.object({ object: z.literal('mark').default('mark'), type: z.enum(plainMarks) }),
  z.object({
    object: z.literal('mark').default('mark'),
    type: z.literal('color'),
    data: z.object({ text: colour.optional(), background: colour.optional() }),
  }),
])
const Leaf = z.object({
  object: z.literal('leaf').default('leaf'),
  text: z.string(),
  marks: z.array(MarkSchema).max(10).default([]),
})

const Attributes = z.record(name, z.union([word, z.boolean(), z.array(word).max(200), Ref])).default({})
const nothing = z.object({}).default({})

const TableColumn = z.object({
  id: name,
  title: word,
  type: z.enum(columnTypes),
  textAlignment: z.enum(['left', 'center', 'right']).optional(),
})
const TableData = z.object({
  view: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('grid'),
      columns: z.array(name),
      columnWidths: z.record(name, z.number()).optional(),
      hideHeader: z.boolean().default(false),
    }),
    z.object({
      type: z.literal('cards'),
      columns: z.array(name),
      cardSize: z.enum(['medium', 'large']).default('medium'),
      targetDefinition: name.optional(),
      coverDefinition: name.optional(),
      coverDefinitionDark: name.optional(),
    }),
  ]),
  definition: z.record(name, TableColumn),
  records: z.record(
    name,
    z.object({
      orderIndex: z.string().max(200),
      values: z.record(name, z.union([word, z.number(), z.boolean(), z.array(word).max(200), Ref])),
    }),
  ),
})

/** What stands in a node: blocks of any kind, inline content, texts, nodes of one type, or fragments. */
type Inside = 'blocks' | 'inlines' | 'texts' | readonly string[] | null

interface Form {
  inside: Inside
  data: z.ZodType
  hasFragments?: true
}

const block = (data: z.ZodType, inside: Inside = null): Form => ({ inside, data })
const shown = (data: z.ZodType): Form => ({ inside: null, data, hasFragments: true })

const blocks: Readonly<Record<string, Form>> = {
  paragraph: block(nothing, 'inlines'),
  'heading-1': block(nothing, 'inlines'),
  'heading-2': block(nothing, 'inlines'),
  'heading-3': block(nothing, 'inlines'),
  'list-ordered': block(
    z.object({ start: z.int().min(0).max(999_999_999).default(1) }).default({ start: 1 }),
    ['list-item'],
  ),
  'list-unordered': block(nothing, ['list-item']),
  'list-tasks': block(nothing, ['list-item']),
  divider: block(nothing),
  blockquote: block(nothing, 'blocks'),
  hint: block(Attributes, 'blocks'),
  code: block(Attributes, ['code-line']),
  math: block(z.object({ formula: word })),
  images: block(
    z.object({ align: z.string().max(20).optional(), fullWidth: z.boolean().optional() }).default({}),
    ['image'],
  ),
  tabs: block(Attributes, ['tabs-item']),
  stepper: block(Attributes, ['stepper-step']),
  columns: block(Attributes, ['column']),
  updates: block(Attributes, ['update']),
  if: block(z.object({ expression: word }), 'blocks'),
  prompt: block(Attributes, 'blocks'),
  embed: shown(Attributes),
  file: shown(Attributes),
  'content-ref': shown(Attributes),
  'reusable-content': shown(Attributes),
  swagger: shown(Attributes),
  'openapi-operation': shown(Attributes),
  'openapi-schemas': shown(Attributes),
  'openapi-webhook': shown(Attributes),
  integration: shown(z.object({ integration: name, block: name, props: z.record(name, word).default({}) })),
  expandable: shown(z.object({ open: z.boolean().optional() }).default({})),
  table: shown(TableData),
}

const parts: Readonly<Record<string, Form>> = {
  'list-item': block(z.object({ checked: z.boolean().optional() }).default({}), 'blocks'),
  'code-line': block(nothing, 'texts'),
  image: shown(
    z.object({
      ref: Ref,
      refDark: Ref.optional(),
      alt: word.optional(),
      width: z.string().max(20).optional(),
      height: z.string().max(20).optional(),
    }),
  ),
  'tabs-item': block(Attributes, 'blocks'),
  'stepper-step': block(Attributes, 'blocks'),
  column: block(Attributes, 'blocks'),
  update: block(Attributes, 'blocks'),
}

const inlines: Readonly<Record<string, Form>> = {
  link: block(z.object({ ref: Ref }), 'inlines'),
  'inline-image': block(
    z.object({
      ref: Ref,
      refDark: Ref.optional(),
      caption: word.optional(),
      size: z.enum(['line', 'original']).default('line'),
    }),
  ),
  mention: block(z.object({ ref: Ref, label: word.optional() })),
  button: block(
    z.object({
      label: word,
      kind: z.enum(['primary', 'secondary']).default('primary'),
      icon: name.optional(),
      ref: Ref,
    }),
  ),
  icon: block(z.object({ icon: name })),
  expression: block(z.object({ expression: word })),
  'inline-math': block(z.object({ formula: word })),
  annotation: {
    inside: 'inlines',
    data: z.object({ label: z.string().max(100).default('note') }).default({ label: 'note' }),
    hasFragments: true,
  },
}

type Path = (string | number)[]
type Loose = Record<string, unknown>

class Refused extends Error {
  readonly path: Path

  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a tree that a caller sent; what it does not know is refused with its place. */
class TreeReader {
  #nodes = 0
  #characters = 0

  tree(value: unknown): DocumentTree {
    if (!isLoose(value) || value.object !== 'document') throw new Refused([], 'Send a document.')
    const nodes = this.#list(value.nodes, ['nodes'], 0, (node, path) => this.#node(node, blocks, path, 1))
    return {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: nodes as unknown as DocumentTree['nodes'],
    }
  }

  #list(value: unknown, path: Path, depth: number, read: (node: Loose, path: Path) => Loose): Loose[] {
    if (!Array.isArray(value)) throw new Refused(path, 'Send a list of nodes.')
    this.#nodes += value.length
    if (this.#nodes > MAX_NODES) throw new Refused(path, `A document has at most ${MAX_NODES} nodes.`)
    if (depth > MAX_DEPTH) throw new Refused(path, `Nodes nest at most ${MAX_DEPTH} deep.`)
    return value.map((node, at) => {
      if (!isLoose(node)) throw new Refused([...path, at], 'Send a node.')
      return read(node, [...path, at])
    })
  }

  #node(node: Loose, forms: Readonly<Record<string, Form>>, path: Path, depth: number): Loose {
    const type = String(node.type)
    const form = Object.hasOwn(forms, type) ? forms[type] : undefined
    if (form === undefined)
      throw new Refused([...path, 'type'], `There is no node of type "${type.slice(0, 50)}" here.`)
    const data = form.data.safeParse(node.data)
    if (!data.success) {
      const [issue] = data.error.issues
      throw new Refused(
        [...path, 'data', ...((issue?.path ?? []) as Path)],
        issue?.message ?? 'This cannot be.',
      )
    }
    this.#count(JSON.stringify(data.data).length, path)
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
      if (!inside.includes(String(node.type))) {
        throw new Refused([...at, 'type'], `Only nodes of type "${inside.join('", "')}" stand here.`)
      }
      return this.#node(node, parts, at, depth)
    })
  }

  #text(node: Loose, path: Path): Loose {
    const leaves = z.array(Leaf).safeParse(node.leaves)
    if (node.object !== 'text' || !leaves.success)
      throw new Refused([...path, 'leaves'], 'Send a text with leaves.')
    this.#count(
      leaves.data.reduce((sum, { text }) => sum + text.length, 0),
      path,
    )
    return { object: 'text', leaves: leaves.data }
  }

  #count(characters: number, path: Path): void {
    this.#characters += characters
    if (this.#characters > MAX_CHARACTERS) {
      throw new Refused(path, `A document has at most ${MAX_CHARACTERS} characters.`)
    }
  }
}

/** A text as a tree of nodes, in the form in which it is given back. Keys are not kept: they follow from the text. */
export const DocumentField = z
  .unknown()
  .transform((value, ctx): DocumentTree => {
    try {
      return new TreeReader().tree(value)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      ctx.addIssue({ code: 'custom', message: error.message, path: error.path })
      return z.NEVER
    }
  })
  .meta({
    scalar: 'JSON',
    description: 'The text as a tree of nodes, as it is given back with the format document.',
  } satisfies FieldMeta)
