import { RequestError } from '../relay/request-error.ts'
import { SESSION_HEADERS } from '../relay/send.ts'

interface Upload {
  /** Below `/v1`, such as `/spaces/spc_…/content/files`. */
  path: string
  file: File
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** A file as the server has stored it. */
export interface UploadedFile {
  id: string
  name: string
}

/** Uploads a file by REST: GraphQL takes no files. Repeated with the same key, it is stored once. */
export function upload({ path, file, onProgress, signal }: Upload): Promise<readonly UploadedFile[]> {
  return new Promise((resolve, reject) => {
    // fetch does not report the progress of what it sends.
    const request = new XMLHttpRequest()
    // Without it, an upload into a change request is answered with the change request.
    request.open('POST', `/v1${path}?compat=false`)
    for (const [name, value] of Object.entries(SESSION_HEADERS)) request.setRequestHeader(name, value)
    request.setRequestHeader('idempotency-key', crypto.randomUUID())
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new RequestError('UNREACHABLE', 'The server cannot be reached.'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      if (request.status < 300) resolve(filesOf(request))
      else reject(failureOf(request))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

const filesOf = ({ response }: XMLHttpRequest): readonly UploadedFile[] =>
  (response as { insertedFiles?: UploadedFile[] } | null)?.insertedFiles ?? []

function failureOf({ response, status }: XMLHttpRequest): RequestError {
  const { error } = (response ?? {}) as { error?: { message?: string } }
  return new RequestError(String(status), error?.message ?? `The server answered with the status ${status}.`)
}
