import type { Database } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import type { WorkOrigin } from '../../platform/observing/origin.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { StoredBytes } from '../../platform/stored-bytes.ts'
import type { ByteCache } from '../byte-cache.ts'
import type { LocalTools } from './context.ts'

/** A request for a part of published content. */
export interface WebRequest {
  /** The address that the browser has: origin and path as they were sent, without the query. */
  readonly origin: string
  readonly path: string
  readonly query: URLSearchParams
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  /** What statements are sent for, in metrics and traces. */
  readonly source: WorkOrigin
  /** The JSON that a page has sent, for routes that receive some. It is not validated yet. */
  readonly received?: unknown
  /** Charges points to the address of the client, in addition to the request itself. */
  charge(points: number): void
}

/** Who can keep a response: everyone, as all readers get the same; the reader alone; or no one. */
export type Keeping = 'everyone' | 'reader' | 'no one'

/** A response to a reader. The web layer adds tags, compression and security headers. */
export interface WebAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Absent for a redirect. */
  readonly body?: { readonly type: string; readonly content: string | Uint8Array }
  /** Bytes that are sent while they are read, instead of a body. */
  readonly stream?: { readonly bytes: StoredBytes; readonly tag: string } | AsyncIterable<string>
  readonly keeping: Keeping
  /** The origins of other services whose frames readers can open on a page. */
  readonly frameOrigins?: readonly string[]
  /** The origins of other services that scripts of a page send requests to. */
  readonly connectOrigins?: readonly string[]
  /** True for a response whose path contains the hash of its content. */
  readonly isImmutable?: boolean
}

/** A reader who was admitted to published content, as far as the web layer knows them. */
export interface Visit {
  /** The path within what they were admitted to, decoded. */
  readonly segments: readonly string[]
  /** Identifies everything that responses to this reader are made of, besides path and query. */
  readonly key: string
  /** Cookies to set with the response. */
  readonly cookies: readonly string[]
  readonly keeping: Keeping
  /** True if the address contains a secret, so that it must not be sent to other origins. */
  readonly hasSecret: boolean
  /** The scripts that pages load, and the policies that they need. */
  readonly scripts: readonly { readonly policy: string | null }[]
}

export interface WebRoute<Reader extends Visit = Visit> {
  readonly name: string
  /** Whether the route serves a path. The first that does serves it. */
  readonly matches: (segments: readonly string[], request: WebRequest) => boolean
  readonly serve: (visit: Reader, request: WebRequest) => Promise<WebAnswer>
  /** Whether the response depends on nothing besides `key`, path and form, so that it can be served again. */
  readonly isRepeatable: boolean
  /** For a route to which pages send JSON with POST: its maximum size in bytes. All others are read with GET. */
  readonly receives?: number
  /** The form of the response that a client prefers, such as its format. Empty if absent. */
  readonly formOf?: (request: WebRequest) => string
}

/** How the published content of a module is served. */
export interface WebContent<Reader extends Visit = Visit> {
  /** Finds what a request is for and admits the reader, or returns the response that leads there. */
  enter(request: WebRequest): Promise<Reader | WebAnswer>
  /** The reader of an equal request without query and cookies, while nothing has to be read again to admit them. */
  known(origin: string, path: string): Reader | undefined
  readonly routes: readonly WebRoute<Reader>[]
  readonly hosting: WebHosting
  /** The page for a failure. The reader is null if none was admitted. */
  problem(failure: Error & { status: number }, request: WebRequest, visit: Reader | null): Promise<WebAnswer>
  /** The page for a failure at an address where nothing is published, such as one of the APIs. */
  nowhere(status: number, path: string): Promise<WebAnswer>
  /** Whether something is published at this host. `beforeLookup` runs before a host is looked up that this node does not know. */
  isServedAt(host: string, beforeLookup: () => Promise<void>): Promise<boolean>
  /** Something of an organization has changed. */
  forget(organizationId: string): void
  /** Writes what is still in memory. */
  close(): Promise<void>
  /** What the operator should know about the addresses of published content, in one sentence; null if there is nothing. */
  advice(): Promise<string | null>
}

/** Where a server shows published content. */
export interface WebHosting {
  /** The URL that addresses by path begin with. */
  base(): string
  /** The origin of a generated host; null if the host is not one. */
  originAt(host: string): string | null
  /** Whether a host is below the pattern for hosts. Nothing else is served there. */
  isBelowPattern(host: string): boolean
}

export interface WebOptions {
  readonly database: Database
  readonly files: ObjectStore | null
  readonly now: () => Date
  readonly tools: LocalTools
  readonly cache: ByteCache
  /** The only client for URLs that pages contain. */
  readonly outbound: Outbound
  /** The size of the cache of images that it has fetched. */
  readonly imageCacheBytes: number
  /** Whether published content has an origin that the API does not have: only there, its scripts can run. */
  readonly isApart: boolean
  /** A URL of this server that works without a token for a limited time. */
  readonly signed: (path: string, lifetimeMs: number, stepMs?: number) => string
}

/** A file of the reference of the REST API, as a browser loads it. */
export interface ReferenceFile {
  readonly status: 200 | 404
  readonly type: string
  readonly body: string | Uint8Array
  /** Whether its address changes with its content. */
  readonly isImmutable: boolean
  /** Headers besides those of all files, for a request to an origin. */
  readonly headers?: (origin: string) => Readonly<Record<string, string>>
}

/** Where the reference of the REST API is served. */
export const REFERENCE = '/docs'

/** The reference of the REST API as pages. */
export interface Reference {
  /** The file at a path below that of the reference. Null if there is none that a program would read. */
  open(path: string): Promise<ReferenceFile | null>
  /** The page for a path that has none. */
  nothing(path: string): ReferenceFile
  /** The operations that match, as a page or as JSON. */
  search(query: string, form: 'html' | 'json'): ReferenceFile
}

export interface ReferenceOptions {
  /** Where the reference is served, such as `/docs`. */
  readonly base: string
  /** The OpenAPI document. */
  readonly document: object
  /** The public URL of this server, for examples. */
  readonly origin: string
  /** Other documentation of the server. */
  readonly links: readonly { title: string; href: string }[]
  readonly guides: readonly { title: string; href: string }[]
}
