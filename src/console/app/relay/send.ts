import { type Reason, signInAgain } from '../sign-in/sign-in-again.ts'
import { noteAnswer } from './answered.ts'
import { BUILD_HEADER, isOtherBuild, noteBuild } from './build.ts'
import { RequestError } from './request-error.ts'

export interface Answer {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: Record<string, unknown> & { code?: string } }[]
}

/** Sent with every request: with it alone the cookie of the session counts. */
export const SESSION_HEADERS = { 'x-quire-console': '1' } as const

const PAUSES_MS = [250, 1_000, 3_000]
/** What a later attempt can change. A mutation carries a key by which the server recognizes it. */
const RETRIED: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE'])

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

/** Sends a GraphQL document. Signs in again over the page where the session has ended, and repeats what did not get through. */
export async function send(body: object, isKept = false): Promise<Answer> {
  const text = JSON.stringify(body)
  const keepalive = isKept && new Blob([text]).size <= MAX_KEPT_BYTES
  let attempt = 0
  let hasSignedIn = false
  for (;;) {
    try {
      return await sendOnce(text, keepalive)
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

async function sendOnce(body: string, keepalive: boolean): Promise<Answer> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...SESSION_HEADERS },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    body,
    keepalive,
  }).catch(() => {
    throw new RequestError('UNREACHABLE', 'The server cannot be reached.')
  })
  noteBuild(response.headers.get(BUILD_HEADER))
  const requestId = response.headers.get('x-request-id') ?? undefined
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN) || undefined
  const answer = (await response.json().catch(() => ({}))) as Answer
  const [error] = answer.errors ?? []
  // Where a part of the answer failed, the parts that can be null are, and the rest is shown.
  if (hasData(answer)) {
    noteAnswer()
    return answer
  }
  if (error) {
    const extensions = error.extensions ?? {}
    throw new RequestError(extensions.code ?? 'INTERNAL', error.message, {
      requestId,
      retryAfter,
      extensions,
    })
  }
  const code = response.status === 503 || response.status === 502 ? 'UNAVAILABLE' : 'INTERNAL'
  throw new RequestError(code, `The server answered with the status ${response.status}.`, {
    requestId,
    retryAfter,
  })
}

/** Asks the server whether it has another build of the console than this page. Fails where it cannot be reached. */
export async function isBuildOutdated(): Promise<boolean> {
  const response = await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).catch(() => {
    throw new RequestError('UNREACHABLE', 'The server cannot be reached.')
  })
  if (response.status >= 500) throw new RequestError('UNAVAILABLE', 'The server is not available.')
  const build = response.headers.get(BUILD_HEADER)
  noteBuild(build)
  return isOtherBuild(build)
}

const hasData = ({ data, errors }: Answer): boolean =>
  Boolean(data) && (!errors || Object.values(data ?? {}).some((value) => value !== null))
