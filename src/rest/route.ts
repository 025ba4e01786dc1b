import type { z } from 'zod'
import type { Caller } from '../core/operations/caller.ts'
import type { Conditions } from '../core/operations/conditions.ts'
import type {
  AnyListOperation,
  AnyOperation,
  ListOperation,
  Operation,
} from '../core/operations/operation.ts'
import type { KeptBodies } from '../http/bodies/kept-bodies.ts'
import type { Urls } from '../http/urls.ts'
import { type Deprecation, deprecationHeaders } from './deprecation.ts'
import { afterAsPage, envelope, envelopeOf, type LogQuery, parsePage } from './envelope.ts'
import type { UploadLimits } from './uploads.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The context of a presenter: the caller, the URLs, and the query. */
export interface View {
  readonly caller: Caller
  readonly urls: Urls
  readonly format: 'markdown' | 'document'
  /** The conditions of a write in the request's headers. */
  readonly conditions: Conditions
  /** Whether the client already has the response with this tag. */
  readonly hasTag: (etag: string) => boolean
  /** Bodies of earlier responses. */
  readonly bodies: KeptBodies
  /** The tags by which frontends forget the response. Presenters add those of what it contains besides the path. */
  readonly cacheTags: Set<string>
  /** Values that are still loading. The response is sent when all of them are available. */
  readonly pending: Promise<unknown>[]
}

/** A REST route. All rules are in the operation that it binds. */
export interface Route {
  readonly method: Method
  /** Below `/v1`, with `:name` for path parameters that are fields of the operation's input. */
  readonly path: string
  readonly operation: AnyOperation | AnyListOperation
  readonly status: number
  /** The other status that a success can have. */
  readonly otherStatus?: number | undefined
  readonly summary: string
  /** The schema of the response; absent for responses without a body. */
  readonly response?: z.ZodType
  /** Input that the path fixes and a body cannot change. */
  readonly fixed: Record<string, unknown>
  readonly serve: (caller: Caller, input: unknown, page: unknown, view: View) => Promise<Served>
  readonly isList: boolean
  /** True for a list that also accepts its cursor as `after`. */
  readonly isLog?: boolean | undefined
  /** True when the response has the URL of the created resource in `Location`. */
  readonly hasLocation?: boolean | undefined
  /** The maximum size of a body in bytes, if more than usual. */
  readonly bodyLimit?: number | undefined
  /** Limits of a form with files, which it accepts instead of JSON. */
  readonly upload?: UploadLimits | undefined
  /** The input field for the rest of the path, when the path ends in `*`. */
  readonly rest?: string | undefined
  readonly isDeprecated?: boolean | undefined
}

interface Served {
  status: number
  body?: unknown
  location?: string
  headers?: Readonly<Record<string, string>>
  /** The version of the entity in the body. */
  version?: number
  /** The tag of the body, where it is known without the body. */
  etag?: string
  /** The body as it was sent before, or the key under which it is kept for the next request. */
  kept?: Buffer | string
  /** True for the stored response to an earlier request with the same idempotency key. */
  isReplayed?: boolean
}

/** Calls an operation and builds its response, for every kind of route. */
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
      // Within the transaction that stores the response, if there is one.
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
    /** For a status that depends on the result: the other one, and when it applies. */
    otherStatus?: { status: number; when: (result: Result) => boolean }
    /** The URL of the created resource. */
    location?: (result: Result, view: View) => string
    deprecation?: Deprecation<Result, View>
    /** The tag of a body that follows from the result alone: a client that has it gets 304, and the body is not built. */
    etag?: (result: Result) => string | undefined
    /** True if a body of the same tag is the same for all callers with the same scopes, so that it can be kept for them. */
    isShared?: boolean
  },
): Route {
  const { status = 200, otherStatus } = options
  return {
    method,
    path,
    operation: operation as unknown as AnyOperation,
    status,
    otherStatus: otherStatus?.status,
    summary: options.summary,
    response: options.response,
    fixed: options.fixed ?? {},
    isList: false,
    hasLocation: options.location !== undefined,
    bodyLimit: options.bodyLimit,
    upload: options.upload,
    rest: options.rest,
    isDeprecated: options.deprecation !== undefined,
    serve: (_caller, input, _page, context) =>
      served(operation, input, context, async (result, view) => {
        const etag = options.etag?.(result)
        if (etag !== undefined && view.hasTag(etag)) return { status: 304, etag }
        const key =
          etag !== undefined && options.isShared ? responseKeyOf(path, etag, input, view) : undefined
        const kept = key === undefined ? undefined : view.bodies.get(key)
        if (etag !== undefined && kept) return { status, etag, kept }
        const body = await options.present(result, view)
        const version = versionOf(result)
        return {
          status: otherStatus?.when(result) ? otherStatus.status : status,
          body,
          ...(etag === undefined ? {} : { etag }),
          ...(key === undefined ? {} : { kept: key }),
          ...(version === undefined ? {} : { version }),
          ...(options.location ? { location: options.location(result, view) } : {}),
          ...(options.deprecation ? { headers: deprecationHeaders(options.deprecation, result, view) } : {}),
        }
      }),
  }
}

/** What the body of a shared response depends on: its tag, its request, and what the token may read. */
const responseKeyOf = (path: string, etag: string, input: unknown, { caller, format }: View): string =>
  JSON.stringify([path, etag, format, input, caller.viewer?.scopes])

/** Binds an operation whose response has a status and no body. */
function emptyRoute<Input extends z.ZodType, Subject, Result>(
  method: Method,
  path: string,
  operation: Operation<Input, Subject, Result>,
  options: Common & { status: number; statusOf: (result: Result) => number },
): Route {
  return {
    method,
    path,
    operation: operation as unknown as AnyOperation,
    status: options.status,
    summary: options.summary,
    fixed: options.fixed ?? {},
    isList: false,
    serve: (_caller, input, _page, view) =>
      served(operation, input, view, (result) => ({ status: options.statusOf(result) })),
  }
}

/** Binds an operation that returns 204, or another status, without a body. */
export const silentRoute = <Input extends z.ZodType, Subject, Result>(
  method: Method,
  path: string,
  operation: Operation<Input, Subject, Result>,
  { status = 204, ...options }: Common & { status?: number },
): Route => emptyRoute(method, path, operation, { ...options, status, statusOf: () => status })

/** Binds a deletion: 205 when something was removed, 204 when it was already gone. */
export const deletion = <Input extends z.ZodType, Subject>(
  path: string,
  operation: Operation<Input, Subject, { existed: boolean }>,
  options: Common,
): Route =>
  emptyRoute('DELETE', path, operation, {
    ...options,
    status: 205,
    statusOf: ({ existed }) => (existed ? 205 : 204),
  })

/** Values about a whole list, in addition to one page of its items. */
interface ListExtras<Parent> {
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
    /** Fields of the envelope in addition to its items. */
    extras?: ListExtras<Parent>
    /** A log also accepts its cursor as `after`, the name that subscriptions use. */
    isLog?: boolean
  },
): Route {
  return {
    method: 'GET',
    path,
    operation: operation as unknown as AnyListOperation,
    status: 200,
    summary: options.summary,
    response: envelopeOf(options.item, options.extras?.shape),
    fixed: options.fixed ?? {},
    isList: true,
    isLog: options.isLog,
    serve: async (caller, input, query, view) => {
      const {
        page,
        parent,
        input: accepted,
      } = await caller.list(
        operation,
        input,
        parsePage(options.isLog ? afterAsPage(query as LogQuery) : query),
      )
      const [items, extras] = await Promise.all([
        options.present(page.rows, view, parent, accepted),
        options.extras?.present(parent, view),
      ])
      return { status: 200, body: { ...envelope(page, items), ...extras } }
    },
  }
}
