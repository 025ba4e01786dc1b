import { type Credentials, identityOf, jsonOf, restError, send } from './http.ts'
import { type UploadOptions, uploadForm } from './upload.ts'

export interface RestOptions extends Credentials {
  /** The address of the REST API, such as `https://docs.example.com/v1`. */
  url: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Query = Record<string, string | number | boolean | undefined>

export interface RestRequest {
  query?: Query
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
  /**
   * A request that is sent again with the same key is done once. A POST without one gets a random key, which helps only if
   * somebody between sends it twice.
   */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** An answer of a list of the REST API. */
export interface RestPage<Item> {
  items: Item[]
  count: number
  next?: { page: string }
}

export interface Rest {
  /** Sends a request and returns the body of the answer, or null where it has none. Rejects with a `RequestError`. */
  request<Body>(method: Method, path: string, options?: RestRequest): Promise<Body>
  /** All items of a list. The next page is read when the last item of one was taken. */
  list<Item>(path: string, options?: Pick<RestRequest, 'query' | 'signal'>): AsyncGenerator<Item, void>
  /** Sends files as a form, and reports what has been sent. */
  upload<Body>(path: string, options: UploadOptions): Promise<Body>
}

/** The REST API. Paths are those of the reference, such as `/spaces/spc_…/comments`. */
export function createRest({ url, token }: RestOptions): Rest {
  async function request<Body>(method: Method, path: string, options: RestRequest = {}): Promise<Body> {
    const { query = {}, body, headers = {}, signal, idempotencyKey } = options
    const key = idempotencyKey ?? (method === 'POST' ? crypto.randomUUID() : undefined)
    const sent = (await token?.()) ?? ''
    const response = await send(addressOf(url, path, query), sent, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ?? null,
    })
    const answer = await jsonOf(response)
    if (!response.ok) throw restError(response, answer, sent)
    return (answer ?? null) as Body
  }

  return {
    request,
    async *list<Item>(path: string, { query = {}, signal }: Pick<RestRequest, 'query' | 'signal'> = {}) {
      let page: string | undefined
      do {
        const given = page === undefined ? query : { ...query, page }
        const options = { query: given, ...(signal ? { signal } : {}) }
        const answer = await request<RestPage<Item>>('GET', path, options)
        yield* answer.items
        page = answer.next?.page
      } while (page !== undefined)
    },
    upload: async (path, options) => {
      const sent = (await token?.()) ?? ''
      const headers = {
        ...identityOf(sent),
        accept: 'application/json',
        'idempotency-key': options.idempotencyKey ?? crypto.randomUUID(),
      }
      return uploadForm(addressOf(url, path, options.query ?? {}), headers, sent, options)
    },
  }
}

function addressOf(url: string, path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? `${url}${path}` : `${url}${path}?${text}`
}
