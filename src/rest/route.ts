import { z } from 'zod'
import { DomainError } from '../core/errors.ts'
import { type Page, RestPage } from '../core/lists/page.ts'
import type { Caller } from '../core/operations/caller.ts'
import type { Conditions } from '../core/operations/conditions.ts'
import type {
  AnyListOperation,
  AnyOperation,
  ListOperation,
  Operation,
} from '../core/operations/operation.ts'
import { parseInput } from '../core/operations/parse-input.ts'
import type { Urls } from '../http/urls.ts'
import type { UploadLimits } from './uploads.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a presenter may use: who asks, the addresses, and the query it was asked with. */
export interface View {
  readonly caller: Caller
  readonly urls: Urls
  readonly format: 'markdown' | 'document'
  /** What the request's headers demand of a write. */
  readonly conditions: Conditions
  /** Whether the client has the response with this tag already. */
  readonly hasTag: (etag: string) => boolean
  /** What presenters still fill in; the answer is sent when all of it is there. */
  readonly pending: Promise<unknown>[]
}

/** How one REST operation is served. Everything that is a rule is in the operation that it binds. */
export interface Route {
  readonly method: Method
  /** Below `/v1`, with `:name` for path parameters that the operation's input knows. */
  readonly path: string
  readonly operation: AnyOperation | AnyListOperation
  readonly status: number
  readonly summary: string
  /** The shape of the answer; absent for answers without a body. */
  readonly response?: z.ZodType
  /** Input that the path fixes and a body must not change. */
  readonly fixed: Record<string, unknown>
  readonly serve: (caller: Caller, input: unknown, page: unknown, view: View) => Promise<Served>
  readonly isList: boolean
  /** True for a list that also takes its cursor as `after`. */
  readonly isLog?: boolean | undefined
  /** True when the response says in `Location` where to find what was created. */
  readonly hasLocation?: boolean | undefined
  /** Bytes that a body may have, where it is more than usual. */
  readonly bodyLimit?: number | undefined
  /** What it takes when it takes a form with files instead of JSON. */
  readonly upload?: UploadLimits | undefined
  /** The input that the rest of the path goes to, when the path ends in `*`. */
  readonly rest?: string | undefined
}

export interface Served {
  status: number
  body?: unknown
  location?: string
  /** The version of the entity in the body. */
  version?: number
  /** The tag of the body, where it is known without the body. */
  etag?: string
  /** True when it is the kept answer to an earlier request with the same idempotency key. */
  isReplayed?: boolean
}

/** Calls an operation and makes its answer, in one place for every kind of route. */
async function served<Input extends z.ZodType, Subject, Result>(
  operation: Operation<Input, Subject, Result>,
  input: unknown,
  view: View,
  present: (result: Result, view: View) => Served | Promise<Served>,
): Promise<Served> {
  const { answer, isReplayed } = await view.caller.answer(
    operation,
    input,
    view.conditions,
    `rest ${view.format}`,
    async (result, caller) => {
      const pending: Promise<unknown>[] = []
      const answer = await present(result, { ...view, caller, pending })
      // Within the transaction that keeps the answer, where there is one.
      await Promise.all(pending)
      return answer
    },
  )
  return isReplayed ? { ...answer, isReplayed } : answer
}

/** Rows of entities that can be changed have a version. */
function versionOf(result: unknown): number | undefined {
  const { version } = (result ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

interface Common {
  summary: string
  fixed?: Record<string, unknown>
  bodyLimit?: number
  upload?: UploadLimits
  rest?: string
}

/** A presenter of one row, from one of many. */
export const single =
  <Row, Item>(present: (rows: Row[], view: View) => Promise<Item[]>) =>
  async (row: Row, view: View): Promise<Item> => {
    const [item] = await present([row], view)
    return item as Item
  }

/** Binds an operation to a method and a path. */
export function route<Input extends z.ZodType, Subject, Result, Response extends z.ZodType>(
  method: Method,
  path: string,
  operation: Operation<Input, Subject, Result>,
  options: Common & {
    response: Response
    present: (result: Result, view: View) => z.input<Response> | Promise<z.input<Response>>
    status?: number
    /** The address of what was created. */
    location?: (result: Result, view: View) => string
    /** The tag of a body that follows from the result alone: a client that has it gets 304, and no body is made. */
    etag?: (result: Result) => string
  },
): Route {
  const status = options.status ?? 200
  return {
    method,
    path,
    operation: operation as unknown as AnyOperation,
    status,
    summary: options.summary,
    response: options.response,
    fixed: options.fixed ?? {},
    isList: false,
    hasLocation: options.location !== undefined,
    bodyLimit: options.bodyLimit,
    upload: options.upload,
    rest: options.rest,
    serve: (_caller, input, _page, asked) =>
      served(operation, input, asked, async (result, view) => {
        const etag = options.etag?.(result)
        if (etag !== undefined && view.hasTag(etag)) return { status: 304, etag }
        const body = await options.present(result, view)
        const version = versionOf(result)
        return {
          status,
          body,
          ...(etag === undefined ? {} : { etag }),
          ...(version === undefined ? {} : { version }),
          ...(options.location ? { location: options.location(result, view) } : {}),
        }
      }),
  }
}

/** Binds an operation that answers 204 and nothing else. */
export function silentRoute<Input extends z.ZodType, Subject, Result>(
  method: Method,
  path: string,
  operation: Operation<Input, Subject, Result>,
  options: Common,
): Route {
  return {
    method,
    path,
    operation: operation as unknown as AnyOperation,
    status: 204,
    summary: options.summary,
    fixed: options.fixed ?? {},
    isList: false,
    serve: (_caller, input, _page, view) => served(operation, input, view, () => ({ status: 204 })),
  }
}

/** Binds a deletion: 205 when something was removed, 204 when it was already gone. */
export function deletion<Input extends z.ZodType, Subject>(
  path: string,
  operation: Operation<Input, Subject, { existed: boolean }>,
  options: Common,
): Route {
  return {
    method: 'DELETE',
    path,
    operation: operation as unknown as AnyOperation,
    status: 205,
    summary: options.summary,
    fixed: options.fixed ?? {},
    isList: false,
    serve: (_caller, input, _page, view) =>
      served(operation, input, view, ({ existed }) => ({ status: existed ? 205 : 204 })),
  }
}

/** What a list tells about the whole of it, next to one page of its items. */
export interface Besides<Parent> {
  shape: z.ZodRawShape
  present: (parent: Parent, view: View) => Promise<Record<string, unknown>>
}

/** Binds a list: the envelope with `next`, `count` and `items`. */
export function listRoute<
  Input extends z.ZodType,
  Parent,
  Filters,
  Row extends object,
  Item extends z.ZodType,
>(
  path: string,
  operation: ListOperation<Input, Parent, Filters, Row>,
  options: Common & {
    item: Item
    present: (
      rows: Row[],
      view: View,
      parent: Parent,
      input: z.output<Input>,
    ) => z.input<Item>[] | Promise<z.input<Item>[]>
    /** What the envelope has besides its items. */
    besides?: Besides<Parent>
    /** A log takes its cursor as `after` too, the name that it has where the same log is followed live. */
    isLog?: boolean
  },
): Route {
  return {
    method: 'GET',
    path,
    operation: operation as unknown as AnyListOperation,
    status: 200,
    summary: options.summary,
    response: envelopeOf(options.item, options.besides?.shape),
    fixed: options.fixed ?? {},
    isList: true,
    isLog: options.isLog,
    serve: async (caller, input, query, view) => {
      const {
        page,
        parent,
        input: asked,
      } = await caller.list(
        operation,
        input,
        parsePage(options.isLog ? afterAsPage(query as LogQuery) : query),
      )
      const [items, besides] = await Promise.all([
        options.present(page.rows, view, parent, asked),
        options.besides?.present(parent, view),
      ])
      return { status: 200, body: { ...envelope(page, items), ...besides } }
    },
  }
}

function envelope<Row>(page: Page<Row>, items: unknown[]) {
  const next = page.hasNextPage ? page.endCursor : null
  return { ...(next === null ? {} : { next: { page: next } }), count: items.length, items }
}

const parsePage = (query: unknown) => parseInput(RestPage, query)

interface LogQuery {
  page?: string
  after?: string
}

function afterAsPage({ after, ...query }: LogQuery): LogQuery {
  if (after === undefined) return query
  if (query.page !== undefined) throw new DomainError('invalid_input', 'Send after or page, not both.')
  return { ...query, page: after }
}

function envelopeOf(item: z.ZodType, besides: z.ZodRawShape = {}): z.ZodType {
  return z.object({
    next: z.object({ page: z.string() }).optional(),
    count: z.int(),
    items: z.array(item),
    ...besides,
  })
}
