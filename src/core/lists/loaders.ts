import DataLoader from 'dataloader'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { WorkOrigin } from '../../platform/observing/origin.ts'
import { within } from '../../platform/observing/span.ts'
import { creating, type NewRow } from '../../platform/statements/creating.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { Scope, Viewer } from '../access/viewer.ts'
import { AnswerMeter } from '../answer-meter.ts'
import { pageOfComputedList } from './computed-list.ts'
import type {
  BatchDefinition,
  ComputedList,
  ListAsk,
  ListDefinition,
  LoaderDefinition,
  ReadDefinition,
  RequestLoaders,
} from './definitions.ts'
import { ListReader } from './list.ts'
import type { Page } from './page.ts'

export const readOf = <Key, Value>(
  scope: Scope | null,
  read: (reads: RequestLoaders, key: Key) => Promise<Value>,
  { forReaders = false }: { forReaders?: boolean } = {},
): ReadDefinition<Key, Value> => ({ scope, read, forReaders })

/** A loader of rows by their id. */
interface LoaderById<Row> extends LoaderDefinition<string, Row> {
  /**
   * Creates a row, and returns it as this loader reads it, in one statement. Undefined if the viewer cannot see it.
   */
  readonly create: <Model extends Prisma.ModelName>(
    reads: RequestLoaders,
    model: Model,
    row: NewRow<Model>,
  ) => Promise<Row | undefined>
}

/**
 * A loader with one statement that takes ids, as `= ANY($1)`, and the viewer's id, and returns rows with an
 * `id`. A single id has a statement of its own: planned for any number of ids, PostgreSQL would rather scan
 * the joined tables.
 */
export function loaderById<Row extends { id: string }>(definition: {
  name: string
  scope: Scope | null
  text: string
  shape?: (row: Row, reads: RequestLoaders) => Row
}): LoaderById<Row> {
  const { name, scope, text, shape } = definition
  const many = statement<Row>({ name, text })
  const one = statement<Row>({ name: `${name}One`, text: text.replace('= ANY($1)', '= ($1::text[])[1]') })
  return {
    name,
    scope,
    create: async (reads, model, created) => {
      const { id } = created as { id: string }
      const { statement, values } = creating(model, created, one, [[id], reads.viewer.userId])
      const [row] = await reads.db.query(statement, values)
      return row && shape ? shape(row, reads) : row
    },
    batch: async (reads, ids) => {
      const rows = await reads.db.query(ids.length === 1 ? one : many, [ids, reads.viewer.userId])
      const found = new Map(rows.map((row) => [row.id, shape ? shape(row, reads) : row]))
      return ids.map((id) => found.get(id) ?? null)
    },
  }
}

/** Batches the reads of one turn of the event loop with DataLoader. */
export class BatchingLoaders implements RequestLoaders {
  readonly db: Queryable
  readonly viewer: Viewer
  readonly meter: AnswerMeter
  readonly #loaders = new Map<BatchDefinition<never, unknown>, DataLoader<unknown, unknown, unknown>>()
  readonly #lists = new Map<object, Map<unknown, unknown>>()
  readonly #notes = new Map<unknown, unknown>()
  readonly #origin: WorkOrigin | undefined

  constructor(db: Queryable, viewer: Viewer, meter = new AnswerMeter(), origin?: WorkOrigin) {
    this.#origin = origin
    this.meter = meter
    this.db = db
    this.viewer = viewer
  }

  load<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key): Promise<Value | null> {
    return this.#loaderOf(definition).load(key)
  }

  async loadMany<Key, Value>(
    definition: BatchDefinition<Key, Value>,
    keys: readonly Key[],
  ): Promise<(Value | null)[]> {
    return keys.length === 0 ? [] : this.batch(definition.name, (reads) => definition.batch(reads, keys))
  }

  prime<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key, value: Value): void {
    this.#loaderOf(definition).prime(key, value)
  }

  list<Parent, Filters, Row extends object>(
    definition: ListDefinition<Parent, Filters, Row> | ComputedList<Parent, Row>,
    parent: Parent,
    ask: ListAsk<Filters>,
  ): Promise<Page<Row, Parent>> {
    if ('all' in definition) return pageOfComputedList(this, definition, parent, ask)
    const readers = this.#lists.get(definition) ?? new Map()
    let reader = readers.get(ask) as ListReader<Parent, Filters, Row> | undefined
    if (!reader) {
      reader = new ListReader(this, definition, ask)
      readers.set(ask, reader)
      this.#lists.set(definition, readers)
    }
    return reader.page(parent)
  }

  forget(): void {
    this.#loaders.clear()
    this.#lists.clear()
  }

  notes<Key, Value>(owner: object): Map<Key, Value> {
    let notes = this.#notes.get(owner) as Map<Key, Value> | undefined
    if (!notes) {
      notes = new Map()
      this.#notes.set(owner, notes)
    }
    return notes
  }

  batch<Result>(name: string, read: (reads: RequestLoaders) => Promise<Result>): Promise<Result> {
    const origin = this.#origin
    if (!origin?.span) return read(this)
    return within(origin.span, `load ${name}`, (span) => read(readsWithin(this, { ...origin, span })))
  }

  #loaderOf<Key, Value>(definition: BatchDefinition<Key, Value>): DataLoader<Key, Value | null, unknown> {
    const known = this.#loaders.get(definition as BatchDefinition<never, unknown>)
    if (known) return known as unknown as DataLoader<Key, Value | null, unknown>
    const { cacheKey, maxKeys = 1000 } = definition
    const loader = new DataLoader<Key, Value | null, unknown>(
      (keys) => this.batch(definition.name, (reads) => definition.batch(reads, keys)),
      {
        maxBatchSize: maxKeys,
        ...(cacheKey ? { cacheKeyFn: cacheKey } : {}),
      },
    )
    this.#loaders.set(
      definition as BatchDefinition<never, unknown>,
      loader as unknown as DataLoader<unknown, unknown, unknown>,
    )
    return loader
  }
}

/** The same loaders, whose statements are parts of a batch in traces. */
const readsWithin = (reads: RequestLoaders, origin: WorkOrigin): RequestLoaders => ({
  db: { query: (statement, values) => reads.db.query(statement, values, origin) },
  viewer: reads.viewer,
  meter: reads.meter,
  load: (definition, key) => reads.load(definition, key),
  loadMany: (definition, keys) => reads.loadMany(definition, keys),
  prime: (definition, key, value) => reads.prime(definition, key, value),
  list: (definition, parent, ask) => reads.list(definition, parent, ask),
  batch: (name, read) => reads.batch(name, read),
  forget: () => reads.forget(),
  notes: (owner) => reads.notes(owner),
})
