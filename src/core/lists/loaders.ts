import DataLoader from 'dataloader'
import type { Queryable } from '../../platform/database.ts'
import type { Scope, Viewer } from '../access/viewer.ts'
import { AnswerMeter } from '../operations/answer-meter.ts'
import { type ComputedList, pageOfComputed } from './computed-list.ts'
import { type ListAsk, type ListDefinition, ListReader } from './list.ts'
import type { Page } from './page.ts'

/**
 * A batched read by key, for domain rules. Visibility is part of the statement: rows that the viewer cannot
 * see are null. It has no scope, so an API layer cannot load it: a caller only accepts a LoaderDefinition.
 */
export interface BatchDefinition<Key, Value> {
  name: string
  batch: (reads: Reads, keys: readonly Key[]) => Promise<(Value | null)[]>
  /** Required when keys are not strings or numbers. */
  cacheKey?: (key: Key) => string
}

/**
 * A statement whose text depends on the declarations of all modules, so it is built when it is first used.
 */
export function lazyStatement(name: string, build: () => string): { name: string; text: string } {
  let text: string | undefined
  return {
    name,
    get text() {
      text ??= build()
      return text
    },
  }
}

/**
 * The scope that a token needs to load something. Null for data that is part of the row that refers to it
 * and shown wherever that row is, such as the participants.
 */
interface Scoped {
  readonly scope: Scope | null
}

/** A batched read that API layers can use. The caller checks the scope on every load. */
export interface LoaderDefinition<Key, Value> extends BatchDefinition<Key, Value>, Scoped {}

/** The same for values that are combined from several reads, each of which is batched. */
export interface ReadDefinition<Key, Value> extends Scoped {
  readonly read: (reads: Reads, key: Key) => Promise<Value>
}

export const readOf = <Key, Value>(
  scope: Scope | null,
  read: (reads: Reads, key: Key) => Promise<Value>,
): ReadDefinition<Key, Value> => ({ scope, read })

/**
 * A loader with one statement that takes ids, as `= ANY($1)`, and the viewer's id, and returns rows with an
 * `id`. A single id has a statement of its own: planned for any number of ids, PostgreSQL would rather scan
 * the joined tables.
 */
export function loaderById<Row extends { id: string }>(definition: {
  name: string
  scope: Scope | null
  text: string
  shape?: (row: Row, reads: Reads) => Row
}): LoaderDefinition<string, Row> {
  const { name, scope, text, shape } = definition
  const many = { name, text }
  const one = { name: `${name}One`, text: text.replace('= ANY($1)', '= ($1::text[])[1]') }
  return {
    name,
    scope,
    batch: async (reads, ids) => {
      const rows = await reads.db.query<Row>(ids.length === 1 ? one : many, [ids, reads.viewer.userId])
      const found = new Map(rows.map((row) => [row.id, shape ? shape(row, reads) : row]))
      return ids.map((id) => found.get(id) ?? null)
    },
  }
}

/**
 * All reads of one request, one transaction or one event: batched, and cached for exactly that long. Used
 * longer, it would return outdated data and access.
 */
export class Reads {
  readonly db: Queryable
  readonly viewer: Viewer
  /** Counts the texts in the response. */
  readonly meter: AnswerMeter
  readonly #loaders = new Map<BatchDefinition<never, unknown>, DataLoader<unknown, unknown, unknown>>()
  readonly #lists = new Map<object, Map<unknown, unknown>>()
  readonly #notes = new Map<unknown, unknown>()

  constructor(db: Queryable, viewer: Viewer, meter = new AnswerMeter()) {
    this.meter = meter
    this.db = db
    this.viewer = viewer
  }

  load<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key): Promise<Value | null> {
    return this.#loaderOf(definition).load(key)
  }

  /** Many rows in one statement, for a caller that has all keys and needs them once. */
  async loadMany<Key, Value>(
    definition: BatchDefinition<Key, Value>,
    keys: readonly Key[],
  ): Promise<(Value | null)[]> {
    return keys.length === 0 ? [] : definition.batch(this, keys)
  }

  /** A page of a list; queries of the same definition with the same object are batched. */
  list<Parent, Filters, Row extends object>(
    definition: ListDefinition<Parent, Filters, Row> | ComputedList<Parent, Row>,
    parent: Parent,
    ask: ListAsk<Filters>,
  ): Promise<Page<Row>> {
    if ('all' in definition) return pageOfComputed(this, definition, parent, ask)
    const readers = this.#lists.get(definition) ?? new Map()
    let reader = readers.get(ask) as ListReader<Parent, Filters, Row> | undefined
    if (!reader) {
      reader = new ListReader(this, definition, ask)
      readers.set(ask, reader)
      this.#lists.set(definition, readers)
    }
    return reader.page(parent)
  }

  /** Clears the cache, after a write of the same transaction changed the data. */
  forget(): void {
    this.#loaders.clear()
    this.#lists.clear()
  }

  /**
   * Storage for values that a read finds in passing, such as the viewer's role in a space, under a key of
   * the owner.
   */
  notes<Key, Value>(owner: object): Map<Key, Value> {
    let notes = this.#notes.get(owner) as Map<Key, Value> | undefined
    if (!notes) {
      notes = new Map()
      this.#notes.set(owner, notes)
    }
    return notes
  }

  #loaderOf<Key, Value>(definition: BatchDefinition<Key, Value>): DataLoader<Key, Value | null, unknown> {
    const known = this.#loaders.get(definition as BatchDefinition<never, unknown>)
    if (known) return known as unknown as DataLoader<Key, Value | null, unknown>
    const { cacheKey } = definition
    const loader = new DataLoader<Key, Value | null, unknown>((keys) => definition.batch(this, keys), {
      maxBatchSize: 1000,
      ...(cacheKey ? { cacheKeyFn: cacheKey } : {}),
    })
    this.#loaders.set(
      definition as BatchDefinition<never, unknown>,
      loader as unknown as DataLoader<unknown, unknown, unknown>,
    )
    return loader
  }
}
