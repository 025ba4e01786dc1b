import { z } from 'zod'
import { MAX_FILE_BYTES } from '../../../core/files/inspect-upload.ts'
import { type Route, route, type View } from '../../../rest/route.ts'
import { RestChangeRequest, toRestChangeRequest } from '../../change-requests/index.ts'
import { type ChangeResult, MAX_FILES } from '../../content-changes/index.ts'
import { type ChangedContent, changeContent, uploadFiles } from '../changes.service.ts'
import { pageUrl } from '../content.urls.ts'
import { type Content, contentAfter } from '../content-scope.ts'
import { RestFile, toRestFile } from '../pages.rest.ts'

/** JSON is parsed on the main thread. Larger files are uploaded as form data, and larger texts in several batches. */
export const CHANGES_BYTES = 4 * 1024 * 1024
const FORM_BYTES = 32 * 1024 * 1024

const RestChangeResult = z
  .object({
    object: z.string(),
    ref: z.string().optional(),
    merged: z
      .literal(true)
      .optional()
      .meta({
        description:
          'The text was merged with what others saved since the expected revision: it is not the text of the request. ' +
          'Read it again.',
      }),
    page: z
      .union([
        z.string(),
        z.object({ object: z.literal('page'), id: z.string(), urls: z.object({ location: z.string() }) }),
      ])
      .optional(),
    name: z.string().optional(),
    file: z.string().optional(),
    reusableContent: z.string().optional(),
  })
  .meta({ id: 'ContentChangeResult' })

const RestChanged = z
  .union([
    RestChangeRequest,
    z.object({
      changeRequest: RestChangeRequest.optional(),
      revision: z.string(),
      changes: z.array(RestChangeResult),
      insertedFiles: z.array(RestFile),
    }),
  ])
  .meta({ id: 'ChangedContent' })

function toRestResult(result: ChangeResult, content: Content, view: View): z.input<typeof RestChangeResult> {
  switch (result.kind) {
    case 'created_page':
    case 'updated_page':
      return {
        object: result.kind,
        ref: result.ref,
        merged: result.isMerged,
        page: {
          object: 'page',
          id: result.id,
          urls: {
            location: pageUrl(view.urls, content.spaceId, content.changeRequest?.id ?? null, result.id),
          },
        },
      }
    case 'deleted_page':
      return { object: result.kind, page: result.id }
    case 'variable':
      return { object: 'set_variable', name: result.name }
    case 'created_file':
    case 'updated_file':
    case 'deleted_file':
      return { object: result.kind, ref: result.ref, file: result.id }
    default:
      return {
        object: result.kind,
        ref: result.ref,
        merged: result.isMerged,
        reusableContent: result.id,
      }
  }
}

async function presentChanged(
  { results, compat, ...written }: ChangedContent,
  view: View,
): Promise<z.input<typeof RestChanged>> {
  const content = await view.caller.load(contentAfter, written)
  const { changeRequest } = content
  const changed = changeRequest && toRestChangeRequest(changeRequest, view)
  if (compat && changed) return changed
  return {
    ...(changed ? { changeRequest: changed } : {}),
    revision: content.revision.id,
    changes: results.map((result) => toRestResult(result, content, view)),
    insertedFiles: results.flatMap((result) =>
      result.kind === 'created_file' && result.file
        ? [toRestFile(result.id, result.file, content, view)]
        : [],
    ),
  }
}

const changing = (path: string, fixed: Record<string, unknown>): Route =>
  route('POST', path, changeContent, {
    summary: 'Change pages and files in one transaction',
    response: RestChanged,
    present: presentChanged,
    fixed,
    bodyLimit: CHANGES_BYTES,
  })

const uploading = (path: string, fixed: Record<string, unknown>): Route =>
  route('POST', path, uploadFiles, {
    summary: 'Upload files from a form',
    status: 201,
    response: RestChanged,
    present: presentChanged,
    fixed,
    bodyLimit: FORM_BYTES,
    upload: { files: MAX_FILES, bytes: MAX_FILE_BYTES },
  })

/** The routes that change main content and change requests. */
export const changingRoutes: Route[] = [
  changing('/spaces/:spaceId/content', { changeRequestId: undefined }),
  changing('/spaces/:spaceId/change-requests/:changeRequestId/content', {}),
  uploading('/spaces/:spaceId/content/files', { changeRequestId: undefined }),
  uploading('/spaces/:spaceId/change-requests/:changeRequestId/content/files', {}),
]
