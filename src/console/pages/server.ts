import { Failure } from './failure.ts'
import { texts } from './texts/index.ts'

interface ErrorBody {
  error?: { message?: string; reason?: string }
  errors?: { message: string; extensions?: { code?: string } }[]
  data?: unknown
}

/** Asks the person to prove again who they are. Rejects if they do not. */
type Prove = () => Promise<void>

let prove: Prove | undefined

/** Says how a person proves again who they are, for requests that the server accepts only then. */
export function whenProofIsRequired(how: Prove): void {
  prove = how
}

/** Sends a request as a page of this server: with this header alone the cookie of the session counts. */
async function send(path: string, init: RequestInit): Promise<ErrorBody> {
  const response = await fetch(path, {
    ...init,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-quire-console': '1' },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => {
    throw new Failure(texts.problems.offline, 'unreachable')
  })
  const answer = (await response.json().catch(() => ({}))) as ErrorBody
  const [first] = answer.errors ?? []
  if (first) throw new Failure(first.message, first.extensions?.code?.toLowerCase() ?? '')
  if (response.ok) return answer
  throw new Failure(
    answer.error?.message ?? texts.problems.status(response.status),
    answer.error?.reason ?? '',
  )
}

async function post(path: string, body: object): Promise<ErrorBody> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  try {
    return await send(path, init)
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'reauthentication_required' || !prove) throw error
    await prove()
    return send(path, init)
  }
}

/** Calls an endpoint below `/app/~auth/`. */
export const callAuth = async <Result = unknown>(path: string, body: object = {}): Promise<Result> =>
  (await post(`/app/~auth/${path}`, body)) as Result

/** The same for an endpoint that only reads. */
export const readAuth = async <Result>(path: string): Promise<Result> =>
  (await send(`/app/~auth/${path}`, { method: 'GET' })) as Result

/** Executes a GraphQL operation as the person who is signed in. */
export const execute = async <Result>(query: string, variables: object = {}): Promise<Result> =>
  (await post('/graphql', { query, variables })).data as Result
