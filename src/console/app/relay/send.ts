import type { RelayDocument } from '../../../client/document.ts'
import { execute } from '../../../client/execute.ts'
import type { Result } from '../../../client/result.ts'
import { type Reason, signInAgain } from '../sign-in/sign-in-again.ts'
import { noteAnswer } from './answered.ts'
import { BUILD_HEADER, isOtherBuild, noteBuild } from './build.ts'
import { RequestError } from './request-error.ts'

const PAUSES_MS = [250, 1_000, 3_000]
/** What a later attempt can change. A mutation carries a key by which the server recognizes it. */
const RETRIED: ReadonlySet<string> = new Set(['CONNECTION_LOST', 'UNAVAILABLE'])

/** What the person can solve by signing in. */
const SIGN_IN_REASONS: Readonly<Record<string, Reason>> = {
  UNAUTHENTICATED: 'ended',
  REAUTHENTICATION_REQUIRED: 'confirm',
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** For `cacheConfig.metadata` of a mutation that has to arrive also if the tab is closed meanwhile. */
export const KEPT = { isKept: true } as const

/** Browsers send at most 64 kB after a tab was closed, all requests together. */
const MAX_KEPT_BYTES = 60_000

/** The address, and what the headers of answers tell. */
const server = {
  url: '/graphql',
  onResponse: ({ headers }: Response) => noteBuild(headers.get(BUILD_HEADER)),
}

/** Sends a GraphQL document. Signs in again over the page where the session has ended, and repeats what did not get through. */
export async function send(document: RelayDocument, variables: object, isKept = false): Promise<Result> {
  let attempt = 0
  let hasSignedIn = false
  for (;;) {
    try {
      const maxKeptBytes = isKept ? MAX_KEPT_BYTES : 0
      const { result } = await execute<Record<string, unknown>>(server, document, variables, { maxKeptBytes })
      noteAnswer()
      return result
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const reason = SIGN_IN_REASONS[error.code]
      const wait = PAUSES_MS[attempt]
      if (reason !== undefined && !hasSignedIn) {
        await signInAgain(reason)
        hasSignedIn = true
      } else if (RETRIED.has(error.code) && wait !== undefined && navigator.onLine) {
        await pause(wait)
        attempt++
      } else throw error
    }
  }
}

/** Asks the server whether it has another build of the console than this page. Fails where it cannot be reached. */
export async function isBuildOutdated(): Promise<boolean> {
  const response = await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).catch(() => {
    throw new RequestError('CONNECTION_LOST', 'The server cannot be reached.')
  })
  if (response.status >= 500) throw new RequestError('UNAVAILABLE', 'The server is not available.')
  const build = response.headers.get(BUILD_HEADER)
  noteBuild(build)
  return isOtherBuild(build)
}
