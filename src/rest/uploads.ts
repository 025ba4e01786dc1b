import { setImmediate as turn } from 'node:timers/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'

/** The maximum number of files in a form, and of bytes in all of them together. */
export interface UploadLimits {
  files: number
  bytes: number
}

const MAX_FIELDS = 20
/** Fields other than files are not read. */
const MAX_FIELD_BYTES = 4 * 1024
/** The size of a form besides its files: boundaries, headers and fields. */
const FRAME_BYTES = 256 * 1024

/** Lets a scope read forms with files, which no other route accepts. */
export async function readUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: true })
}

/** The files of a form, each with its name and bytes. */
export async function filesOf(
  request: FastifyRequest,
  limits: UploadLimits,
): Promise<{ name: string; bytes: Buffer }[]> {
  if (!request.isMultipart()) {
    throw new DomainError(
      'unsupported_media_type',
      'Unsupported media type. Send a form with files: "multipart/form-data".',
    )
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes + FRAME_BYTES) throw tooLarge(limits)
  const files: { name: string; bytes: Buffer }[] = []
  let left = limits.bytes
  try {
    const parts = request.files({
      limits: {
        fileSize: limits.bytes,
        files: limits.files,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        parts: limits.files + MAX_FIELDS,
      },
    })
    for await (const part of untilBodyEnds(request, parts)) {
      const chunks: Buffer[] = []
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        left -= chunk.length
        if (left < 0) throw tooLarge(limits)
        chunks.push(chunk)
      }
      if (part.file.truncated) throw tooLarge(limits)
      files.push({ name: part.filename, bytes: Buffer.concat(chunks) })
    }
  } catch (error) {
    throw uploadFailure(error, limits)
  }
  return files
}

const BODY_ENDED = Symbol('the body ended')
/**
 * How often the parser may run again after the body ended. It needs one time; it never waits for input or
 * output.
 */
const LAST_TURNS = 5

/**
 * The parts of a form. The parser does not report a body that ends inside the headers of a part: the
 * request would wait until the connection is closed, so a part that is missing when the whole body was
 * parsed is an error.
 */
async function* untilBodyEnds(
  { raw }: FastifyRequest,
  parts: AsyncIterableIterator<MultipartFile>,
): AsyncGenerator<MultipartFile> {
  const ended = new Promise<void>((resolve) => {
    if (raw.readableEnded) resolve()
    else raw.once('end', resolve)
  })
  const lastTurns = async () => {
    await ended
    for (let n = 0; n < LAST_TURNS; n++) await turn()
    return BODY_ENDED
  }
  for (;;) {
    const next = await Promise.race([parts.next(), lastTurns()])
    if (typeof next === 'symbol') {
      throw new DomainError(
        'invalid_input',
        'The form ends inside the headers of a part. Send an empty line after the headers of each part.',
      )
    }
    if (next.done) return
    yield next.value
  }
}

const tooLarge = ({ files, bytes }: UploadLimits) =>
  new DomainError(
    'payload_too_large',
    `The form is too large: at most ${files} files with ${bytes / 1024 / 1024} MiB together are allowed.`,
  )

function uploadFailure(error: unknown, limits: UploadLimits): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return tooLarge(limits)
  }
  if (typeof code === 'string' && code.startsWith('FST_')) {
    return new DomainError(
      'invalid_input',
      'The body is not a valid form. Send "multipart/form-data" with a boundary.',
    )
  }
  // Any other error while a form is read is caused by the form, such as a body that ends too early.
  return error instanceof DomainError
    ? error
    : new DomainError(
        'invalid_input',
        'The body is not a valid form. Send "multipart/form-data" with a boundary.',
      )
}
