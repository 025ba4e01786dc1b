import { createRest } from '../../../client/rest.ts'

const rest = createRest({ url: '/v1' })

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
export async function upload({ path, ...rest }: Upload): Promise<readonly UploadedFile[]> {
  // Without it, an upload into a change request is answered with the change request.
  const answer = await sendFile<{ insertedFiles?: UploadedFile[] }>({ path: `${path}?compat=false`, ...rest })
  return answer?.insertedFiles ?? []
}

/** Sends a form with a file, and returns the body of the answer. */
export const sendFile = <Body>({ path, file, onProgress, signal }: Upload): Promise<Body | null> =>
  rest.upload<Body | null>(path, { files: [{ name: file.name, content: file }], onProgress, signal })
