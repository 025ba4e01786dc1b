import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'

/** How many files a form may have, and how many bytes each of them. */
export interface UploadLimits {
  files: number
  bytes: number
}

const MAX_FIELDS = 20

/** Lets a scope read forms with files, which nothing else does. */
export async function readUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: true })
}

/** The files of a form, each with its name and bytes. */
export async function filesOf(
  request: FastifyRequest,
  limits: UploadLimits,
): Promise<{ name: string; bytes: Buffer }[]> {
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', 'Send a form with files: "multipart/form-data".')
  }
  const files: { name: string; bytes: Buffer }[] = []
  try {
    const parts = request.files({
      limits: {
        fileSize: limits.bytes,
        files: limits.files,
        fields: MAX_FIELDS,
        parts: limits.files + MAX_FIELDS,
      },
    })
    for await (const part of parts) {
      files.push({ name: part.filename, bytes: await part.toBuffer() })
    }
  } catch (error) {
    throw uploadFailure(error, limits)
  }
  return files
}

function uploadFailure(error: unknown, { files }: UploadLimits): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new DomainError('payload_too_large', `Send at most ${files} files, each within the size limit.`)
  }
  if (typeof code === 'string' && code.startsWith('FST_')) {
    return new DomainError('invalid_input', 'This form cannot be read.')
  }
  // Whatever else goes wrong while a form is read comes from the form, such as one that ends too early.
  return error instanceof DomainError ? error : new DomainError('invalid_input', 'This form cannot be read.')
}
