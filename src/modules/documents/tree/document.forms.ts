import { z } from 'zod'
import { columnTypes } from './types.ts'

const word = z.string().max(4000)
const name = z.string().regex(/^[\w@-]{1,100}$/)
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)

const Ref = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: word }),
  z.object({ kind: z.literal('file'), file: id }),
  z.object({ kind: z.literal('page'), page: id }),
  z.object({ kind: z.literal('anchor'), anchor: z.string().max(300), page: id.optional() }),
  z.object({ kind: z.literal('user'), user: id }),
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
export const Leaf = z.object({
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

/** The content of a node: blocks, inline nodes, texts, nodes of one type, or fragments. */
export type Inside = 'blocks' | 'inlines' | 'texts' | readonly string[] | null

export interface Form {
  inside: Inside
  data: z.ZodType
  hasFragments?: true
}

const block = (data: z.ZodType, inside: Inside = null): Form => ({ inside, data })
const shown = (data: z.ZodType): Form => ({ inside: null, data, hasFragments: true })

export const blocks: Readonly<Record<string, Form>> = {
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

export const parts: Readonly<Record<string, Form>> = {
  'list-item': block(z.object({ checked: z.boolean().optional() }).default({}), 'blocks'),
  'code-line': block(z.object({ highlighted: z.literal(true).optional() }).default({}), 'texts'),
  image: shown(
    z.object({
      ref: Ref,
      refDark: Ref.optional(),
      link: Ref.optional(),
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

export const inlines: Readonly<Record<string, Form>> = {
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
    z
      .object({
        label: word,
        kind: z.enum(['primary', 'secondary']).default('primary'),
        icon: name.optional(),
        ref: Ref.optional(),
        action: z.object({ action: z.enum(['ask', 'search']), query: word.optional() }).optional(),
      })
      .refine(({ ref, action }) => (ref === undefined) !== (action === undefined), {
        message: 'requires either a ref or an action',
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
