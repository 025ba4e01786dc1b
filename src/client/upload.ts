import { RequestError } from './errors.ts'
import { restError } from './http.ts'

export interface UploadOptions {
  /** Each with its name. */
  files: readonly { name: string; content: Blob }[]
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  query?: Record<string, string | number | boolean | undefined>
  /** Repeated with the same key, the files are stored once. */
  idempotencyKey?: string
}

const CHUNK_BYTES = 64 * 1024

/** Sends files as a form. Browsers and Node report progress in different ways. */
export function uploadForm<Body>(
  url: string,
  headers: Record<string, string>,
  token: string,
  options: UploadOptions,
): Promise<Body> {
  const form = new FormData()
  for (const { name, content } of options.files) form.append('file', content, name)
  return typeof XMLHttpRequest === 'undefined'
    ? sendStream(url, headers, token, form, options)
    : sendForm(url, headers, token, form, options)
}

/** `fetch` of browsers does not report the progress of what it sends. */
function sendForm<Body>(
  url: string,
  headers: Record<string, string>,
  token: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(unreachable(token))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      if (request.status < 300) return resolve(request.response as Body)
      const names = { get: (name: string) => request.getResponseHeader(name) }
      reject(restError({ status: request.status, headers: names as Headers }, request.response, token))
    }
    if (signal?.aborted) return request.onabort?.(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** Node sends a stream, and takes from it what it can send. */
async function sendStream<Body>(
  url: string,
  headers: Record<string, string>,
  token: string,
  form: FormData,
  { onProgress, signal = undefined }: UploadOptions,
): Promise<Body> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === bytes.length) return controller.close()
      const chunk = bytes.subarray(sent, sent + CHUNK_BYTES)
      sent += chunk.length
      onProgress?.(sent / bytes.length)
      controller.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': String(bytes.length) },
    body,
    duplex: 'half',
    signal: signal ?? null,
  }
  const response = await fetch(url, init).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable(token)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw restError(response, answer, token)
  return answer as Body
}

const unreachable = (token: string) =>
  new RequestError('CONNECTION_LOST', 'The server cannot be reached.', { token })
