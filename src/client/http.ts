import { type ErrorDetail, errorCodeOf, RequestError } from './errors.ts'

export interface Credentials {
  /**
   * Called for every request and every new connection, so that it can return a renewed token. Without it, the person counts who is
   * signed in at this server in this browser: only pages of the server itself can do that.
   */
  token?: (() => string | Promise<string>) | undefined
}

/** With it, and without a token, the cookie of the session counts. Pages of other sites cannot send it. */
const SESSION_HEADERS = { 'x-quire-console': '1' } as const

export const identityOf = (token: string): Record<string, string> =>
  token === '' ? SESSION_HEADERS : { authorization: `Bearer ${token}` }

/** Sends a request. Rejects with CONNECTION_LOST if no answer arrives, and as `fetch` does if it was aborted. */
export async function send(url: string, token: string, init: RequestInit): Promise<Response> {
  const headers = { accept: 'application/json', ...identityOf(token), ...(init.headers as object) }
  try {
    return await fetch(url, { cache: 'no-store', redirect: 'error', ...init, headers })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new RequestError('CONNECTION_LOST', 'The server cannot be reached.', { token })
  }
}

/** The body of an answer in JSON. Undefined where it has none, or another one, such as the page of a proxy. */
export const jsonOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** What the headers of an answer say of a failure. */
export const factsOf = ({ headers, status }: Pick<Response, 'headers' | 'status'>, token: string) => ({
  status,
  token,
  requestId: headers.get('x-request-id') ?? undefined,
  retryAfter: Number(headers.get('retry-after') ?? Number.NaN) || undefined,
})

/** The error that an answer of the REST API describes. */
export function restError(
  answer: Pick<Response, 'headers' | 'status'>,
  body: unknown,
  token: string,
): RequestError {
  const { error } = (body ?? {}) as {
    error?: { reason?: string; message?: string; details?: ErrorDetail[] }
  }
  const code = errorCodeOf(error?.reason?.toUpperCase(), answer.status)
  const message = error?.message ?? `The server answered with the status ${answer.status}.`
  return new RequestError(code, message, { ...factsOf(answer, token), details: error?.details })
}
