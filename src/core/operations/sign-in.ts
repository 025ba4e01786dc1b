import type { z } from 'zod'
import type { Database } from '../../platform/database.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Caller } from './caller.ts'
import type { Tools } from './context.ts'

export interface SignInOptions {
  readonly database: Database
  readonly now: () => Date
  readonly tools: Tools
  /** Logs a problem that only an operator can solve. It must contain no secret and no text of others. */
  readonly report: (problem: object, message: string) => void
}

/** A request of a browser in which somebody signs in. */
export interface SignInRequest {
  /** Who is signed in already; null for nobody. */
  readonly viewer: Viewer | null
  readonly method: 'GET' | 'POST'
  /** Calls operations as a user who has proved who they are. */
  readonly callerFor: (viewer: Viewer) => Caller
  readonly address: string
  /** The addresses that are counted as one: those of a home or a company can be many. */
  readonly network: string
  /** The header User-Agent. */
  readonly browser: string
  /** The host name that the browser shows. */
  readonly hostname: string
  /** The origin that the browser shows, such as `https://quire.example.com`. */
  readonly origin: string
  /** Languages that the browser prefers, the first one first. */
  readonly languages: readonly string[]
  /** The secret by which a browser is recognized in which somebody has signed in before. */
  readonly knownBrowser: string | undefined
  /** The secret that a browser keeps between the parts of a sign-in at a provider. */
  readonly pending: string | undefined
}

/** What a browser is given. Secrets are in cookies only; null removes one. */
export interface SignInAnswer {
  readonly status?: number
  readonly body: object
  /** A page of HTML instead of the body, for endpoints with a page. */
  readonly page?: string
  /** Where a browser goes next, for endpoints that a browser opens. */
  readonly redirect?: string
  readonly session?: { readonly secret: string; readonly expiresAt: Date } | null
  readonly knownBrowser?: string
  readonly pending?: string | null
}

/** One endpoint below `/app/~auth/`. */
export interface SignInEndpoint<Input extends z.ZodType = z.ZodType> {
  /** POST unless a browser opens it. */
  readonly method?: 'GET'
  /** Whether other servers call it, with a form. No browser does, and no cookie counts. */
  readonly isForServers?: true
  /** Whether a browser can open it as well, at the same address. The query is then part of the input. */
  readonly hasPage?: true
  readonly input: Input
  readonly run: (input: z.output<Input>, request: SignInRequest) => Promise<SignInAnswer>
}

/** How people sign in, and what they can do without: endpoints by their path below `/app/~auth/`. */
export interface SignIn {
  readonly endpoints: Readonly<Record<string, SignInEndpoint>>
}

/** Declares an endpoint with the type of its input. */
export const signInEndpoint = <Input extends z.ZodType>(endpoint: SignInEndpoint<Input>): SignInEndpoint =>
  endpoint as unknown as SignInEndpoint
