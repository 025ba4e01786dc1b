import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import type { Caller } from '../core/operations/caller.ts'
import type { SignsOfLife } from '../core/signs/signs-of-life.ts'
import type { Urls } from '../http/urls.ts'

/** The context of resolvers. Yoga copies this object, so everything with methods is a property of it. */
export interface GraphQLContext {
  readonly caller: Caller
  readonly urls: Urls
  readonly feed: Feed
  readonly userFeed: UserFeed
  readonly signs: SignsOfLife
  readonly requestId: string
  readonly traceId?: string | undefined
  /** Charges the caller's budget, or throws rate_limited. */
  readonly charge: (points: number) => Promise<void>
  /** Ends the span of an operation on a WebSocket. */
  readonly end?: (() => void) | undefined
}
