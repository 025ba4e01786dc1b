import DataLoader from 'dataloader'
import type { Queryable } from '../../platform/database.ts'
import type { Scope, Viewer } from '../access/viewer.ts'
import { AnswerMeter } from '../operations/answer-meter.ts'
import { type ComputedList, pageOfComputed } from './computed-list.ts'
import { type ListAsk, type ListDefinition, ListReader } from './list.ts'
import type { Page } from './page.ts'

/**
 * A batched read by key, for the rules of the domain. Visibility is part of the statement: what the viewer may not see
 * comes back as null. It has no scope, so an API layer cannot load it: a caller only takes a LoaderDefinition.
 */
export interface BatchDefinition<Key, Value> {
  name: string
  batch: (reads: Reads, keys: readonly Key[]) => Promise<(Value | null)[]>
  /** Needed when keys are not strings or numbers. */
  cacheKey?: (key: Key) => string
}

/** A statement whose text depends on what all modules declare, so that it is built when it is first sent. */
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
 * What a token needs to be given something. Null is for what is part of the row that leads to it and is shown wherever
 * that row is, such as the people who took part.
 */
interface Scoped {
  readonly scope: Scope | null
}

/** A batched read that API layers may load. The caller checks the scope on every load. */
export interface LoaderDefinition<Key, Value> extends BatchDefinition<Key, Value>, Scoped {}

/** The same for what is put together from several reads, which are batched by themselves. */
export interface ReadDefinition<Key, Value> extends Scoped {
  readonly read: (reads: Reads, key: Key) => Promise<Value>
}

export const readOf = <Key, Value>(
  scope: Scope | null,
  read: (reads: Reads, key: Key) => Promise<Value>,
): ReadDefinition<Key, Value> => ({ scope, read })

/**
 * A loader over one statement that takes ids, as `= ANY($1)`, and the viewer's id, and gives rows with an `id`. One id
 * has a statement of its own: planned for any number of them, PostgreSQL would rather scan what it joins.
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
 * All reads of one request, one transaction or one event: batched, and remembered for exactly that long. A reader that
 * outlived its request would show old data and old access.
 */
export class Reads {
  readonly db: Queryable
  readonly viewer: Viewer
  /** Counts the texts of the answer that is being made. */
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

  /** Many rows at once in one statement, for a caller that has all keys in hand and asks for them once. */
  async loadMany<Key, Value>(
    definition: BatchDefinition<Key, Value>,
    keys: readonly Key[],
  ): Promise<(Value | null)[]> {
    return keys.length === 0 ? [] : definition.batch(this, keys)
  }

  /** A page of a list; asks for the same definition with the same object are batched. */
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

  /** Forgets what was read, after a write of the same transaction changed it. */
  forget(): void {
    this.#loaders.clear()
    this.#lists.clear()
  }

  /** A place for what a read learns on the way, such as the viewer's role on a space, under a key of the owner's. */
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
