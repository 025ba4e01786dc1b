import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'

const MAX_FILES = 20
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Lets a scope read forms with files, which nothing else does. */
export async function readUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: MAX_FILES, fields: 20, parts: MAX_FILES + 20 },
    throwFileSizeLimit: true,
  })
}

/** The files of a form, each with its name and bytes. */
export async function filesOf(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }[]> {
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', 'Send a form with files: "multipart/form-data".')
  }
  const files: { name: string; bytes: Buffer }[] = []
  try {
    for await (const part of request.files()) {
      files.push({ name: part.filename, bytes: await part.toBuffer() })
    }
  } catch (error) {
    throw uploadFailure(error)
  }
  return files
}

function uploadFailure(error: unknown): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new DomainError(
      'payload_too_large',
      `Send at most ${MAX_FILES} files, each within the size limit.`,
    )
  }
  if (typeof code === 'string' && code.startsWith('FST_')) {
    return new DomainError('invalid_input', 'This form cannot be read.')
  }
  // Whatever else goes wrong while a form is read comes from the form, such as one that ends too early.
  return error instanceof DomainError ? error : new DomainError('invalid_input', 'This form cannot be read.')
}
