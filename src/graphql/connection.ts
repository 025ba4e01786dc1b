import type { InterfaceRef, ObjectRef, UnionRef } from '@pothos/core'
import type { z } from 'zod'
import type { ListAsk } from '../core/lists/definitions.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type Page, RelayPage } from '../core/lists/page.ts'
import { askFor } from '../core/operations/ask-for.ts'
import type { ListOperation } from '../core/operations/operation.ts'
import { parseInput } from '../core/operations/parse-input.ts'
import { MeteredCache } from '../platform/observing/metered-cache.ts'
import { addBinding } from './bindings.ts'
import { builder, type Types } from './builder.ts'
import { argsFrom, operationInput } from './input.ts'
import { crossesScope, includedByRest } from './type-scopes.ts'

type Ref<Shape> = ObjectRef<Types, Shape>

/** The Relay connection type of a resource, with `nodes` and `totalCount`. `Parent` is what its lists belong to. */
export function connectionType<Row, Parent = unknown>(
  name: string,
  type: Ref<Row> | InterfaceRef<Types, Row> | UnionRef<Types, Row>,
): Ref<Page<Row, Parent>> {
  const connection = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of a list of \`${name}\` items.`,
      fields: (t) => ({
        totalCount: t.int({
          description: 'The number of items in the whole list. Counted only if selected.',
          complexity: 5,
          resolve: (page) => (page as unknown as Page<Row>).totalCount(),
        }),
      }),
    },
    { name: `${name}Edge`, description: `An item of a list of \`${name}\` items, with its cursor.` },
  )
  // A Page has the shape that the relay plugin reads: edges with cursors, and page info.
  return connection as unknown as Ref<Page<Row, Parent>>
}

const pageArgs = () =>
  builder.args((t) => ({
    first: t.int({
      defaultValue: DEFAULT_LIMIT,
      description: `Number of items from the start of the list (1–${MAX_LIMIT}). Send \`first\` or \`last\`, not both.`,
    }),
    after: t.string({ description: 'Return the items after this cursor.' }),
    last: t.int({ description: `Number of items from the end of the list (1–${MAX_LIMIT}).` }),
    before: t.string({ description: 'Return the items before this cursor.' }),
  }))

interface ConnectionArgs {
  first?: number | null
  last?: number | null
}

/** Multiplies the cost of its children by the number of requested rows, or by the usual number. */
const complexity =
  ({ cost = 1, usualLength = MAX_LIMIT }: Pick<ConnectionOptions<never>, 'cost' | 'usualLength'>) =>
  ({ first, last }: ConnectionArgs) => ({
    field: cost,
    multiplier: Math.min(usualLength, Math.max(1, last ?? first ?? DEFAULT_LIMIT)),
  })

interface ConnectionOptions<Row, Parent = unknown> {
  type: Ref<Page<Row, Parent>>
  description: string
  /**
   * For a list that may be forbidden although its parent is visible: the error does not affect the other
   * fields.
   */
  nullable?: boolean
  /** For a list that REST returns with another scope than that of its rows. */
  isIncludedByRest?: boolean
  /** The cost of a list that is expensive to compute, regardless of the page. */
  cost?: number
  /**
   * For a list that is usually short, such as the children of a page: counted with its maximum length, a few levels would
   * cost more than a whole space.
   */
  usualLength?: number
}

/** A nested list: the operation's list below a row that was authorized when it was loaded. */
export function connection<
  Input extends z.ZodType,
  Parent extends AnyParent,
  AnyParent,
  Filters,
  Row extends Shown,
  Shown extends object,
>(
  parent: Ref<Parent>,
  field: string,
  operation: ListOperation<Input, Parent, Filters, Row>,
  options: ConnectionOptions<Shown, AnyParent>,
): void {
  addBinding({ place: `${parent.name}.${field}`, operation, taken: namesOf(operation.filters) })
  const asks = new Asks(operation)
  builder.objectField(parent, field, (t) =>
    t.field({
      type: options.type,
      nullable: (options.nullable ?? crossesScope(parent.name, operation.scope)) as false,
      description: options.description,
      args: { ...pageArgs(), ...argsFrom(operation.filters) },
      complexity: complexity(options),
      extensions: options.isIncludedByRest ? includedByRest : {},
      resolve: (row, args, { caller }) => caller.listBelow(operation, row as Parent, asks.of(args)),
    }),
  )
}

/** A list at the root, whose parent is loaded by the operation. */
export function rootConnection<
  Input extends z.ZodType,
  Parent,
  Filters,
  Row extends Shown,
  Shown extends object,
>(
  field: string,
  operation: ListOperation<Input, Parent, Filters, Row>,
  options: ConnectionOptions<Shown>,
): void {
  addBinding({ place: field, operation, taken: namesOf(operation.input) })
  builder.queryField(field, (t) =>
    t.field({
      type: options.type,
      nullable: true,
      description: options.description,
      args: { ...pageArgs(), ...argsFrom(operation.input) },
      complexity: complexity(options),
      resolve: async (_root, args, { caller }) =>
        (await caller.list(operation, operationInput(operation.input, args), parseInput(RelayPage, args)))
          .page,
    }),
  )
}

const namesOf = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape)

const ENTRY_BYTES = 1_000
const BYTES_PER_CHARACTER = 2
/** List queries of all fields, by the number of the field and its arguments. */
const knownAsks = new MeteredCache<string, object>('list_queries', {
  maxSize: 16 * 1024 * 1024,
  // The arguments are stored twice: in the key and in the query.
  sizeCalculation: (_ask, key) => ENTRY_BYTES + key.length * BYTES_PER_CHARACTER * 2,
})
let fields = 0

/**
 * The arguments of one field, validated once and not for each parent row. The same arguments return the
 * same query object, which is what batches them.
 */
class Asks<Input extends z.ZodType, Parent, Filters, Row extends object> {
  readonly #operation: ListOperation<Input, Parent, Filters, Row>
  readonly #field = ++fields

  constructor(operation: ListOperation<Input, Parent, Filters, Row>) {
    this.#operation = operation
  }

  of(args: object): ListAsk<Filters> {
    const key = `${this.#field} ${JSON.stringify(args)}`
    const known = knownAsks.get(key)
    if (known) return known as ListAsk<Filters>
    const filters = operationInput(this.#operation.filters, args)
    const ask = askFor(this.#operation, filters, parseInput(RelayPage, args))
    knownAsks.set(key, ask)
    return ask
  }
}
