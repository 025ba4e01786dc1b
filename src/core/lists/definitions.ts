import type { Queryable } from '../../platform/database.ts'
import type { Scope, Viewer } from '../access/viewer.ts'
import type { AnswerMeter } from '../answer-meter.ts'
import type { CursorBinding } from './cursor.ts'
import type { Page, PageRequest } from './page.ts'

/**
 * A batched read by key, for domain rules. Visibility is part of the statement: rows that the viewer cannot
 * see are null. It has no scope, so an API layer cannot load it: a caller only accepts a LoaderDefinition.
 */
export interface BatchDefinition<Key, Value> {
  name: string
  batch: (reads: RequestLoaders, keys: readonly Key[]) => Promise<(Value | null)[]>
  /** The most keys in one statement, if more than usual: where the keys of a whole response must take one. */
  maxKeys?: number
  /** Required when keys are not strings or numbers. */
  cacheKey?: (key: Key) => string
}

/**
 * The scope that a token needs to load something. Null for data that is part of the row that refers to it
 * and shown wherever that row is, such as the participants.
 */
interface Scoped {
  readonly scope: Scope | null
  /** True for what readers of published content can load. It must return only what the reader sees. */
  readonly forReaders?: boolean
}

/** A batched read that API layers can use. The caller checks the scope on every load. */
export interface LoaderDefinition<Key, Value> extends BatchDefinition<Key, Value>, Scoped {}

/** The same for values that are combined from several reads, each of which is batched. */
export interface ReadDefinition<Key, Value> extends Scoped {
  readonly read: (reads: RequestLoaders, key: Key) => Promise<Value>
}

/** A column that a list is ordered by. The last one must be unique, so that page boundaries are exact. */
export interface SortColumn<Row> {
  sql: string
  /** The SQL type that the text in a cursor is cast to. */
  type: 'text' | 'timestamptz' | 'bigint'
  value: (row: Row) => string
}

/** A filter with one value, bound as a parameter so that the statement is the same for every value. */
export interface Condition {
  /** SQL with `?` in place of the value. */
  sql: string
  value: unknown
}

/**
 * Reads a number of rows of the list's order before its filters are applied. If a page of them passes, `from` is not read:
 * a filter that many rows pass is found soon in this way, and one that few pass is found by its own index in `from`.
 */
export interface Walk {
  rows: number
  /** The table with its alias, whose columns `match` and `sort` use. */
  table: string
  alias: string
  /** Where the table does not refer to the parent: SQL instead of `match`. The joins then do. */
  match?: string
  /** The joins that `from` has. */
  joins: string
}

/**
 * A list of rows below a parent. Visibility is part of `from`, `match` and `conditions`, so that pages are
 * full and counts match the list; access to the parent row was already checked.
 */
export interface ListParts<Parent, Filters, Row> {
  name: string
  columns: string
  /** Common table expressions of each parent, whose key is `p.key`: rows that the other parts read more than once. */
  with?: string
  /** The table, its alias and joins. */
  from: string
  /** SQL that joins the list to its parent, whose key is `p.key`. */
  match: string
  /** Another way to read the same rows, which is tried first. */
  walk?: Walk
  key: (parent: Parent) => string
  /** The value of `p.key` for each parent, where it has to be read; `key` then only distinguishes parents. */
  keys?: (reads: RequestLoaders, parents: readonly Parent[]) => Promise<string[]>
  conditions?: (filters: Filters) => Condition[]
  sort: SortColumn<Row>[]
  order: (filters: Filters) => 'asc' | 'desc'
  /** What its cursors are valid for, if more than this list with these filters. */
  cursor?: (parent: Parent) => CursorBinding
  /** Converts a raw row into the domain row. Called once per row that is kept. */
  shape?: (raw: Row, parent: Parent, reads: RequestLoaders) => Row
}

declare const DEFINED: unique symbol

/** A list that was made by `defineList`, so that it is checked with all others. */
export interface ListDefinition<Parent, Filters, Row> extends ListParts<Parent, Filters, Row> {
  readonly [DEFINED]: true
}

/** A query of a list: validated filters, and the part to return. */
export interface ListAsk<Filters> {
  readonly filters: Filters
  readonly request: PageRequest
}

/** A list that is computed and not stored: all of it at once, through a loader that batches over parents. */
export interface ComputedList<Parent, Row> {
  name: string
  /** The whole list, in ascending order of `sort`. */
  all: BatchDefinition<Parent, Row[]>
  sort: Pick<SortColumn<Row>, 'type' | 'value'>[]
  cursor: (parent: Parent) => CursorBinding
  /**
   * Whether a cursor belongs to this row, for a list whose order changes: the page then continues at the
   * row, wherever it is.
   */
  isAt?: (row: Row, values: readonly string[]) => boolean
}

/**
 * All reads of one request, one transaction or one event: batched, and cached for exactly that long. Used
 * longer, it would return outdated data and access.
 */
export interface RequestLoaders {
  readonly db: Queryable
  readonly viewer: Viewer
  /** Counts the texts in the response. */
  readonly meter: AnswerMeter
  load<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key): Promise<Value | null>
  /** Many rows in one statement, for a caller that has all keys and needs them once. */
  loadMany<Key, Value>(
    definition: BatchDefinition<Key, Value>,
    keys: readonly Key[],
  ): Promise<(Value | null)[]>
  /** Remembers a row that another read has found with the same visibility, so that it is not read again. */
  prime<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key, value: Value): void
  /** A page of a list; queries of the same definition with the same object are batched. */
  list<Parent, Filters, Row extends object>(
    definition: ListDefinition<Parent, Filters, Row> | ComputedList<Parent, Row>,
    parent: Parent,
    ask: ListAsk<Filters>,
  ): Promise<Page<Row, Parent>>
  /** Runs a batch of reads, which is a span of its own in traces. */
  batch<Result>(name: string, read: (reads: RequestLoaders) => Promise<Result>): Promise<Result>
  /** Clears the cache, after a write of the same transaction changed the data. */
  forget(): void
  /**
   * Storage for values that a read finds in passing, such as the viewer's role in a space, under a key of
   * the owner.
   */
  notes<Key, Value>(owner: object): Map<Key, Value>
}
